import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Schema } from '../contract/contract';

/** The success envelope (section 2.1). */
export type ResponseEnvelope = Omit<Schema<'ResponseEnvelope'>, 'data'> & { data: IDataObject };

/** The error envelope (section 2.2). */
export type ErrorEnvelope = Schema<'ErrorEnvelope'>;

/**
 * What is known of a request that failed:
 * `notSent` it never reached the service or was not taken, `rejected` the service said no,
 * `unknown` it left and the service may have acted on it.
 */
export type Outcome = 'notSent' | 'rejected' | 'unknown';

/** Why there is no success envelope. */
export type FailureKind =
	| 'unreachable'
	| 'interrupted'
	| 'stopped'
	| 'unknownBefore'
	| 'redirected'
	| 'refused'
	| 'tooManyRequests'
	| 'serverError'
	| 'unreadable';

/** A request without a success envelope. */
export interface Failure {
	ok: false;
	kind: FailureKind;
	outcome: Outcome;
	/** HTTP status, when there was an answer. */
	status?: number;
	/** The error envelope, when the answer was one. */
	envelope?: ErrorEnvelope;
	/** What the network said, e.g. ECONNREFUSED, where a redirect points to, or what an earlier try met. */
	detail?: string;
	/** How long the service asks to wait, in milliseconds. */
	retryAfterMs?: number;
}

/** A request that the service answered with a success envelope. */
export interface Success {
	ok: true;
	envelope: ResponseEnvelope;
}

/** What became of a request. */
export type Answer = Success | Failure;

function isEnvelope(
	body: unknown,
	object: 'response' | 'error',
): body is IDataObject & { data: IDataObject } {
	if (typeof body !== 'object' || body === null) return false;
	const envelope = body as IDataObject;
	return (
		envelope.object === object &&
		typeof envelope.id === 'string' &&
		typeof envelope.data === 'object' &&
		envelope.data !== null &&
		!Array.isArray(envelope.data)
	);
}

/** How long a Retry-After header asks to wait, in milliseconds: seconds or an HTTP date. */
export function retryAfterMs(header: unknown): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** A 301, 302 or 303 may follow a processed request; a 307 or 308 asks for the same request elsewhere. */
function redirectFailure(status: number, location: unknown): Failure {
	const taken = status !== 307 && status !== 308;
	return {
		ok: false,
		kind: 'redirected',
		outcome: taken ? 'unknown' : 'notSent',
		status,
		detail: typeof location === 'string' ? location : undefined,
	};
}

function statusFailure(status: number): Pick<Failure, 'kind' | 'outcome'> {
	if (status === 429) return { kind: 'tooManyRequests', outcome: 'rejected' };
	if (status >= 500 || status === 408) return { kind: 'serverError', outcome: 'unknown' };
	if (status >= 400) return { kind: 'refused', outcome: 'rejected' };
	return { kind: 'unreadable', outcome: 'unknown' };
}

/**
 * What a response says (sections 2.1, 2.2 and 7). A 2xx without the success envelope is no success: HTML from a
 * proxy, truncated JSON or another `object` leave open what the service did.
 */
export function answerOf(response: IN8nHttpFullResponse): Answer {
	const { statusCode: status, body, headers } = response;
	if (status >= 200 && status < 300) {
		if (isEnvelope(body, 'response')) return { ok: true, envelope: body as unknown as ResponseEnvelope };
		return { ok: false, kind: 'unreadable', outcome: 'unknown', status };
	}
	if (status >= 300 && status < 400) return redirectFailure(status, headers.location);
	return {
		ok: false,
		...statusFailure(status),
		status,
		envelope: isEnvelope(body, 'error') ? (body as unknown as ErrorEnvelope) : undefined,
		retryAfterMs: retryAfterMs(headers['retry-after']),
	};
}

const neverLeft = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENETDOWN',
	'ERR_INVALID_URL',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
]);

interface NetworkError {
	code?: unknown;
	syscall?: unknown;
	cause?: unknown;
}

function networkErrors(error: unknown): NetworkError[] {
	const chain: NetworkError[] = [];
	for (let link = error; typeof link === 'object' && link !== null && chain.length < 5;) {
		chain.push(link);
		link = (link as NetworkError).cause;
	}
	return chain;
}

/**
 * What a request that got no answer says. Only faults that come before the request can have been read count as
 * `notSent`; every other one is `unknown`.
 */
export function connectionFailure(error: unknown, stopped: boolean): Failure {
	const chain = networkErrors(error);
	const link = chain.find(({ code }) => typeof code === 'string');
	const detail = link?.code as string | undefined;
	const during = (...syscalls: unknown[]) => chain.some(({ syscall }) => syscalls.includes(syscall));
	const connected = during('read', 'write');
	if (detail && !connected && (neverLeft.has(detail) || (detail === 'ETIMEDOUT' && during('connect')))) {
		return { ok: false, kind: 'unreachable', outcome: 'notSent', detail };
	}
	return { ok: false, kind: stopped ? 'stopped' : 'interrupted', outcome: 'unknown', detail };
}
