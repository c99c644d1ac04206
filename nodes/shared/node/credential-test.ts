import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { answerOf, connectionFailure, type Answer } from '../service/answer';
import { serviceOperations } from '../contract/contract';
import { accessToken, serviceBaseUrl } from '../service/service-account';
import { servicePath } from '../service/service-path';
import type { InvalidInput } from '../input/invalid-input';

/** A number kept free for fiction: the answer about it does not matter. */
const probe = '+12025550100';

async function probeAnswer(
	helpers: ICredentialTestFunctions['helpers'],
	uri: string,
	bearer: string,
): Promise<Answer> {
	try {
		const response: IN8nHttpFullResponse = await helpers.request({
			method: serviceOperations.checkFaceTimeAvailability.method,
			uri,
			auth: { bearer },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: 15_000,
		});
		return answerOf(response);
	} catch (error) {
		return connectionFailure(error, false);
	}
}

function verdict(answer: Answer): INodeCredentialTestResult {
	const fault = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	if (answer.ok) return { status: 'OK', message: 'The service accepted the access token.' };
	const { kind, status, detail } = answer;
	if (status === 401) return fault('The service does not accept this access token (401).');
	if (status === 403) {
		return fault('The service accepts this access token, but does not permit FaceTime checks with it (403).');
	}
	if (kind === 'unreachable' || kind === 'interrupted') {
		return fault(`No answer from this base URL (${detail ?? 'the connection ended'}). Check the address.`);
	}
	if (kind === 'redirected') {
		return fault(`This base URL redirects to ${detail ?? 'another address'}. Enter the final address.`);
	}
	if (status === 404 || kind === 'unreadable') {
		return fault(
			`Something answers at this base URL, but it is not the service (${status}). Check the address.`,
		);
	}
	return fault(`The service answered ${status}. Try again later.`);
}

/** Tests a credential with a read-only request (section 4.8) and says what is wrong with it, if anything is. */
export async function testPhoneServiceApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const path = servicePath('checkFaceTimeAvailability', { to: probe });
		const uri = `${serviceBaseUrl(data?.baseUrl)}${path}`;
		return verdict(await probeAnswer(this.helpers, uri, accessToken(data?.accessToken)));
	} catch (error) {
		const { message, description } = error as InvalidInput;
		return { status: 'Error', message: `${message}. ${description}` };
	}
}
