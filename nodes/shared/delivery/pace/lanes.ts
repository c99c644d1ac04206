import { Lane } from './lane';
import type { KeyedRate } from './rate-of';
import type { Slots } from './slots';

/** The lanes of one run, one for each rate that its requests keep. */
export class Lanes {
	private readonly lanes = new Map<string, { lane: Lane; words?: string }>();

	constructor(private readonly slots: Slots) {}

	/** The lane of all requests of this run that keep the same rate. */
	lane({ key, rate, words }: KeyedRate): Lane {
		const known = this.lanes.get(key);
		if (known) return known.lane;
		const lane = new Lane(rate, this.slots);
		this.lanes.set(key, { lane, words });
		return lane;
	}

	/** The rates that kept requests back, in words, and for how many milliseconds at most. */
	waits(): Map<string, number> {
		const waits = new Map<string, number>();
		for (const { lane, words } of this.lanes.values()) {
			if (words) waits.set(words, Math.max(waits.get(words) ?? 0, lane.waitedMs));
		}
		return waits;
	}
}
