/** One after the other for each key, e.g. of messages to the same recipient: a turn lasts until it is ended. */
export class Turns {
	private readonly current = new Map<string, Promise<void>>();

	/** Resolves when it is the caller's turn; it ends with the function that is answered. */
	async next(key: string): Promise<() => void> {
		while (this.current.has(key)) await this.current.get(key);
		let end = () => {};
		const turn = new Promise<void>((resolve) => (end = resolve));
		this.current.set(key, turn);
		return () => {
			if (this.current.get(key) === turn) this.current.delete(key);
			end();
		};
	}
}
