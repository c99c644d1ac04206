import { sleep } from 'n8n-workflow';

import { rounds, type NodeList } from './node-list';

/** Waits for somebody else, 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

/** Others wait longer for a lock before they take it over, in milliseconds. */
const leaseMs = 20_000;

/** What stands in n8n's list while a message is recorded, and since when, in milliseconds. */
export interface Lock {
	values: string[];
	since: number;
}

/** Whether nobody can have taken a lock over. */
export function isCertain({ since }: Lock): boolean {
	return Date.now() - since < leaseMs;
}

/** The locks of one run in a node's list: who has one may record a message to what it stands for, and nobody else may. */
export class Locks {
	constructor(
		private readonly list: NodeList,
		private readonly isStopped: () => boolean,
	) {}

	/** A lock, once nobody else has it, or has not let go of it for long; undefined when the execution is stopped. */
	async take({ lock, claim }: { lock: string; claim: string }): Promise<Lock | undefined> {
		const claimValue = `claim ${lock} ${claim}`;
		const locks = [`lock ${lock}`];
		for (let waits = 0; !this.isStopped(); waits += 1) {
			const since = Date.now();
			const values = [...locks, claimValue];
			const found = await this.list.record(values);
			const isFree = !found.has(String(locks.at(-1)));
			if (isFree && (await this.stays(locks, claimValue))) return { values, since };
			this.list.removeSoon([claimValue]);
			if (await this.hasWaited(waits)) continue;
			// Of those that take it over, the first one that enters this later generation has it.
			locks.push(`lock ${lock} ${locks.length}`);
			waits = -1;
		}
		return undefined;
	}

	/** Waits for values of others to go; those that take too long count as left by a process that was killed. */
	async waitFor(values: string[], waits: number): Promise<void> {
		if (await this.hasWaited(waits)) return;
		for (const value of values) this.list.abandoned.add(value);
	}

	private async hasWaited(waits: number): Promise<boolean> {
		const waitMs = waitsMs[waits];
		if (waitMs === undefined) return false;
		await sleep(waitMs * (0.75 + Math.random() / 2));
		return true;
	}

	/** Whether locks stay this try's: where two take them at the same time, one of them overwrites the other. */
	private async stays(locks: string[], claimValue: string): Promise<boolean> {
		for (let round = 0; round < rounds; round += 1) {
			await sleep(this.list.settleMs);
			const found = await this.list.record([...locks, claimValue]);
			if (found.has(claimValue)) return true;
			if (locks.some((lock) => found.has(lock))) return false;
		}
		return false;
	}
}
