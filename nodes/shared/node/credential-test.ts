import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { explanationOf } from '../failure/explain';
import {
	answerOf,
	discardBody,
	readBody,
	tokenMask,
	unreadable,
	type Answer,
	type Failure,
} from '../service/answer';
import { connectionFailure } from '../service/connection-failure';
import { accessToken, serviceBaseUrl, servicePath } from '../service/service-address';
import { editorLimitMs, NotInTime, withinLimit } from '../delivery/request/attempt';

/** A number kept free for fiction: the answer about it does not matter. */
const probe = '+12025550100';

type Helpers = ICredentialTestFunctions['helpers'];

async function responseTo(helpers: Helpers, uri: string, bearer: string): Promise<IN8nHttpFullResponse> {
	const response: unknown = await helpers.request({
		method: serviceOperations.checkFaceTimeAvailability.method,
		uri,
		auth: { bearer },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		useStream: true,
		timeout: editorLimitMs,
	});
	return response as IN8nHttpFullResponse;
}

/** The body of a success, or of a 403, decides whether the service gave it; any other status speaks for itself. */
async function answerIn(
	response: IN8nHttpFullResponse,
	bearer: string,
	signal: AbortSignal,
): Promise<Answer> {
	const { statusCode, headers, body } = response;
	const mask = tokenMask(bearer);
	if (statusCode >= 300 && statusCode !== 403) {
		discardBody(body);
		return answerOf({ statusCode, headers, body: undefined }, mask);
	}
	const { json, fault } = await readBody(body, signal);
	return fault === undefined
		? answerOf({ statusCode, headers, body: json }, mask)
		: unreadable(statusCode, 'no whole body');
}

async function probeAnswer(helpers: Helpers, uri: string, bearer: string): Promise<Answer> {
	try {
		return await withinLimit(editorLimitMs, async (signal) =>
			answerIn(await responseTo(helpers, uri, bearer), bearer, signal),
		);
	} catch (error) {
		return connectionFailure(error, error instanceof NotInTime ? 'timedOut' : undefined);
	}
}

function fault({ kind, status, detail }: Failure): string {
	if (status === 401) return 'The service does not accept this access token (401).';
	if (status === 403) {
		return 'Something at this base URL refuses the request (403), and not in the form of the service. Check the address, and what stands between.';
	}
	if (kind === 'timedOut')
		return `No answer from this base URL within ${editorLimitMs / 1000} s. Check the address.`;
	if (kind === 'redirected') {
		return `This base URL redirects to ${detail ?? 'another address'}. Enter the final address.`;
	}
	if (status === undefined) {
		return `No answer from this base URL (${detail ?? 'the connection ended'}). Check the address.`;
	}
	if (status === 404 || kind === 'unreadable') {
		return `Something answers at this base URL, but it is not the service (${status}). Check the address.`;
	}
	return `The service answered ${status}. Try again later.`;
}

const accepted: INodeCredentialTestResult = {
	status: 'OK',
	message: 'The service accepted the access token.',
};

const acceptedOnly: INodeCredentialTestResult = {
	status: 'OK',
	message:
		'The service accepted the access token, but does not permit FaceTime checks with it. Other operations may work.',
};

/** What an answer says of the credential. A token that lacks a permission (403) is one that the service knows (section 5). */
function verdict(answer: Answer): INodeCredentialTestResult {
	if (answer.ok) return accepted;
	if (answer.status === 403 && answer.said?.id.startsWith('err_')) return acceptedOnly;
	return { status: 'Error', message: fault(answer) };
}

/**
 * Tests a credential with a read-only request (section 4.8) and says what is wrong with it, if anything is, within
 * 15 seconds.
 */
export async function testPhoneServiceApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const path = servicePath('checkFaceTimeAvailability', { to: probe });
		const uri = `${serviceBaseUrl(data?.baseUrl)}${path}`;
		return verdict(await probeAnswer(this.helpers, uri, accessToken(data?.accessToken)));
	} catch (error) {
		const { message, description } = explanationOf(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}
