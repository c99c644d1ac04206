import { pause } from './pause';
import type { Place, Rate, Verdict } from './rate';
import type { Slots } from './slots';

const longestPauseMs = 1000;

/** Why a request gets no place: the execution was stopped, or the service has refused the rate for too long. */
export type NoPlace = 'stopped' | 'refused';

/** How long a request waits in a lane at most. */
export interface LanePatience {
	/** Aborted when the execution is stopped. */
	signal?: AbortSignal;
	/** Milliseconds of this run for which the service may refuse everything of the rate. */
	refusedMs: number;
}

interface Waiting extends LanePatience {
	letsOnePass: boolean;
	end: (place: Place | NoPlace) => void;
}

/**
 * The items of one run that share a rate, in the order of the items; those that were tried before go first. Only one of
 * them at a time looks at the rate and then at the slots, so that none holds a slot while it waits for its rate.
 */
export class Lane {
	private readonly openedAt = performance.now();

	private readonly tried: Waiting[] = [];

	private readonly fresh: Waiting[] = [];

	private isServing = false;

	private lastFirstRefusalAt = -Infinity;

	private keptBackAt?: number;

	private keptBackMs = 0;

	constructor(
		private readonly rate: () => Rate,
		private readonly slots: Slots,
	) {}

	/** Milliseconds for which the rate has kept this lane back. */
	get waitedMs(): number {
		return this.keptBackMs + (this.keptBackAt === undefined ? 0 : performance.now() - this.keptBackAt);
	}

	/**
	 * Waits in line until the rate and a slot admit one request, and gives the place to `leave` when it is over.
	 * There is no place when the execution was stopped meanwhile, or when the service has refused everything of this
	 * rate for as long as it may by the time when the next request might start.
	 */
	async enter(patience: LanePatience): Promise<Place | NoPlace> {
		return await this.wait(this.fresh, patience);
	}

	/**
	 * Like `enter`, for a request that was tried before: it goes before those that were not, or after the next one of
	 * them if it lets one pass.
	 */
	async enterAgain(patience: LanePatience, letsOnePass: boolean): Promise<Place | NoPlace> {
		return await this.wait(this.tried, patience, letsOnePass);
	}

	/** Gives the slot back, and tells the rate what became of the request and, if refused, how long to wait. */
	leave(place: Place, verdict: Verdict, holdMs?: number): void {
		place.traffic.finish(place, verdict, holdMs);
		this.slots.release();
	}

	/** Milliseconds to wait after a refusal when the service does not say. */
	backOffMs(): number {
		return this.rate().traffic.backOffMs();
	}

	/** When the youngest request of this rate started that the service has taken. */
	get takenStartedAt(): number {
		return this.rate().traffic.takenStartedAt;
	}

	/** When a request of this lane was last refused for the first time. */
	get firstRefusalAt(): number {
		return this.lastFirstRefusalAt;
	}

	/** Notes that a request of this lane was refused for the first time, now. */
	noteFirstRefusal(): void {
		this.lastFirstRefusalAt = performance.now();
	}

	private async wait(line: Waiting[], patience: LanePatience, letsOnePass = false): Promise<Place | NoPlace> {
		return await new Promise((end) => {
			line.push({ ...patience, letsOnePass, end });
			if (!this.isServing) void this.serve();
		});
	}

	/** The line of which the first is next. */
	private get line(): Waiting[] {
		const [tried] = this.tried;
		if (!tried) return this.fresh;
		return tried.letsOnePass && this.fresh.length > 0 ? this.fresh : this.tried;
	}

	/** Serves those who wait, one after the other, for as long as anybody does. */
	private async serve(): Promise<void> {
		this.isServing = true;
		for (let [first] = this.line; first; [first] = this.line) {
			const waitMs = this.waitMs();
			if (first.signal?.aborted) this.endFirst('stopped');
			else if (waitMs <= 0) await this.admitFirst();
			else if (this.isRefusedFor(first.refusedMs, waitMs)) this.endFirst('refused');
			else await this.keepBack(waitMs, first.signal);
		}
		this.isServing = false;
	}

	private async admitFirst(): Promise<void> {
		await this.slots.acquire();
		if (this.line[0]?.signal?.aborted || this.waitMs() > 0) this.slots.release();
		else this.endFirst(this.rate().traffic.start());
	}

	private endFirst(place: Place | NoPlace): void {
		const { line } = this;
		line.shift()?.end(place);
		if (line === this.fresh && this.tried[0]) this.tried[0].letsOnePass = false;
	}

	private waitMs(): number {
		const { traffic, limit } = this.rate();
		return traffic.waitMs(limit);
	}

	private isRefusedFor(refusedMs: number, waitMs: number): boolean {
		const { refusedSince } = this.rate().traffic;
		if (refusedSince === undefined) return false;
		return performance.now() + waitMs > Math.max(refusedSince, this.openedAt) + refusedMs;
	}

	private async keepBack(ms: number, signal: AbortSignal | undefined): Promise<void> {
		this.keptBackAt = performance.now();
		await pause(Math.min(ms, longestPauseMs), signal);
		this.keptBackMs = this.waitedMs;
		this.keptBackAt = undefined;
	}
}
