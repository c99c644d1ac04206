import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { answerOf, connectionFailure, type Answer, type Failure } from '../answer';
import { serviceOperations } from '../contract';
import type { Operation, ServiceRequest } from '../operation';
import { credentialType, type ServiceAccount } from '../service-account';
import type { Lane } from './lane';
import { pause } from './pause';
import { mayRetry, retryDelayMs } from './retry';

/**
 * The HTTP request as n8n makes it. Redirects are not followed, so that the bearer header never reaches another
 * host and a send is never repeated elsewhere; the body goes as text, because n8n drops an empty object.
 */
export function httpRequest(
	operation: Operation,
	{ path, query, body }: ServiceRequest,
	{ baseUrl }: ServiceAccount,
): IHttpRequestOptions {
	return {
		method: serviceOperations[operation.id].method,
		url: `${baseUrl}${path}`,
		...(query && { qs: query }),
		...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
		json: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** Who makes a request: an item of a node, or the poll of a trigger. */
type Caller = IExecutePaginationFunctions | IPollFunctions;

function stopSignal(caller: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
}

async function attempt(caller: Caller, options: IHttpRequestOptions): Promise<Answer> {
	const { httpRequestWithAuthentication } = caller.helpers;
	try {
		const response: unknown = await httpRequestWithAuthentication.call(caller, credentialType, {
			...options,
		});
		return answerOf(response as IN8nHttpFullResponse);
	} catch (error) {
		return connectionFailure(error, stopSignal(caller)?.aborted ?? false);
	}
}

/** How long a request may be tried: tries in all, and milliseconds that the waits between them may add up to. */
export interface Patience {
	tries: number;
	waitMs: number;
}

/** What an item says whose turn had not come when the execution was stopped. */
export const stoppedBefore: Failure = { ok: false, kind: 'stopped', outcome: 'notSent' };

/** Makes a request in its lane's turn, and again where that is safe (retry.ts), as long as `patience` lasts. */
export async function requestInTurn(
	caller: Caller,
	operation: Operation,
	options: IHttpRequestOptions,
	lane: Lane,
	patience: Patience,
): Promise<Answer> {
	const { effect } = serviceOperations[operation.id];
	const signal = stopSignal(caller);
	let waited = 0;
	let place = await lane.enter(signal);
	for (let tried = 1; ; tried += 1) {
		if (!place) return stoppedBefore;
		const answer = await attempt(caller, options);
		lane.leave(place, answer.ok || answer.kind !== 'unreachable');
		if (answer.ok || signal?.aborted || !mayRetry(answer, effect)) return answer;
		const delay = retryDelayMs(answer, tried);
		waited += delay;
		if (waited > patience.waitMs) return answer;
		if (answer.kind === 'tooManyRequests') lane.hold(delay);
		if (tried >= patience.tries) return answer;
		if (answer.kind !== 'tooManyRequests') await pause(delay, signal);
		place = await lane.enterAgain(signal);
	}
}
