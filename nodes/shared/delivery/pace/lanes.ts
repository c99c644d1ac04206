import { Lane } from './lane';
import type { KeyedRate } from './rate-of';
import type { Slots } from './slots';

/** The lanes of one run, one for each rate that its requests keep. */
export class Lanes {
	private readonly lanes = new Map<string, Lane>();

	constructor(private readonly slots: Slots) {}

	/** The lane of all requests of this run that keep the same rate. */
	lane({ key, rate }: KeyedRate): Lane {
		const known = this.lanes.get(key);
		if (known) return known;
		const lane = new Lane(rate, this.slots);
		this.lanes.set(key, lane);
		return lane;
	}
}
