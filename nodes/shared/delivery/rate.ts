/**
 * How fast requests of one kind may follow each other. The service counts a request when it arrives, which is
 * some time between start and answer; so a request counts as under way until its answer, and as made at its
 * answer. That never lets the service see more than the rate, however slow the network is.
 */
export abstract class Rate {
	private underWay = 0;

	private heldUntil = 0;

	/** Milliseconds until the next request may start: 0 means now. A later look may find a longer wait. */
	waitMs(): number {
		const now = Date.now();
		return Math.max(this.heldUntil - now, this.freeInMs(now, this.underWay), 0);
	}

	/** Notes that a request starts. */
	start(): void {
		this.underWay += 1;
	}

	/** Notes that a request is over; it counts unless it cannot have `reached` the service. */
	finish(reached: boolean): void {
		this.underWay -= 1;
		if (reached) this.count(Date.now());
	}

	/** Lets nothing start for `ms` milliseconds, because the service asked for it. */
	hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, Date.now() + ms);
	}

	/** Whether forgetting this rate would change nothing. */
	isIdle(): boolean {
		return this.underWay === 0 && this.heldUntil <= Date.now() && this.isUnused(Date.now());
	}

	protected abstract freeInMs(now: number, underWay: number): number;

	protected abstract count(now: number): void;

	protected abstract isUnused(now: number): boolean;
}

/** At most `requests` in any `seconds`: the next waits until the oldest counted one is that old. */
export class SlidingWindow extends Rate {
	private readonly spanMs: number;

	private counted: number[] = [];

	constructor(
		private readonly requests: number,
		seconds: number,
	) {
		super();
		this.spanMs = seconds * 1000;
	}

	protected freeInMs(now: number, underWay: number): number {
		this.counted = this.counted.filter((time) => now - time < this.spanMs);
		const tooMany = this.counted.length + underWay + 1 - this.requests;
		if (tooMany <= 0) return 0;
		const freeing = this.counted[tooMany - 1];
		return (freeing ?? now) + this.spanMs - now;
	}

	protected count(now: number): void {
		this.counted.push(now);
	}

	protected isUnused(now: number): boolean {
		return this.counted.every((time) => now - time >= this.spanMs);
	}
}

/** `perSecond` requests a second sustained, up to `burst` at once. */
export class TokenBucket extends Rate {
	private spent = 0;

	private spentAt = 0;

	constructor(
		private readonly perSecond: number,
		private readonly burst: number,
	) {
		super();
	}

	private spentNow(now: number): number {
		return Math.max(0, this.spent - ((now - this.spentAt) * this.perSecond) / 1000);
	}

	protected freeInMs(now: number, underWay: number): number {
		const missing = this.spentNow(now) + underWay + 1 - this.burst;
		return missing <= 0 ? 0 : Math.ceil((missing * 1000) / this.perSecond);
	}

	protected count(now: number): void {
		this.spent = this.spentNow(now) + 1;
		this.spentAt = now;
	}

	protected isUnused(now: number): boolean {
		return this.spentNow(now) === 0;
	}
}

/** No limit at all. */
export class Unlimited extends Rate {
	protected freeInMs(): number {
		return 0;
	}

	protected count(): void {}

	protected isUnused(): boolean {
		return true;
	}
}

const rates = new Map<string, Rate>();
const crowded = 1000;

/** The rate under `key`, made by `create` when there is none: one for all executions in this process. */
export function sharedRate(key: string, create: () => Rate): Rate {
	const known = rates.get(key);
	if (known) return known;
	if (rates.size >= crowded) {
		for (const [idleKey, rate] of rates) if (rate.isIdle()) rates.delete(idleKey);
	}
	const rate = create();
	rates.set(key, rate);
	return rate;
}
