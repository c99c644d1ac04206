/** Lets work for the same recipient begin only when what was asked for before is over, in the order of the asking. */
export class RecipientOrder {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Does `work` once everything asked for the same `recipient` before is over, however that ended. */
	async next<Result>(recipient: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(recipient);
		const own = before ? before.then(work, work) : work();
		this.last.set(recipient, own);
		try {
			return await own;
		} finally {
			if (this.last.get(recipient) === own) this.last.delete(recipient);
		}
	}
}
