import type { Failure } from '../../service/answer';
import { serviceOperations, type OperationId } from '../../contract/contract';
import type { Effect } from '../../operation/operation';
import { backOff } from '../pace/back-off';

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
}

/** What was done for a request so far, with the try just made. */
export interface Tried {
	/** Tries that count. */
	tries: number;
	/** Milliseconds waited between them. */
	waitedMs: number;
	/** Refusals (429). */
	refusals: number;
	/** Milliseconds since the first of them. */
	refusedForMs: number;
	/** Milliseconds since a request of the same rate started that the service took. */
	untakenForMs: number;
	/** Between how many of its refusals others of the same rate passed, less those when others were refused as well. */
	passedBy: number;
}

/** What follows from a request that failed. */
export interface Decision {
	/** Whether the request is made again. */
	again: boolean;
	/** Whether this was one of its tries. */
	countsAsTry: boolean;
	/** Whether the failure was a refusal because of the rate. */
	isOfRate: boolean;
	/** Milliseconds before it is made again: for everything of the same rate where it is of the rate, else for itself. */
	afterMs: number;
	/** Whether another one of the same rate is tried before. */
	letsOnePass: boolean;
}

const passingStatuses = new Set([502, 503, 504]);

/** A request that others have passed so often is refused by itself, and not because of its rate. */
const passedByAlone = 2;
/** So often, and it is given up although its rate goes on. */
const passedByInVain = 6;
const longestAloneMs = 60_000;

/** What the waits before the retries of one item's request may add up to, in milliseconds. */
export const longestRetryWaitMs = 120_000;

/** What the service asks for, if that is a wait at all; at least half a second. */
function askedMs({ retryAfterMs }: Failure): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs > 0 ? Math.max(backOff.leastMs, retryAfterMs) : undefined;
}

/** Exponential backoff with full jitter. */
function backOffMs(tries: number): number {
	return Math.random() * Math.min(backOff.longestMs, backOff.leastMs * 2 ** (tries - 1));
}

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * What follows from a refusal that is no try. It is of the rate: the rate waits, and the lane gives it up. Or others
 * pass while this request is refused by itself: it waits alone, longer each time, and is given up by itself.
 */
function afterRefusal(
	waitMs: number,
	{ refusals, refusedForMs, untakenForMs, passedBy }: Tried,
	refusedMs: number,
): Omit<Decision, 'countsAsTry'> {
	if (passedBy < passedByAlone) {
		return { again: true, isOfRate: true, afterMs: waitMs, letsOnePass: refusals > 1 };
	}
	const isInVain = passedBy >= passedByInVain || untakenForMs > refusedMs;
	const isOver = isInVain && refusedForMs + waitMs > refusedMs;
	const aloneMs = Math.min(longestAloneMs, refusedMs / 10, backOff.leastMs * 2 ** refusals);
	return {
		again: !isOver && waitMs <= refusedMs,
		isOfRate: false,
		afterMs: Math.max(waitMs, Math.ceil(aloneMs)),
		letsOnePass: false,
	};
}

/**
 * Whether a failed request is made again, when, and who waits. `rateBackOffMs` is what its rate waits after a refusal
 * (429) when the service does not say. A refusal never leads to a request without a wait.
 */
export function retryDecision(
	failure: Failure,
	operation: OperationId,
	tried: Tried,
	patience: Patience,
	rateBackOffMs: number,
): Decision {
	const { effect, ...rest } = serviceOperations[operation];
	const isOfRate = failure.kind === 'tooManyRequests';
	const afterMs = Math.ceil(askedMs(failure) ?? (isOfRate ? rateBackOffMs : backOffMs(tried.tries)));
	if (isOfRate && 'rate' in rest && patience.refusedMs !== undefined) {
		return { ...afterRefusal(afterMs, tried, patience.refusedMs), countsAsTry: false };
	}
	const hasTries = tried.tries < patience.tries && tried.waitedMs + afterMs <= patience.waitMs;
	const again = isWorthTrying(failure, effect) && hasTries;
	return { again, countsAsTry: true, isOfRate, afterMs, letsOnePass: false };
}
