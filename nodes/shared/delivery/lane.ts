import { pause } from './pause';
import type { Rate } from './rate';
import type { Slots } from './slots';

/**
 * The items of one run that share a rate, in the order of the items. Only the first of them looks at the rate
 * and then at the slots, so that an item never holds a slot while it waits for its rate.
 */
export class Lane {
	private last: Promise<void> = Promise.resolve();

	constructor(
		private readonly rate: Rate,
		private readonly slots: Slots,
	) {}

	/**
	 * Waits in line until the rate and a slot admit one request; call `leave` when it is over. False when `signal`
	 * was aborted meanwhile: then there is nothing to leave.
	 */
	async enter(signal?: AbortSignal): Promise<boolean> {
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
	async enterAgain(signal?: AbortSignal): Promise<boolean> {
		while (!signal?.aborted) {
			await pause(this.rate.waitMs(), signal);
			await this.slots.acquire();
			if (!signal?.aborted && this.rate.waitMs() === 0) {
				this.rate.start();
				return true;
			}
			this.slots.release();
		}
		return false;
	}

	/** Gives the slot back and counts the request, if it can have reached the service. */
	leave(reached: boolean): void {
		this.rate.finish(reached);
		this.slots.release();
	}

	/** Lets nothing of this rate start for `ms` milliseconds. */
	hold(ms: number): void {
		this.rate.hold(ms);
	}
}
