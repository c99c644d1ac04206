import { pause } from './pause';
import type { Rate, Traffic } from './rate';
import type { Slots } from './slots';

const longestPauseMs = 1000;

/** A place in the traffic, taken until `leave`. */
export type Place = Traffic;

/**
 * The items of one run that share a rate, in the order of the items. Only the first of them looks at the rate
 * and then at the slots, so that an item never holds a slot while it waits for its rate.
 */
export class Lane {
	private last: Promise<void> = Promise.resolve();

	constructor(
		private readonly rate: () => Rate,
		private readonly slots: Slots,
	) {}

	/**
	 * Waits in line until the rate and a slot admit one request, and gives the place to `leave` when it is over;
	 * nothing when `signal` was aborted meanwhile.
	 */
	async enter(signal?: AbortSignal): Promise<Place | undefined> {
		const before = this.last;
		let passOn = () => {};
		this.last = new Promise((resolve) => {
			passOn = resolve;
		});
		await before;
		try {
			return await this.enterAgain(signal);
		} finally {
			passOn();
		}
	}

	/** Like `enter`, for a request that has stood in line before. */
	async enterAgain(signal?: AbortSignal): Promise<Place | undefined> {
		while (!signal?.aborted) {
			await pause(Math.min(this.waitMs(), longestPauseMs), signal);
			await this.slots.acquire();
			const { traffic, limit } = this.rate();
			if (!signal?.aborted && traffic.waitMs(limit) === 0) {
				traffic.start();
				return traffic;
			}
			this.slots.release();
		}
		return undefined;
	}

	/** Gives the slot back and counts the request, if it can have reached the service. */
	leave(place: Place, reached: boolean): void {
		place.finish(reached);
		this.slots.release();
	}

	/** Lets nothing of this rate start for `ms` milliseconds. */
	hold(ms: number): void {
		this.rate().traffic.hold(ms);
	}

	private waitMs(): number {
		const { traffic, limit } = this.rate();
		return traffic.waitMs(limit);
	}
}
