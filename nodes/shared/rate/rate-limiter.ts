/** Milliseconds that double with each time, half a minute at most. */
export function exponentialMs(times: number): number {
	return Math.min(30_000, 500 * 2 ** times);
}

/** How far this process has used a rate. Times are in milliseconds of a clock that never goes back. */
interface Used {
	/** When all that has left is made good. */
	until: number;
	/** When requests left, of the last ones. */
	times: number[];
}

/**
 * What a request asks of the rate that it shares with others. Of a rate as such nothing is known: requests wait after a refusal
 * alone.
 */
export class RateLimit {
	/**
	 * `intervalMs`: between two requests at the sustained rate; `atOnce`: requests that may start without a pause;
	 * `backoffMs`: to wait at least after a refusal.
	 */
	constructor(
		readonly intervalMs: number,
		readonly atOnce = 1,
		readonly backoffMs = intervalMs,
	) {}

	/** Milliseconds from the start of the request to that of the next one at least, for a process that takes `share` of the rate. */
	spacingMs(share: number): number {
		return share < 1 ? this.intervalMs / share : 0;
	}

	/** Milliseconds until the request may start beside those under way; now, unless it is more than 0. */
	waitMs?(used: Used, now: number, underWay: number): number;

	/** Counts the request once it has left, whatever came of it. */
	count?(used: Used, now: number): void;
}

/** A rate that nobody knows. */
export const unlimited = new RateLimit(250);

/** A whole burst goes within two intervals. A process that shares the number is refused once then, not for each message. */
const burstSpacing = 0.4;

/** `perSecond` requests a second sustained, after a burst. */
export class TokenBucket extends RateLimit {
	constructor(perSecond: number, burst: number) {
		super(1000 / perSecond, burst);
	}

	override spacingMs(share: number): number {
		return this.intervalMs * (share < 1 ? 1 / share : burstSpacing);
	}

	override waitMs({ until }: Used, now: number, underWay: number): number {
		return Math.max(now, until) + (underWay + 1 - this.atOnce) * this.intervalMs - now;
	}

	override count(used: Used, now: number): void {
		used.until = Math.max(now, used.until) + this.intervalMs;
	}
}

/** How far a process that shares a window keeps its requests apart, in intervals. */
const windowSpacing = 0.2;

/** At most `requests` in any `seconds`: the next waits until the oldest of the last ones is that old. */
export class SlidingWindow extends RateLimit {
	constructor(
		requests: number,
		private readonly seconds: number,
	) {
		super((seconds * 1000) / requests, requests, seconds * 500);
	}

	override spacingMs(share: number): number {
		return share < 1 ? this.intervalMs * windowSpacing : 0;
	}

	override waitMs({ times }: Used, now: number, underWay: number): number {
		const free = this.atOnce - underWay;
		if (free <= 0) return this.intervalMs;
		return (times.at(-free) ?? -Infinity) + this.seconds * 1000 - now;
	}

	override count(used: Used, now: number): void {
		const oldest = now - this.seconds * 1000;
		used.times = [...used.times.filter((time) => time > oldest), now];
		used.until = now + this.seconds * 1000;
	}
}

/** Random pauses, from half of `seconds` to one and a half: messages without a rhythm. */
export class RandomPause extends RateLimit {
	constructor(seconds: number) {
		super(seconds * 1000);
	}

	override spacingMs(share: number): number {
		return (this.intervalMs * (0.5 + Math.random())) / share;
	}
}

/**
 * How processes that share a rate make room for each other: additive increase, multiplicative decrease. Found by
 * simulation (test/support/shared-rate.ts).
 */
export const adaptation = {
	/** What a refusal leaves of the share of a process. */
	decrease: 0.2,
	min: 0.1,
	/** What comes back with every interval of the rate. */
	increase: 0.025,
	/** How much longer than asked a process waits after a refusal at most, by chance, in milliseconds. */
	holdJitterMs: 2000,
};

/** A request that was let through, with times in milliseconds. */
export interface Admitted {
	limit: RateLimit;
	startedAt: number;
	nextAt: number;
}

/**
 * What became of a request, as far as its rate is concerned: the service took it or may have (`counted`), `refused` it
 * because of the rate (429), or never saw it.
 */
export type Verdict = 'counted' | 'refused' | 'uncounted';

/**
 * Decides when a request may start that shares a rate of the service: with all lookups of an account, or all messages of a
 * number. Each says itself what it allows. The service counts a request when it arrives, some time between start and answer; so a
 * request counts as under way until its answer, and as made at its answer. That never lets the service see more than the rate,
 * however slow the network is. What other processes send shows in refusals only: after one, this process takes a smaller share of
 * the rate, which grows with time.
 */
export class RateLimiter {
	private readonly used: Used = { until: -Infinity, times: [] };

	private underWay = 0;

	private nextAt = -Infinity;

	private heldUntil = -Infinity;

	private refusedAt = -Infinity;

	private shareAtRefusal = 1;

	/** When this process takes the whole rate again. */
	private wholeAt = -Infinity;

	private refusals = 0;

	/** Requests of all runs that stand in line for it. */
	waiting = 0;

	/** Since when the service refuses what starts, undefined when it does not. */
	refusedSince?: number;

	/** Whether nothing of the past counts any more: a new one decides the same. */
	get isIdle(): boolean {
		if (this.waiting + this.underWay > 0) return false;
		return performance.now() >= Math.max(this.heldUntil, this.nextAt, this.used.until, this.wholeAt);
	}

	/** Whole milliseconds until a request may start: 0 means now. */
	waitMs(limit: RateLimit): number {
		const now = performance.now();
		const limitMs = limit.waitMs?.(this.used, now, this.underWay) ?? 0;
		return Math.ceil(Math.max(0, this.heldUntil - now, this.nextAt - now, limitMs));
	}

	start(limit: RateLimit): Admitted {
		const startedAt = performance.now();
		this.underWay += 1;
		this.nextAt = startedAt + limit.spacingMs(this.shareAt(startedAt, limit));
		return { limit, startedAt, nextAt: this.nextAt };
	}

	/** Notes that a request is over, and what became of it. After a refusal nothing starts for `holdMs`. */
	finish({ limit, startedAt, nextAt }: Admitted, verdict: Verdict, holdMs = 0): void {
		const now = performance.now();
		const isNews = startedAt >= this.refusedAt;
		this.underWay -= 1;
		if (verdict !== 'uncounted') limit.count?.(this.used, now);
		if (verdict === 'counted') {
			if (isNews) [this.refusals, this.refusedSince] = [0, undefined];
		} else if (verdict === 'uncounted') {
			if (this.nextAt === nextAt) this.nextAt = startedAt;
		} else {
			this.heldUntil = Math.max(this.heldUntil, now + holdMs);
			if (isNews) this.decreaseShare(now, limit);
		}
	}

	/** Milliseconds to wait after a refusal when the service does not say: exponential backoff with jitter. */
	backoffMs(limit: RateLimit): number {
		const longest = exponentialMs(this.refusals + 1);
		return Math.max((longest * (1 + Math.random())) / 2, limit.backoffMs);
	}

	private decreaseShare(now: number, limit: RateLimit): void {
		this.shareAtRefusal = Math.max(adaptation.min, adaptation.decrease * this.shareAt(now, limit));
		this.refusedAt = now;
		this.refusedSince ??= now;
		this.refusals += 1;
		this.heldUntil += adaptation.holdJitterMs * Math.random();
		this.wholeAt = now + ((1 - this.shareAtRefusal) / adaptation.increase) * limit.intervalMs;
	}

	private shareAt(now: number, { intervalMs }: RateLimit): number {
		const intervals = (now - this.refusedAt) / intervalMs;
		return Math.min(1, this.shareAtRefusal + adaptation.increase * intervals);
	}
}
