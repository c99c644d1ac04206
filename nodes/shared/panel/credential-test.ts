import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { attempt, editorLimitMs, httpRequest, type Caller } from '../service/http';
import { explain, explanationOf } from '../explain/explain';
import type { NodeOperation } from '../operation/operation';
import type { Answer } from '../service/answer';
import { accessToken, serviceAccount } from '../service/service-address';

/** A number kept free for fiction: the answer about it does not matter. */
const probe = '+12025550100';

const service = 'checkFaceTimeAvailability';

/** The request as an operation, by which a failure is explained. */
const probing: NodeOperation = {
	id: service,
	service,
	name: 'FaceTime checks',
	action: '',
	description: '',
	fields: [],
	ifForbidden: '',
};

/** What the service says of a credential that is not stored yet. */
async function probeAnswer(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<Answer> {
	const request = httpRequest({ service, path: { to: probe } }, serviceAccount(credential));
	const httpRequestWithAuthentication = async (_: string, { method, url: uri }: IHttpRequestOptions) =>
		(await helpers.request({
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
	const caller = { helpers: { httpRequestWithAuthentication }, getCredentials: async () => credential };
	return await attempt(caller as unknown as Caller, { ...request, timeout: editorLimitMs });
}

/** What an answer says of the credential. A token that lacks a permission (403) is one that the service knows (section 5). */
function verdict(answer: Answer): INodeCredentialTestResult {
	if (answer.ok) return { status: 'OK', message: 'The service accepted the access token.' };
	if (answer.status !== 403 || !answer.errorEnvelope?.id.startsWith('err_')) {
		const { message, description } = explain(answer, probing);
		const isLost = ['timedOut', 'interrupted'].includes(answer.kind);
		return { status: 'Error', message: `${message}. ${isLost ? 'Check the base URL.' : description}` };
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
