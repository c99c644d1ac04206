/**
 * A rate of the service, and how far this process has used it. Times are in milliseconds of a clock that never goes
 * back.
 */
export interface RateLimit {
	/** Milliseconds between two requests at the sustained rate. */
	readonly intervalMs: number;
	/** Milliseconds to wait at least after a refusal, when the service does not say. */
	readonly backoffMs: number;
	/** Milliseconds between the starts of two requests at least, for a process that takes `share` of the rate. */
	spacingMs(share: number): number;
	/** Milliseconds until one more request may start beside those under way; now, unless it is more than 0. */
	waitMs(now: number, underWay: number): number;
	/** Counts a request that the service took, or may have taken. */
	count(now: number): void;
	/** Notes that the service refused a request: others have used what is left. */
	use(now: number): void;
}

/** By how much the space between two requests differs by chance, as a part of it. */
const spacingJitter = 0.2;

function jittered(ms: number): number {
	return ms * (1 + spacingJitter * (2 * Math.random() - 1));
}

/** A whole burst goes within two intervals. A process that shares the number is refused once then, not for each message. */
const burstSpacing = 0.4;

/** `perSecond` requests a second sustained, after a burst. */
export class TokenBucket implements RateLimit {
	readonly intervalMs: number;

	readonly backoffMs: number;

	private refilledAt = -Infinity;

	constructor(
		perSecond: number,
		private readonly burst: number,
	) {
		this.intervalMs = 1000 / perSecond;
		this.backoffMs = this.intervalMs;
	}

	spacingMs(share: number): number {
		return jittered(this.intervalMs * (share < 1 ? 1 / share : burstSpacing));
	}

	waitMs(now: number, underWay: number): number {
		return Math.max(now, this.refilledAt) + (underWay + 1 - this.burst) * this.intervalMs - now;
	}

	count(now: number): void {
		this.refilledAt = Math.max(now, this.refilledAt) + this.intervalMs;
	}

	use(now: number): void {
		this.refilledAt = now + this.burst * this.intervalMs;
	}
}

/** How far a process that shares a window keeps its requests apart, in intervals. */
const windowSpacing = 0.2;

/** At most `requests` in any `seconds`: the next waits until the oldest of the last ones is that old. */
export class SlidingWindow implements RateLimit {
	readonly intervalMs: number;

	readonly backoffMs: number;

	private readonly spanMs: number;

	private readonly times: number[] = [];

	constructor(
		private readonly requests: number,
		seconds: number,
	) {
		this.spanMs = seconds * 1000;
		this.intervalMs = this.spanMs / requests;
		this.backoffMs = this.spanMs / 2;
	}

	spacingMs(share: number): number {
		return share < 1 ? jittered(this.intervalMs * windowSpacing) : 0;
	}

	waitMs(now: number, underWay: number): number {
		const free = this.requests - underWay;
		if (free <= 0) return this.intervalMs;
		return (this.times.at(-free) ?? -Infinity) + this.spanMs - now;
	}

	count(now: number): void {
		this.times.push(now);
		if (this.times.length > this.requests) this.times.shift();
	}

	use(): void {}
}

/** A rate that nobody knows: requests wait after a refusal alone. */
export const unlimited: RateLimit = {
	intervalMs: 250,
	backoffMs: 0,
	spacingMs: (share) => (share < 1 ? jittered(250 / share) : 0),
	waitMs: () => 0,
	count() {},
	use() {},
};
