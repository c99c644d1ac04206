import type { IDataObject } from 'n8n-workflow';

/** How many characters tell the messages of an execution apart in what n8n stores with it. */
const shortLength = 6;

/** Counts the messages of an execution to each recipient and of each request, over all rounds of a loop. */
export class Ordinals {
	private readonly counts = new Map<string, number>();

	/** How many messages the node had in earlier rounds. */
	readonly earlier: number;

	/** `rounds` are the messages by their rounds, stored with the execution; a round that is tried again counts anew. */
	constructor(
		private readonly rounds: IDataObject,
		private readonly round: number,
	) {
		this.forget();
		const prints = Object.values(rounds).join('');
		this.earlier = prints.length / shortLength / 2;
		for (let at = 0; at < prints.length; at += shortLength) this.add(prints.slice(at, at + shortLength));
	}

	/** How many messages there were before with the same print, and counts one more. */
	next(print: string): number {
		const short = print.slice(0, shortLength);
		this.rounds[this.round] = `${String(this.rounds[this.round])}${short}`;
		return this.add(short) - 1;
	}

	/** Forgets the messages of this round. */
	forget(): void {
		this.rounds[this.round] = '';
	}

	private add(short: string): number {
		const count = (this.counts.get(short) ?? 0) + 1;
		this.counts.set(short, count);
		return count;
	}
}
