/** What a limit allows, given what was counted so far. Times are in milliseconds of a clock that never goes back. */
interface Limit {
	/** Milliseconds until one more request may start beside those under way; 0 means now. */
	freeInMs(now: number, underWay: number): number;
	/** Counts a request that is over. */
	count(now: number): void;
	/** Counts as many requests as the limit allows at once. */
	fill(now: number): void;
	/** Whether nothing counts any more. */
	isUnused(now: number): boolean;
}

/** At most `requests` in any `seconds`: the next waits until the oldest counted one is that old. */
export class SlidingWindow implements Limit {
	private readonly spanMs: number;

	private counted: number[] = [];

	constructor(
		private readonly requests: number,
		seconds: number,
	) {
		this.spanMs = seconds * 1000;
	}

	freeInMs(now: number, underWay: number): number {
		this.counted = this.counted.filter((time) => now - time < this.spanMs);
		const tooMany = this.counted.length + underWay + 1 - this.requests;
		if (tooMany <= 0) return 0;
		return (this.counted[tooMany - 1] ?? now) + this.spanMs - now;
	}

	count(now: number): void {
		this.counted.push(now);
	}

	fill(now: number): void {
		this.counted = Array.from({ length: this.requests }, () => now);
	}

	isUnused(now: number): boolean {
		return this.counted.every((time) => now - time >= this.spanMs);
	}
}

/** `perSecond` requests a second sustained, up to `burst` at once. */
export class TokenBucket implements Limit {
	private spent = 0;

	private spentAt = 0;

	constructor(
		private readonly perSecond: number,
		private readonly burst: number,
	) {}

	private spentNow(now: number): number {
		return Math.max(0, this.spent - ((now - this.spentAt) * this.perSecond) / 1000);
	}

	freeInMs(now: number, underWay: number): number {
		const missing = this.spentNow(now) + underWay + 1 - this.burst;
		return missing <= 0 ? 0 : Math.ceil((missing * 1000) / this.perSecond);
	}

	count(now: number): void {
		this.spent = Math.min(this.burst, this.spentNow(now) + 1);
		this.spentAt = now;
	}

	fill(now: number): void {
		this.spent = this.burst;
		this.spentAt = now;
	}

	isUnused(now: number): boolean {
		return this.spentNow(now) === 0;
	}
}

/**
 * The traffic that one rate of the service holds back: all lookups of an account, or all messages of a number.
 * The service counts a request when it arrives, which is some time between start and answer; so a request counts
 * as under way until its answer, and as made at its answer. That never lets the service see more than the rate,
 * however slow the network is. Nodes with different limits count each other's requests.
 */
export class Traffic {
	private readonly limits = new Map<string, Limit>();

	private underWay = 0;

	private heldUntil = 0;

	/** The limit under `name`, made by `create` when there is none. Traffic before that counts as much as it can. */
	limit(name: string, create: () => Limit): Limit {
		const known = this.limits.get(name);
		if (known) return known;
		const limit = create();
		if (!this.isIdle()) limit.fill(performance.now());
		this.limits.set(name, limit);
		return limit;
	}

	/** Milliseconds until the next request under a limit may start: 0 means now. */
	waitMs(limit: Limit | undefined): number {
		const now = performance.now();
		return Math.max(this.heldUntil - now, limit?.freeInMs(now, this.underWay) ?? 0, 0);
	}

	/** Notes that a request starts. */
	start(): void {
		this.underWay += 1;
	}

	/** Notes that a request is over; it counts unless it cannot have `reached` the service. */
	finish(reached: boolean): void {
		this.underWay -= 1;
		if (reached) for (const limit of this.limits.values()) limit.count(performance.now());
	}

	/** Lets nothing start for `ms` milliseconds, because the service asked for it. */
	hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, performance.now() + ms);
	}

	/** Whether forgetting this traffic would change nothing. */
	isIdle(): boolean {
		const now = performance.now();
		return (
			this.underWay === 0 &&
			this.heldUntil <= now &&
			[...this.limits.values()].every((limit) => limit.isUnused(now))
		);
	}
}

/** Decides when a request may start: traffic, and the limit that this caller keeps in it. */
export interface Rate {
	traffic: Traffic;
	/** Without it, nothing but a hold keeps a request back. */
	limit?: Limit;
}

const known = new Map<string, Traffic>();
const crowded = 1000;

/** The traffic under `key`: one for all executions in this process. */
export function sharedTraffic(key: string): Traffic {
	let traffic = known.get(key);
	if (!traffic) {
		if (known.size >= crowded) for (const [idle, old] of known) if (old.isIdle()) known.delete(idle);
		traffic = new Traffic();
		known.set(key, traffic);
	}
	return traffic;
}
