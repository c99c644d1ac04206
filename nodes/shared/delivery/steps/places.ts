import type { NodeList } from '../ledger/node-list';

/** Numbered places with a name, which all runs and workers share: each is taken once. */
export class Places {
	/** Those that are known to be taken. */
	private readonly taken = new Set<string>();

	constructor(private readonly list: NodeList) {}

	/**
	 * Takes the first free one of so many places, and answers how to give it back; undefined when all are taken. n8n's error
	 * when it refuses.
	 */
	async take(name: string, count: number): Promise<(() => void) | undefined> {
		for (let number = 1; number <= count; number += 1) {
			const place = `${name} ${number}`;
			if (this.taken.has(place)) continue;
			this.taken.add(place);
			const found = await this.list.record([place]);
			if (found.has(place)) continue;
			return () => {
				this.taken.delete(place);
				this.list.removeSoon([place]);
			};
		}
		return undefined;
	}
}
