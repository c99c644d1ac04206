import {
	getCredentialAllowedDomains,
	sleep,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	type INode,
} from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { InvalidInput, quote } from '../input/invalid-input';
import { numberIn } from '../input/values';
import type { ServiceRequest } from './service-request';
import { type Answer, answerOf, checkedAnswer, type Failure, unreadable, answerLimitMs } from './answer';
import { BodyTooLong, readBody, tokenMask } from './body';
import { connectionFailure, type End } from './connection-failure';
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
	const late = new Promise<never>((_, reject) => {
		const end = () => void sleep(graceMs).then(() => reject(new Error('The work was not over in its time')));
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
	return await Promise.race([work(signal), late]);
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

/** Who makes a request: the run of a node, or the poll of a trigger. */
export interface Caller extends Pick<IExecuteFunctions, 'getNode' | 'logger'> {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
}

/** A status that no answer has: n8n repeats a request that ends with the one given here. */
const neverRepeated = { preAuthenticationRetryStatusCode: -1 };

/** n8n's client counts the silence of a connection, not the time until the answer; the limit is ours. */
const noLimit = 0;

/** What is said of a request whose turn had not come when the execution was stopped. */
const stoppedBefore: Failure = { ok: false, kind: 'stopped', outcome: 'notSent' };

/**
 * One request, and what became of it. It leaves at most once, and is over in its time: the timeout of `options`, or
 * a minute, counts for the whole answer, whatever n8n's client and the service do.
 */
export async function attempt(caller: Caller, options: IHttpRequestOptions): Promise<Answer> {
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
				{ ...caller, getExecutionCancelSignal: () => signal } as unknown as IExecuteFunctions,
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
	return !answer.ok && answer.kind === 'timedOut' ? { ...answer, limitMs } : answer;
}

/** What n8n's client has a proxy for; it takes every other one for none, and goes without. */
const proxyProtocols = ['http:', 'https:'];

/** Whether the percent-encoding of a text can be taken out. */
export function isEncoded(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** The proxy at an address. Name and password stay as they are written in it: n8n's client decodes them. */
function proxyOf(value: unknown): IHttpRequestOptions['proxy'] {
	const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
	if (!address || !proxyProtocols.includes(address.protocol)) {
		const withoutName = typeof value === 'string' ? value.replace(/^.*@/s, '…@') : value;
		throw new InvalidInput(
			`The proxy of the request options is not an address: ${quote(withoutName)}`,
			'Give an address such as http://myproxy:3128, beginning with http:// or https://.',
		);
	}
	const { hostname, port, protocol, username, password } = address;
	if (!isEncoded(`${username} ${password}`)) {
		throw new InvalidInput(
			'The proxy of the request options has a % in its name or password that stands for no character',
			'Write %25 in place of the %.',
		);
	}
	const byDefault = protocol === 'https:' ? 443 : 80;
	return {
		host: hostname,
		port: port === '' ? byDefault : Number(port),
		protocol: protocol.replace(/:$/, ''),
		...(username && { auth: { username, password } }),
	};
}

/** How items are started: some, then a pause in milliseconds. */
function batchingOf(value: unknown) {
	const { batchSize = 50, batchInterval = 1000 } = ((value as IDataObject)?.batch ?? {
		batchInterval: 0,
	}) as Record<string, number>;
	const label = 'Request Options → Batch Interval';
	const intervalMs = numberIn(label, batchInterval, milliseconds, 'remove it');
	return { size: Math.max(1, batchSize), intervalMs: batchSize < 0 ? 0 : intervalMs };
}

/** A day at most: no timer of Node.js is far longer. */
const milliseconds = { min: 0, max: 86_400_000, isWhole: false };

/** The limit of one request in milliseconds; 0 and nothing stand for that of the delivery. */
function timeoutOf(value: unknown): Pick<IHttpRequestOptions, 'timeout'> {
	if (value === undefined || value === null || value === '') return {};
	const ms = numberIn('Request Options → Timeout', value, milliseconds, 'remove it');
	return ms > 0 ? { timeout: Math.ceil(ms) } : {};
}

/**
 * What n8n's parameter *Request Options* says, which every declarative node has, and for n8n's check of each request, which
 * domains the credential allows.
 * InvalidInput for a value that is none, or a proxy that n8n's client would leave out; n8n's error when the credential's
 * list of domains is empty.
 */
export function requestSettings(
	node: INode,
	credentialData: ICredentialDataDecryptedObject,
	parameter?: unknown,
) {
	const { timeout, proxy, allowUnauthorizedCerts, batching } = (parameter ?? {}) as IDataObject;
	const allowedDomains = getCredentialAllowedDomains({ node, credentialData, credentialOwnedSurface: true });
	const http: Partial<IHttpRequestOptions> = {
		...timeoutOf(timeout),
		...(Boolean(proxy) && { proxy: proxyOf(proxy) }),
		...(allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		...(allowedDomains !== undefined && { allowedDomains }),
	};
	return { http, batching: batchingOf(batching) };
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
		return checkedAnswer(request, await attempt(own, { ...http, ...httpRequest(request, account), timeout }));
	};
	return { credential, account, batching, ask };
}
