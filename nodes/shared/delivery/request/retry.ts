import { serviceOperations, type OperationId } from '../../contract/contract';
import type { Effect } from '../../operation/operation';
import type { Failure } from '../../service/answer';
import { exponentialMs } from '../pace/pause';

/** How long a request may be tried. */
export interface Patience {
	/** Tries in all. */
	tries: number;
	/** Milliseconds that the waits between them may add up to. */
	waitMs: number;
	/**
	 * Milliseconds for which the service may refuse everything of a rate. A refusal of an operation that has a rate
	 * (sends, lookups) is no try then: the service did not take the request. Without it, every refusal is a try, and a
	 * rate is given up after `waitMs`.
	 */
	refusedMs?: number;
	/** The time in milliseconds by which it must have begun, if there is one. */
	until?: number;
}

/** What was done for a request so far, with the try just made. */
interface Tried {
	/** Tries that count. */
	tries: number;
	/** Milliseconds waited between them. */
	waitedMs: number;
}

/** What follows from a request that failed. */
export interface Decision {
	/** Whether the request is made again. */
	again: boolean;
	/** Whether this was one of its tries. */
	countsAsTry: boolean;
	/** Milliseconds before it is made again; after a refusal (429), for everything of the same rate. */
	afterMs: number;
}

const passingStatuses = new Set([502, 503, 504]);

/** What the waits before the retries of one item's request may add up to, in milliseconds. */
export const longestRetryWaitMs = 120_000;

/** Exponential backoff with full jitter. */
function backoffMs(tries: number): number {
	return Math.random() * exponentialMs(tries - 1);
}

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * Whether a failed request is made again, and when. `rateBackoffMs` is what its rate waits at least after a refusal
 * (429).
 */
export function retryDecision(
	failure: Failure,
	operation: OperationId,
	{ tries, waitedMs }: Tried,
	patience: Patience,
	rateBackoffMs: number,
): Decision {
	const { effect, ...rest } = serviceOperations[operation];
	const isRefusal = failure.kind === 'tooManyRequests';
	const afterMs = Math.ceil(
		Math.max(failure.retryAfterMs ?? 0, isRefusal ? rateBackoffMs : backoffMs(tries)),
	);
	if (isRefusal && 'rate' in rest && patience.refusedMs !== undefined) {
		return { again: true, countsAsTry: false, afterMs };
	}
	const hasTries = tries < patience.tries && waitedMs + afterMs <= patience.waitMs;
	return { again: hasTries && isWorthTrying(failure, effect), countsAsTry: true, afterMs };
}
