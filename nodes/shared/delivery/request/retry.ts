import type { Failure } from '../../service/answer';
import { serviceOperations, type OperationId } from '../../contract/contract';

/** What an operation does to the world: `read` nothing, `change` the account, `send` a message to a person. */
export type Effect = (typeof serviceOperations)[OperationId]['effect'];

/** How long a request may be tried. */
export interface Patience {
	/** Tries in all. */
	tries: number;
	/** Milliseconds that the waits between them may add up to. */
	waitMs: number;
	/**
	 * Milliseconds for which the service may refuse everything of a rate. A refusal of an operation that has a rate
	 * (sends, lookups) is no try then: the service did not take the request. Without it, every refusal is a try.
	 */
	refusedMs?: number;
}

/** What a request has cost so far. */
export interface Tried {
	/** Tries that count, with the one just made. */
	tries: number;
	/** Milliseconds waited between them. */
	waitedMs: number;
}

/** What follows from a request that failed. */
export interface Decision {
	/** Whether the request is made again. */
	again: boolean;
	/** Milliseconds before that. */
	afterMs: number;
	/** Whether everything of the same rate waits that long. */
	holdsRate: boolean;
	/** Whether this was one of the tries. */
	countsAsTry: boolean;
}

const baseMs = 500;
const longestMs = 30_000;
const passingStatuses = new Set([502, 503, 504]);

/** What the waits before the retries of one item's request may add up to, in milliseconds. */
export const longestRetryWaitMs = 120_000;

/** What the service asks for, if that is a wait at all; at least half a second. */
function askedMs({ retryAfterMs }: Failure): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs > 0 ? Math.max(baseMs, retryAfterMs) : undefined;
}

/** Exponential backoff with full jitter. */
function backoffMs(tries: number): number {
	return Math.random() * Math.min(longestMs, baseMs * 2 ** (tries - 1));
}

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * Whether a failed request is made again, when, and who waits. `rateBackOffMs` is what its rate waits after a refusal
 * (429) when the service does not say. A refusal never leads to a request without a wait.
 */
export function retryDecision(
	failure: Failure,
	operation: OperationId,
	{ tries, waitedMs }: Tried,
	patience: Patience,
	rateBackOffMs: number,
): Decision {
	const { effect, ...rest } = serviceOperations[operation];
	const holdsRate = failure.kind === 'tooManyRequests';
	const countsAsTry = !holdsRate || !('rate' in rest) || patience.refusedMs === undefined;
	const afterMs = askedMs(failure) ?? (holdsRate ? rateBackOffMs : backoffMs(tries));
	const hasTries = tries < patience.tries && waitedMs + afterMs <= patience.waitMs;
	const again = isWorthTrying(failure, effect) && (hasTries || !countsAsTry);
	return { again, afterMs, holdsRate, countsAsTry };
}
