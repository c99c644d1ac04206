import { cleaned } from './cleaned';
import {
	faultOfResponse,
	serviceWords,
	shownAddress,
	type ResponseEnvelope,
	type ServiceWords,
} from './envelope';
import { retryAfterMs } from './retry-after';
import type { Mask } from './token-mask';

export type { ResponseEnvelope } from './envelope';

/**
 * What is known of a request that failed:
 * `notSent` it never reached the service or was not taken, `rejected` the service said no,
 * `unknown` it left and the service may have acted on it.
 */
export type Outcome = 'notSent' | 'rejected' | 'unknown';

/** Why there is no success envelope. */
export type FailureKind =
	| 'unreachable'
	| 'blocked'
	| 'interrupted'
	| 'timedOut'
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
	/** What the service said, when the answer was an error envelope. */
	said?: ServiceWords;
	/**
	 * What the network said, e.g. ECONNREFUSED, or n8n, where a redirect points to, what an answer lacks, or what an
	 * earlier try met.
	 */
	detail?: string;
	/** How long the service asks to wait, in milliseconds. */
	retryAfterMs?: number;
	/** How long the answer was awaited, in milliseconds, when that was too long. */
	limitMs?: number;
}

/** A request that the service answered with a success envelope. */
export interface Success {
	ok: true;
	envelope: ResponseEnvelope;
}

/** What became of a request. */
export type Answer = Success | Failure;

/** An HTTP response with its body parsed, as far as it could be. */
export interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** An answer of a 2xx that is not one of the service, and why. */
export function unreadable(status: number, detail: string): Failure {
	return { ok: false, kind: 'unreadable', outcome: 'unknown', status, detail };
}

/** A 301, 302 or 303 may follow a processed request; a 307 or 308 asks for the same request elsewhere. */
function redirectFailure(status: number, location: unknown): Failure {
	const taken = status !== 307 && status !== 308;
	return {
		ok: false,
		kind: 'redirected',
		outcome: taken ? 'unknown' : 'notSent',
		status,
		detail: shownAddress(location, /^(https?:\/)?\//),
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
 * proxy, truncated JSON or another `object` leave open what the service did. `mask` takes the token out of all texts.
 */
export function answerOf({ statusCode: status, headers, body }: HttpResponse, mask: Mask): Answer {
	const clean = cleaned(body, mask);
	if (status >= 200 && status < 300) {
		const fault = faultOfResponse(clean);
		return fault ? unreadable(status, fault) : { ok: true, envelope: clean as ResponseEnvelope };
	}
	if (status >= 300 && status < 400) return redirectFailure(status, cleaned(headers.location, mask));
	return {
		ok: false,
		...statusFailure(status),
		status,
		said: serviceWords(clean),
		retryAfterMs: retryAfterMs(headers['retry-after']),
	};
}
