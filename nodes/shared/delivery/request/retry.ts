import type { Failure } from '../../service/answer';
import type { serviceOperations, OperationId } from '../../contract/contract';

/** What an operation does to the world: `read` nothing, `change` the account, `send` a message to a person. */
export type Effect = (typeof serviceOperations)[OperationId]['effect'];

const baseMs = 500;
const longestMs = 30_000;

/** What the waits before the retries of one item's request may add up to, in milliseconds. */
export const longestRetryWaitMs = 120_000;

const passingStatuses = new Set([429, 502, 503, 504]);

/**
 * Whether a failed request may be made again. Reads: when the fault is likely to pass. Sends and changes: only
 * when it is certain that the service did not take the request.
 */
export function mayRetry({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * Milliseconds to wait before the retry that follows the `tries`-th try: what the service asks for, otherwise
 * exponential backoff with full jitter.
 */
export function retryDelayMs(failure: Failure, tries: number): number {
	if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
	return Math.random() * Math.min(longestMs, baseMs * 2 ** (tries - 1));
}
