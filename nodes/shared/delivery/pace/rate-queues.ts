import type { Rate } from './rate-of';
import { RateQueue } from './rate-queue';
import type { Semaphore } from './semaphore';

/** The queues of one run, one for each rate that its requests keep. */
export class RateQueues {
	private readonly queues = new Map<string, { queue: RateQueue; words?: string }>();

	constructor(private readonly semaphore: Semaphore) {}

	/** The queue of all requests of this run that keep the same rate. */
	queue({ key, limiter, words }: Rate): RateQueue {
		const known = this.queues.get(key);
		if (known) return known.queue;
		const queue = new RateQueue(limiter, this.semaphore);
		this.queues.set(key, { queue, words });
		return queue;
	}

	/** The rates that kept requests back, in words, and for how many milliseconds at most. */
	waits(): Map<string, number> {
		const waits = new Map<string, number>();
		for (const { queue, words } of this.queues.values()) {
			if (words) waits.set(words, Math.max(waits.get(words) ?? 0, queue.waitedMs));
		}
		return waits;
	}
}
