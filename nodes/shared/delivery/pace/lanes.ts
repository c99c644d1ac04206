import { Lane } from './lane';
import type { KeyedRate } from './rate-of';
import type { Slots } from './slots';

/** The lanes of one run, one for each rate that its requests keep. */
export class Lanes {
	private readonly lanes = new Map<string, Lane>();

	private readonly words = new Map<string, string>();

	constructor(private readonly slots: Slots) {}

	/** The lane of all requests of this run that keep the same rate. */
	lane({ key, rate, words }: KeyedRate): Lane {
		const known = this.lanes.get(key);
		if (known) return known;
		const lane = new Lane(rate, this.slots);
		this.lanes.set(key, lane);
		if (words) this.words.set(key, words);
		return lane;
	}

	/** The rates that kept requests back, in words, and for how many milliseconds at most. */
	waits(): Map<string, number> {
		const waits = new Map<string, number>();
		for (const [key, rate] of this.words) {
			const waitedMs = this.lanes.get(key)?.waitedMs ?? 0;
			waits.set(rate, Math.max(waits.get(rate) ?? 0, waitedMs));
		}
		return waits;
	}
}
