/** How often a request is looked after that waits for the answer of another, in milliseconds. */
export const answerPollMs = 100;

/**
 * A limit of the service as this process sees it: what was counted so far, and how much of the limit this process
 * takes while others use it, too. Times are in milliseconds of a clock that never goes back.
 */
export interface Limit {
	/** Milliseconds until one more request may start beside those under way; 0 means now. */
	freeInMs(now: number, underWay: number): number;
	/** Counts a request that is over and that the service took, or may have taken. */
	count(now: number): void;
	/** Counts as many requests as the limit allows at once. */
	fill(now: number): void;
	/** Takes less of the limit: the service refused a request, so somebody else uses it, too. */
	lower(now: number): void;
	/** Takes more of the limit again: the service accepted a request. */
	raise(now: number): void;
	/** Milliseconds to wait after a refusal, when the service does not say. */
	backOffMs(now: number): number;
	/** Milliseconds that chance adds to a wait after a refusal at most, so that processes do not come back together. */
	readonly spreadMs: number;
	/** Whether forgetting it would change nothing: nothing counts any more, and nothing is lowered. */
	isUnused(now: number): boolean;
}
