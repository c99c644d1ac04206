import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { withAddresses, type ServiceRequest } from './service-request';
import { type Answer, answerOf, checkedAnswer, type Failure, unreadable, answerLimitMs } from './answer';
import { BodyTooLong, readBody, tokenMask } from './body';
import { connectionFailure, type End } from './connection-failure';
import { requestSettings } from './request-options';
import {
	accessToken,
	credentialType,
	filledPath,
	requestManner,
	serviceAccount,
	type ServiceAccount,
} from './service-address';

/** How long a question may take that n8n's editor asks while somebody looks at it, in milliseconds. */
export const editorLimitMs = 15_000;

/** How long work may go on once its signal is aborted: it may still say how far it came. */
const graceMs = 100;

/**
 * Does work that gets a signal, which is aborted after `limitMs` milliseconds or when `stop` is. Ends then, with an
 * error, whatever the work does.
 */
export async function withinLimit<Result>(
	limitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	stop?: AbortSignal,
): Promise<Result> {
	const signal = AbortSignal.any([AbortSignal.timeout(limitMs), ...(stop ? [stop] : [])]);
	let isOver = false;
	const late = new Promise<never>((_, reject) => {
		const end = () => {
			if (isOver) return;
			void sleep(graceMs).then(() => reject(new Error('The work was not over in its time')));
		};
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
	return await Promise.race([work(signal), late]).finally(() => (isOver = true));
}

/** The HTTP request as n8n makes it; the body goes as text, because n8n drops an empty object. */
export function httpRequest(
	{ service, path, query, body }: ServiceRequest,
	{ baseUrl }: ServiceAccount,
): IHttpRequestOptions {
	return {
		...requestManner(service),
		url: `${baseUrl}${filledPath(serviceOperations[service].path, path)}`,
		...(query && { qs: query }),
		...(body && { body: JSON.stringify(body) }),
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** What one request needs of n8n. */
interface Requester {
	helpers: {
		httpRequestWithAuthentication(
			this: Requester,
			...request: Parameters<IExecuteFunctions['helpers']['httpRequestWithAuthentication']>
		): Promise<unknown>;
	};
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
}

/** Who makes requests: the run of a node, or the poll of a trigger. */
export interface Caller extends Requester, Pick<IExecuteFunctions, 'getNode' | 'logger'> {}

/** A status that no answer has: n8n repeats a request that ends with the one given here. */
const neverRepeated = { preAuthenticationRetryStatusCode: -1 };

/** n8n's client counts the silence of a connection, not the time until the answer; the limit is ours. */
const noLimit = 0;

/** What is said of a request whose turn had not come when the execution was stopped. */
const stoppedBefore: Failure = { is: 'notSent', kind: 'stopped' };

/**
 * One request, and what became of it. It leaves at most once, and is over in its time: the timeout of `options`, or
 * a minute, counts for the whole answer, whatever n8n's client and the service do.
 */
export async function attempt(caller: Requester, options: IHttpRequestOptions): Promise<Answer> {
	const limitMs = options.timeout ?? answerLimitMs;
	const stop = caller.getExecutionCancelSignal?.();
	const credential = await caller.getCredentials(credentialType);
	if (stop?.aborted) return stoppedBefore;
	const end = (): End => (stop?.aborted ? 'stopped' : 'timedOut');
	const exchange = async (signal: AbortSignal): Promise<Answer> => {
		const ended = () => (signal.aborted ? end() : undefined);
		let statusCode = 0;
		try {
			const response = (await caller.helpers.httpRequestWithAuthentication.call(
				{ ...caller, getExecutionCancelSignal: () => signal },
				credentialType,
				{ ...options, encoding: 'stream', timeout: noLimit },
				neverRepeated,
			)) as IN8nHttpFullResponse;
			({ statusCode } = response);
			const json = await readBody(response.body, signal).catch((fault: unknown) => {
				// One that says no by its status counts, although its body breaks off.
				if (statusCode < 300) throw fault;
			});
			return answerOf({ ...response, body: json }, tokenMask(accessToken(credential.accessToken)));
		} catch (error) {
			if (error instanceof BodyTooLong) return unreadable(statusCode, error.message);
			return connectionFailure(error, ended());
		}
	};
	const late = () => connectionFailure(undefined, end());
	const answer = await withinLimit(limitMs, exchange, stop).catch(late);
	return answer.is !== 'accepted' && answer.kind === 'timedOut' ? { ...answer, limitMs } : answer;
}

/** What the requests of a caller have in common. */
export type Connection = Awaited<ReturnType<typeof connection>>;

/**
 * Reads the credential and copies the node once for all requests of a caller, as n8n would for each, and reads its *Request
 * Options*. `stop` ends requests of a caller that nobody can stop. InvalidInput or n8n's error for what cannot be used.
 */
export async function connection(
	caller: Caller,
	requestOptions?: unknown,
	stop = caller.getExecutionCancelSignal?.(),
) {
	const credential = await caller.getCredentials(credentialType);
	const account = serviceAccount(credential);
	const node = caller.getNode();
	const { http, batching } = requestSettings(node, credential, requestOptions);
	const own: Caller = {
		helpers: caller.helpers,
		logger: caller.logger,
		getNode: () => node,
		getCredentials: async () => credential,
		getExecutionCancelSignal: () => stop,
	};
	/** Makes one request, and waits for its answer no longer than the user or the caller says, in milliseconds. */
	const ask = async (request: ServiceRequest, longestMs = Infinity): Promise<Answer> => {
		const timeout = Math.min(http.timeout ?? answerLimitMs, longestMs);
		return checkedAnswer(
			request,
			await attempt(own, { ...http, ...httpRequest(withAddresses(request), account), timeout }),
		);
	};
	return { credential, account, batching, ask };
}
