import { serviceOperations, type OperationId } from '../../contract/contract';
import type { Effect } from '../../operation/operation';
import type { Failure } from '../../service/answer';
import { exponentialMs } from '../pace/rate-limiter';

/** How long a request may be tried. */
export interface Patience {
	tries: number;
	/** Milliseconds that the waits between them may add up to. */
	waitMs: number;
	/**
	 * Milliseconds for which the service may refuse everything of a rate. A refusal of an operation that has a rate
	 * (sends, lookups) is no try then. Without it, every refusal is a try, and a rate is given up after `waitMs`.
	 */
	refusedMs?: number;
	/** The time in milliseconds by which it must have begun. */
	until?: number;
}

/** What follows from a request that failed. */
export interface Decision {
	again: boolean;
	countsAsTry: boolean;
	/** Milliseconds before it is made again; after a refusal (429), for everything of the same rate. */
	afterMs: number;
}

const passingStatuses = new Set([502, 503, 504]);

/** How many times one request is made at most. */
export const maxTries = 4;

/** What the waits before the retries of one item's request may add up to, in milliseconds. */
export const longestRetryWaitMs = 120_000;

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/** Whether a failed request is made again, and when. After a refusal (429) its rate waits `rateBackoffMs` at least. */
export function retryDecision(
	failure: Failure,
	operation: OperationId,
	{ tries, waitedMs }: { tries: number; waitedMs: number },
	patience: Patience,
	rateBackoffMs: number,
): Decision {
	const { effect, ...rest } = serviceOperations[operation];
	const isRefusal = failure.kind === 'tooManyRequests';
	const backoffMs = isRefusal ? rateBackoffMs : Math.random() * exponentialMs(tries - 1);
	const afterMs = Math.ceil(Math.max(failure.retryAfterMs ?? 0, backoffMs));
	if (isRefusal && 'rate' in rest && patience.refusedMs !== undefined) {
		return { again: true, countsAsTry: false, afterMs };
	}
	const hasTries = tries < patience.tries && waitedMs + afterMs <= patience.waitMs;
	return { again: hasTries && isWorthTrying(failure, effect), countsAsTry: true, afterMs };
}
