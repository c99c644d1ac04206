import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { attempt, editorLimitMs, httpRequest, type Caller } from '../service/http';
import { explanationOf } from '../explain/explain';
import type { Answer, Failure } from '../service/answer';
import { accessToken, serviceAccount } from '../service/service-address';

/** A number kept free for fiction: the answer about it does not matter. */
const probe = '+12025550100';

const service = 'checkFaceTimeAvailability';

/** What the service says of a credential that is not stored yet; `status` also of an answer that is not read to its end. */
async function probeAnswer(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<Answer> {
	const request = httpRequest({ service, path: { to: probe } }, serviceAccount(credential));
	let status: number | undefined;
	const httpRequestWithAuthentication = async (_: string, { method, url: uri }: IHttpRequestOptions) => {
		const response = (await helpers.request({
			method,
			uri,
			auth: { bearer: accessToken(credential.accessToken) },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			useStream: true,
			timeout: editorLimitMs,
		})) as IN8nHttpFullResponse;
		status = response.statusCode;
		return response;
	};
	const caller = { helpers: { httpRequestWithAuthentication }, getCredentials: async () => credential };
	const answer = await attempt(caller as unknown as Caller, { ...request, timeout: editorLimitMs });
	return answer.ok ? answer : { status, ...answer };
}

function fault({ kind, status, detail }: Failure): string {
	if (status === 401) return 'The service does not accept this access token (401).';
	if (status === 403) {
		return 'Something at this base URL refuses the request (403), and not in the form of the service. Check the address, and what stands between.';
	}
	if (kind === 'redirected') {
		return `This base URL redirects to ${detail ?? 'another address'}. Enter the final address.`;
	}
	if (status === undefined) {
		const inTime = kind === 'timedOut' && `within ${editorLimitMs / 1000} s`;
		return `No answer from this base URL ${inTime || `(${detail ?? 'the connection ended'})`}. Check the address.`;
	}
	if (status === 404 || ['unreadable', 'interrupted', 'timedOut'].includes(kind)) {
		return `Something answers at this base URL, but it is not the service (${status}). Check the address.`;
	}
	return `The service answered ${status}. Try again later.`;
}

/** What an answer says of the credential. A token that lacks a permission (403) is one that the service knows (section 5). */
function verdict(answer: Answer): INodeCredentialTestResult {
	if (answer.ok) return { status: 'OK', message: 'The service accepted the access token.' };
	if (answer.status !== 403 || !answer.errorEnvelope?.id.startsWith('err_')) {
		return { status: 'Error', message: fault(answer) };
	}
	return {
		status: 'OK',
		message:
			'The service accepted the access token, but does not permit FaceTime checks with it. Other operations may work.',
	};
}

/** Tests a credential within 15 seconds by a read-only request (section 4.8), and says what is wrong with it. */
export async function testPhoneServiceApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		return verdict(await probeAnswer(this.helpers, data ?? {}));
	} catch (error) {
		const { message, description } = explanationOf(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}
