import type { Rate } from './rate-of';
import { RateQueue, type Semaphore } from './rate-queue';

/** The queues of one run, one for each rate that its requests keep. */
export class RateQueues {
	private readonly queues = new Map<string, { queue: RateQueue; words?: string }>();

	private readonly planned = new Map<string, { rate: Rate; requests: number }>();

	/** Requests that a run would leave for later ones. */
	private left = 0;

	constructor(private readonly semaphore: Semaphore) {}

	/** The queue of all requests of this run that keep the same rate. */
	queue({ key, limiter, words }: Rate): RateQueue {
		const known = this.queues.get(key);
		if (known) return known.queue;
		const queue = new RateQueue(limiter, this.semaphore);
		this.queues.set(key, { queue, words });
		return queue;
	}

	/** Counts a request that is not made: a dry run. Answers whether it is among the `most` that a run makes of a rate. */
	plan(rate: Rate, most = Infinity): boolean {
		const { requests } = this.planned.get(rate.key) ?? { requests: 0 };
		const isMade = requests < most;
		if (isMade) this.planned.set(rate.key, { rate, requests: requests + 1 });
		else this.left += 1;
		return isMade;
	}

	/** How long the planned requests of a run would take, in milliseconds, by how many rates side by side, and how many are left. */
	get plannedTime(): { ms: number; rates: number; left: number } {
		const times = [...this.planned.values()].map(({ rate, requests }) => rate.durationMs(requests));
		return { ms: Math.max(0, ...times), rates: times.length, left: this.left };
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
