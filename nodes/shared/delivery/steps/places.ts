import type { NodeList } from '../ledger/node-list';

/** How many places are asked for at once. */
const placesAtOnce = 20;

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
		const all = Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
		for (;;) {
			const some = all.filter((place) => !this.taken.has(place)).slice(0, placesAtOnce);
			if (some.length === 0) return undefined;
			const own: string[] = [];
			const found = await this.list.claim(some, (there) => {
				own.push(...some.filter((place) => !there.has(place)).slice(0, 1));
				return own;
			});
			for (const place of [...found, ...own]) this.taken.add(place);
			if (own.length > 0) return () => this.giveBack(own);
		}
	}

	private giveBack(places: string[]): void {
		for (const place of places) this.taken.delete(place);
		this.list.removeSoon(places);
	}
}
