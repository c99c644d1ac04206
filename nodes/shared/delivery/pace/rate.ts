import { backOff } from './back-off';
import { answerPollMs, type Limit } from './limit';

/** A request under way. */
export interface Place {
	traffic: Traffic;
	startedAt: number;
}

/**
 * What became of a request, as far as its rate is concerned: the service `accepted` it, or `refused` it because of
 * the rate (429); it `counted` although it brought no success; or it says `nothing` about the rate.
 */
export type Verdict = 'accepted' | 'refused' | 'counted' | 'nothing';

/** Decides when a request may start: traffic, and the limit that this caller keeps in it. */
export interface Rate {
	traffic: Traffic;
	/** Without it, nothing but a hold keeps a request back. */
	limit?: Limit;
}

/** How long a rate is remembered of which the service has not taken a request any more. */
const refusalRememberedMs = 3_600_000;

/** More limits than anybody chooses by hand: an expression makes a new one for each item. */
const manyLimits = 20;

/**
 * The traffic that one rate of the service holds back: all lookups of an account, or all messages of a number.
 * The service counts a request when it arrives, which is some time between start and answer; so a request counts
 * as under way until its answer, and as made at its answer. That never lets the service see more than the rate,
 * however slow the network is. Nodes with different limits count each other's requests. What other processes send
 * shows in refusals only: after one, every limit is lowered, and requests go one by one until they pass again.
 */
export class Traffic {
	private readonly limits = new Map<string, Limit>();

	private underWay = 0;

	private heldUntil = 0;

	private spreadMs = 0;

	private atOnce = Infinity;

	private refusals = 0;

	private loweredAt = -Infinity;

	private refusedAt?: number;

	private lastTakenStart = -Infinity;

	/** The limit under `name`, made by `create` when there is none. Traffic before that counts as much as it can. */
	limit(name: string, create: () => Limit): Limit {
		const known = this.limits.get(name);
		if (known) return known;
		const now = performance.now();
		const limit = create();
		if (!this.isIdle()) limit.fill(now);
		if (this.limits.size >= manyLimits) {
			for (const [other, old] of this.limits) if (old.isUnused(now)) this.limits.delete(other);
		}
		this.limits.set(name, limit);
		return limit;
	}

	/** Since when the service lets nothing of this rate pass, or asks to hold it; undefined when it does neither. */
	get refusedSince(): number | undefined {
		const isHeld = this.heldUntil > performance.now();
		return this.refusedAt ?? (isHeld ? this.loweredAt : undefined);
	}

	/** When the youngest request started that the service has taken. */
	get takenStartedAt(): number {
		return this.lastTakenStart;
	}

	/** Whole milliseconds until the next request under a limit may start: 0 means now. */
	waitMs(limit: Limit | undefined): number {
		const now = performance.now();
		const isTrying = this.underWay >= this.atOnce;
		const waits = [
			this.heldUntil - now,
			limit?.freeInMs(now, this.underWay) ?? 0,
			isTrying ? answerPollMs : 0,
		];
		return Math.ceil(Math.max(0, ...waits));
	}

	/** Notes that a request starts. */
	start(): Place {
		this.underWay += 1;
		return { traffic: this, startedAt: performance.now() };
	}

	/** Notes that a request is over, and what became of it. After a refusal nothing starts for `holdMs`. */
	finish({ startedAt }: Place, verdict: Verdict, holdMs = 0): void {
		this.underWay -= 1;
		if (verdict === 'nothing') return;
		if (verdict !== 'refused') return this.noteTaken(startedAt, verdict === 'accepted');
		if (startedAt > this.loweredAt) this.lower();
		this.hold(holdMs);
	}

	/** Milliseconds to wait after a refusal when the service does not say: longer with each one in a row. */
	backOffMs(): number {
		const now = performance.now();
		const longest = Math.min(backOff.longestMs, backOff.leastMs * 2 ** (this.refusals + 1));
		const limits = [...this.limits.values()].map((limit) => limit.backOffMs(now));
		return Math.max((longest * (1 + Math.random())) / 2, ...limits);
	}

	/** Whether forgetting this traffic would change nothing. */
	isIdle(): boolean {
		const now = performance.now();
		return (
			this.underWay === 0 &&
			this.heldUntil <= now &&
			(this.refusedAt === undefined || now - this.loweredAt > refusalRememberedMs) &&
			[...this.limits.values()].every((limit) => limit.isUnused(now))
		);
	}

	private noteTaken(startedAt: number, accepted: boolean): void {
		const now = performance.now();
		this.lastTakenStart = Math.max(this.lastTakenStart, startedAt);
		this.refusals = 0;
		this.refusedAt = undefined;
		this.atOnce *= 2;
		for (const limit of this.limits.values()) {
			limit.count(now);
			if (accepted) limit.raise(now);
		}
	}

	/** Takes less from now on. A request that started before this says nothing new when it is refused as well. */
	private lower(): void {
		const now = performance.now();
		this.refusedAt ??= now;
		this.refusals += 1;
		this.loweredAt = now;
		this.atOnce = 1;
		for (const limit of this.limits.values()) limit.lower(now);
		const spreads = [...this.limits.values()].map(({ spreadMs }) => spreadMs);
		this.spreadMs = Math.random() * Math.max(0, ...spreads);
	}

	/** Lets nothing start for `ms` milliseconds or what the lowered limits ask, and a little longer by chance. */
	private hold(ms: number): void {
		const now = performance.now();
		const free = [...this.limits.values()].map((limit) => limit.freeInMs(now, 0));
		this.heldUntil = Math.max(this.heldUntil, now + Math.max(ms, ...free) + this.spreadMs);
	}
}

const known = new Map<string, Traffic>();
const crowd = 1000;
let crowded = crowd;

/** The traffic under `key`: one for all executions in this process. */
export function sharedTraffic(key: string): Traffic {
	const found = known.get(key);
	if (found) return found;
	if (known.size >= crowded) {
		for (const [other, traffic] of known) if (traffic.isIdle()) known.delete(other);
		crowded = Math.max(crowd, 2 * known.size);
	}
	const traffic = new Traffic();
	known.set(key, traffic);
	return traffic;
}
