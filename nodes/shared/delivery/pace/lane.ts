import { pause } from './pause';
import type { Place, Rate, Verdict } from './rate';
import type { Slots } from './slots';

const longestPauseMs = 1000;

/** Why a request gets no place: the execution was stopped, or the service has refused the rate for too long. */
export type NoPlace = 'stopped' | 'refused';

/**
 * The items of one run that share a rate, in the order of the items. Only the first of them looks at the rate
 * and then at the slots, so that an item never holds a slot while it waits for its rate.
 */
export class Lane {
	private readonly openedAt = performance.now();

	private last: Promise<void> = Promise.resolve();

	private keptBack = 0;

	private keptBackAt = 0;

	private keptBackMs = 0;

	constructor(
		private readonly rate: () => Rate,
		private readonly slots: Slots,
	) {}

	/** Milliseconds for which the rate has kept back at least one item of this lane. */
	get waitedMs(): number {
		return this.keptBackMs + (this.keptBack > 0 ? performance.now() - this.keptBackAt : 0);
	}

	/**
	 * Waits in line until the rate and a slot admit one request, and gives the place to `leave` when it is over.
	 * There is no place when `signal` was aborted meanwhile, or when the service has refused everything of this rate
	 * for `refusedMs` of this run by the time when the next request might start.
	 */
	async enter(signal: AbortSignal | undefined, refusedMs: number): Promise<Place | NoPlace> {
		const before = this.last;
		let passOn = () => {};
		this.last = new Promise((resolve) => {
			passOn = resolve;
		});
		await before;
		try {
			return await this.enterAgain(signal, refusedMs);
		} finally {
			passOn();
		}
	}

	/** Like `enter`, for a request that has stood in line before. */
	async enterAgain(signal: AbortSignal | undefined, refusedMs: number): Promise<Place | NoPlace> {
		while (!signal?.aborted) {
			const waitMs = this.waitMs();
			if (waitMs > 0) {
				if (this.isRefusedFor(refusedMs, waitMs)) return 'refused';
				await this.keepBack(waitMs, signal);
			}
			await this.slots.acquire();
			if (!signal?.aborted && this.waitMs() <= 0) return this.rate().traffic.start();
			this.slots.release();
		}
		return 'stopped';
	}

	/** Gives the slot back, and tells the rate what became of the request. */
	leave(place: Place, verdict: Verdict): void {
		place.traffic.finish(place, verdict);
		this.slots.release();
	}

	/** Lets nothing of this rate start for `ms` milliseconds, and a little longer by chance. */
	hold(ms: number): void {
		this.rate().traffic.hold(ms);
	}

	/** Milliseconds to wait after a refusal when the service does not say. */
	backOffMs(): number {
		return this.rate().traffic.backOffMs();
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
		if (this.keptBack === 0) this.keptBackAt = performance.now();
		this.keptBack += 1;
		await pause(Math.min(ms, longestPauseMs), signal);
		this.keptBack -= 1;
		if (this.keptBack === 0) this.keptBackMs += performance.now() - this.keptBackAt;
	}
}
