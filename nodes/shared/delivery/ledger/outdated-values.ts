/** How often a value is removed where there are other processes. */
const maxRounds = 6;

/** Values to be removed from a list, and again at growing distances: another process may write an older list back. */
export class OutdatedValues {
	/** The rounds that are over, how many there are, and from when the next one may be, in milliseconds. */
	private readonly values = new Map<string, { round: number; rounds: number; from: number }>();

	get size(): number {
		return this.values.size;
	}

	/** How many were not removed yet. */
	get newCount(): number {
		return [...this.values.keys()].filter((value) => this.isNew(value)).length;
	}

	/** Whether a value was not removed yet: it is still in the list. */
	isNew(value: string): boolean {
		return this.values.get(value)?.round === 0;
	}

	/** Has values removed so many times. */
	add(values: string[], rounds = maxRounds): void {
		for (const value of values) this.values.set(value, { round: 0, rounds, from: 0 });
	}

	/** Leaves a value in the list. */
	delete(value: string): void {
		this.values.delete(value);
	}

	/** The values whose next round is due. Without other processes, one round is enough. */
	takeDue(settleMs: number, isShared: boolean): string[] {
		const now = Date.now();
		const due = [...this.values].filter(([, { from }]) => from <= now);
		for (const [value, { round, rounds }] of due) {
			const from = now + settleMs * 2 ** round;
			if (round + 1 < rounds) this.values.set(value, { round: round + 1, rounds, from });
			else this.values.delete(value);
		}
		return due.filter(([, { round }]) => isShared || round === 0).map(([value]) => value);
	}
}
