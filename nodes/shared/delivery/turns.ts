import { sleep } from 'n8n-workflow';

import type { Delivery } from './delivery';
import { pause } from './pace/pause';

/** Enough that the items of every sender of a pool are among them, few enough to keep thousands out of memory. */
const preparedAtOnce = 1000;

/** Items that are prepared before the process may do something else. */
const withoutABreak = 20;

/** Tells when the next item may be prepared. */
export class Turns {
	private prepared = 0;

	private sinceBreak = 0;

	private lookAgain = () => {};

	constructor(private readonly delivery: Delivery) {
		delivery.semaphore.onRelease = () => this.lookAgain();
	}

	/** Waits until n8n's own Batching lets one more item start, and until there is room for it. */
	async next(index: number): Promise<void> {
		const { settings, semaphore, run } = this.delivery;
		const { size, intervalMs } = settings.batching ?? { size: 1, intervalMs: 0 };
		if (index > 0 && index % size === 0) await pause(intervalMs, run.signal);
		this.sinceBreak = semaphore.isFree ? this.sinceBreak + 1 : 0;
		if (this.sinceBreak % withoutABreak === withoutABreak - 1) await sleep(0);
		while (!this.hasRoom()) {
			await new Promise<void>((resolve) => {
				this.lookAgain = resolve;
			});
		}
		this.prepared += 1;
	}

	/** Notes that an item whose turn had come is done. */
	over(): void {
		this.prepared -= 1;
		this.lookAgain();
	}

	/**
	 * While requests are under way as many as may be, as many again are prepared; while items wait for their rate, so
	 * many that those of other senders are among them.
	 */
	private hasRoom(): boolean {
		const { semaphore, requestsAtOnce } = this.delivery;
		return this.prepared < (semaphore.isFree ? preparedAtOnce : 2 * requestsAtOnce);
	}
}
