import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { attempt, editorLimitMs, httpRequest } from '../service/http';
import { explain, explanationOf } from '../explain/explain';
import type { NodeOperation } from '../operation/operation';
import type { Answer, Failure } from '../service/answer';
import { accessToken, serviceAccount } from '../service/service-address';
import type { ServiceRequest } from '../service/service-request';

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

/** Reads that say whether a token may do anything else (public material). */
const otherReads = ['listLeasedNumbers', 'listEntitlements'] as const;

/** What the service answers with a credential that is not stored yet, within these milliseconds. */
async function probeAnswer(
	helpers: ICredentialTestFunctions['helpers'],
	credential: ICredentialDataDecryptedObject,
	asked: ServiceRequest,
	timeout: number,
): Promise<Answer> {
	const request = httpRequest(asked, serviceAccount(credential));
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
			timeout,
		})) as IN8nHttpFullResponse;
	const caller = { helpers: { httpRequestWithAuthentication }, getCredentials: async () => credential };
	return await attempt(caller, { ...request, timeout });
}

/** Whether the service knows the token and does not permit this (section 5). */
function isForbidden(answer: Answer): boolean {
	return (
		answer.is !== 'accepted' && answer.status === 403 && answer.errorEnvelope?.id.startsWith('err_') === true
	);
}

/** What to correct in the credential, the likely cause first. */
function remedy(failure: Failure): string {
	const { kind, status, errorEnvelope } = failure;
	if (['timedOut', 'interrupted'].includes(kind)) return 'Check the base URL.';
	if (kind === 'refused' && !errorEnvelope)
		return 'Check the base URL: another server seems to answer there.';
	if (status === 404) return 'Check the base URL: its path is probably too long or too short.';
	if (status === 401) return 'Enter the access token again, as the provider shows it.';
	return explain(failure, probing).description;
}

/** What an answer says of the credential. */
function verdict(answer: Answer): INodeCredentialTestResult {
	if (answer.is === 'accepted') return { status: 'OK', message: 'The service accepted the access token.' };
	return { status: 'Error', message: `${explain(answer, probing).message}. ${remedy(answer)}` };
}

/** What further answers say of a token that the service knows, but permits no FaceTime checks. */
function verdictOnForbidden(others: Answer[]): INodeCredentialTestResult {
	if (others.every(isForbidden)) {
		return {
			status: 'Error',
			message:
				'The service knows the access token, but permits none of what was tried: FaceTime checks, the list of your numbers, the list of your entitlements. Ask your provider what the token may do.',
		};
	}
	return {
		status: 'OK',
		message:
			'The service accepted the access token, but does not permit FaceTime checks with it. Other operations may work.',
	};
}

/** Tests a credential within 15 seconds by read-only requests (section 4.8), and says what is wrong with it. */
export async function testPhoneServiceApi(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const end = Date.now() + editorLimitMs;
	const ask = async (asked: ServiceRequest) =>
		await probeAnswer(this.helpers, data, asked, Math.max(end - Date.now(), 1));
	try {
		const answer = await ask({ service, path: { to: probe } });
		if (!isForbidden(answer)) return verdict(answer);
		return verdictOnForbidden(
			await Promise.all(otherReads.map(async (other) => await ask({ service: other }))),
		);
	} catch (error) {
		const { message, description } = explanationOf(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}
