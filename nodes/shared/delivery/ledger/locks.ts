import { sleep } from 'n8n-workflow';

import { rounds } from './n8n-list';
import { NodeList } from './node-list';

/** Waits for somebody else, 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

/** Others wait longer for a lock before they take it over, in milliseconds. */
const leaseMs = 20_000;

/** How often a lock that is let go of is looked for, at growing distances. */
const roundsOfLetGo = 6;

/** How often a lock is given up at most because a call was slow: where most of them are, it is taken all the same. */
const maxDoubts = 4;

/** What stands in n8n's list while a message is recorded, and since when, in milliseconds. */
export interface Lock {
	values: string[];
	/** Tells whose it is: nobody else enters this value. */
	claim: string;
	since: number;
}

/** Whether nobody can have taken a lock over. */
export function isCertain({ since }: Lock): boolean {
	return Date.now() - since < leaseMs;
}

/** The locks of one run in a node's list: who has one may record a message to what it stands for, and nobody else may. */
export class Locks {
	private claims = 0;

	constructor(
		private readonly list: NodeList,
		private readonly isStopped: () => boolean,
	) {}

	/** A lock, once nobody else has it, or has not let go of it for long; undefined when the execution is stopped. */
	async take({ lock, claim: owner }: { lock: string; claim: string }): Promise<Lock | undefined> {
		const locks = [`lock ${lock}`];
		for (let waits = 0, doubts = 0; !this.isStopped();) {
			await this.list.untilCertain();
			const since = Date.now();
			const { slowCalls } = this.list;
			const claim = `claim ${lock} ${owner} ${(this.claims += 1)}`;
			const taken = { values: [...locks, claim], claim, since };
			const found = await this.list.record(taken.values);
			const isFree = !found.has(String(locks.at(-1)));
			if (isFree && (await this.stays(locks, claim))) {
				const isCertainlyFree = this.list.slowCalls === slowCalls;
				if (isCertainlyFree || doubts === maxDoubts) {
					this.list.keep(taken.values);
					return taken;
				}
				doubts += 1;
				void this.letGo(taken);
				continue;
			}
			this.list.removeSoon([claim]);
			if (await this.hasWaited(waits++)) continue;
			// Of those that take it over, the first one that enters this later generation has it.
			locks.push(`lock ${lock} ${locks.length}`);
			waits = 0;
		}
		return undefined;
	}

	/** Lets go of a lock, unless somebody may have taken it over; again, where another process has written it back. */
	async letGo(lock: Lock, isLongRun = false): Promise<void> {
		const { values, claim } = lock;
		if (!isCertain(lock)) return this.list.forget(values);
		this.list.removeSoon(values, isLongRun, 1);
		for (let round = 0; round < roundsOfLetGo && NodeList.isShared; round += 1) {
			await sleep(this.list.settleMs * 2 ** round);
			const found = await this.list.ask([claim]).catch(() => new Set());
			if (found.has(claim)) this.list.removeSoon(values, isLongRun, 1);
		}
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
		for (let round = 0; round < rounds.max; round += 1) {
			const found = await this.list.readBack([...locks, claimValue]);
			if (found.has(claimValue)) return true;
			if (locks.some((lock) => found.has(lock))) return false;
		}
		return false;
	}
}
