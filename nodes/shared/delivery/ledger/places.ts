import type { Lock, Locks } from './locks';
import type { NodeList } from './node-list';

/** Numbered places with a name, which all runs and workers share: each is taken once. */
export class Places {
	/** Those that are known to be taken. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly list: NodeList,
		private readonly locks: Locks,
		private readonly claim: string,
	) {}

	/**
	 * Takes the first free one of so many places, and answers how to give it back; undefined when all are taken. n8n's error
	 * when it refuses.
	 */
	async take(name: string, count: number): Promise<(() => void) | undefined> {
		const endTurn = await this.list.turns.next(name);
		let lock: Lock | undefined;
		try {
			const places = Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
			const isTakenHere = (place: string) => this.taken.has(place);
			if (!places.every(isTakenHere)) lock = await this.locks.take({ lock: name, claim: this.claim });
			for (const place of lock ? places : []) {
				const isTaken = isTakenHere(place) || (await this.list.record([place])).has(place);
				this.taken.add(place);
				if (isTaken) continue;
				this.list.keep([place]);
				return () => {
					this.taken.delete(place);
					this.list.removeSoon([place]);
				};
			}
			return undefined;
		} finally {
			if (lock) void this.locks.letGo(lock);
			endTurn();
		}
	}
}
