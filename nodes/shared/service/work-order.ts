/** Lets work for the same key begin only when what was asked for before is over, in the order of the asking. */
export class WorkOrder {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Does `work` once everything asked for the same `key` before is over, however that ended. */
	async next<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(key);
		const own = before ? before.then(work, work) : work();
		this.last.set(key, own);
		try {
			return await own;
		} finally {
			if (this.last.get(key) === own) this.last.delete(key);
		}
	}

	/** Does `work` once everything asked for each of the keys before is over. */
	async nextOfAll<Result>(keys: string[], work: () => Promise<Result>): Promise<Result> {
		const inOrder = async ([key, ...others]: string[]): Promise<Result> =>
			key === undefined ? await work() : await this.next(key, async () => await inOrder(others));
		return await inOrder(keys.toSorted());
	}
}
