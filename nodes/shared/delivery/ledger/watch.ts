import { randomUUID } from 'crypto';

const all = Array.from({ length: 64 }, (_, number) => `watch ${number}`);

/**
 * How a process notices others that write to the same list: each of its calls leaves values, and expects those of the call
 * before. Who wants to be noticed removes those of all others.
 */
export class Watch {
	/** What the last call has left: a value that others can remove, and one that nobody else can enter. */
	last: string[] = [];

	/** What other processes may have left. */
	get others(): string[] {
		return all.filter((value) => !this.last.includes(value));
	}

	/** What the next call leaves. */
	next(): string[] {
		const { others } = this;
		return [String(others[Math.floor(Math.random() * others.length)]), `watch ${randomUUID()}`];
	}
}
