/** A turn in a line; it lasts until it is disposed of. */
export interface Turn extends Disposable {
	/** Whether it was given up before it came. */
	isStopped: boolean;
}

/** Does work that takes things, and gives each back when the work is over, the last one first. */
export async function holding<Result>(
	work: (hold: <Held extends Disposable>(one: Held) => Held) => Promise<Result>,
): Promise<Result> {
	const held: Disposable[] = [];
	const hold = <Held extends Disposable>(one: Held) => {
		held.push(one);
		return one;
	};
	try {
		return await work(hold);
	} finally {
		for (const one of held.toReversed()) one[Symbol.dispose]();
	}
}

/** Lines by their keys: whoever has a turn is alone in its lines, in the order of the asking. */
export class WorkOrder {
	private readonly last = new Map<string, Promise<void>>();

	/** A turn in the lines of all these keys, once those who asked for one of them before are over, or `stopped` resolves. */
	async turn(keys: string[], stopped?: Promise<unknown>): Promise<Turn> {
		const before = Promise.all(keys.map((key) => this.last.get(key)));
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const over = before.then(async () => await ended);
		for (const key of keys) this.last.set(key, over);
		void over.then(() => {
			for (const key of keys) if (this.last.get(key) === over) this.last.delete(key);
		});
		const isStopped = await Promise.race([
			before.then(() => false),
			...(stopped ? [stopped.then(() => true)] : []),
		]);
		return { isStopped, [Symbol.dispose]: end };
	}

	/** Does `work` once everything asked for the same `key` before is over, however that ended. */
	async next<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		return await holding(async (hold) => {
			hold(await this.turn([key]));
			return await work();
		});
	}
}
