import { sleep } from 'n8n-workflow';

import type { Message } from './message';
import { rounds, type NodeList } from './node-list';

/** Waits for somebody else, 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

/** Others wait longer for a lock before they take it over, in milliseconds. */
const leaseMs = 20_000;

/** Whether nobody can have taken a message's lock over. */
export function isCertain({ isLocked, lockedAt }: Message): boolean {
	return isLocked && Date.now() - lockedAt < leaseMs;
}

/** The locks of one run in a node's list: who has one may send to what it stands for, and nobody else may. */
export class Locks {
	constructor(
		private readonly list: NodeList,
		private readonly isStopped: () => boolean,
	) {}

	/** Takes a message's lock once nobody else has it, or has not let go of it for long; not when the execution is stopped. */
	async take(message: Message): Promise<void> {
		const { claimValue } = message;
		let generation = 0;
		for (let waits = 0; !message.isLocked && !this.isStopped(); waits += 1) {
			const locks = message.lockValues(generation);
			message.lockedAt = Date.now();
			const found = await this.list.record([...locks, claimValue]);
			const isFree = !found.has(String(locks.at(-1)));
			if (isFree && (await this.stays(locks, claimValue))) {
				message.held = [...locks, claimValue];
				return;
			}
			this.list.removeSoon([claimValue]);
			if (await this.hasWaited(waits)) continue;
			generation += 1;
			waits = -1;
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
		for (let round = 0; round < rounds; round += 1) {
			await sleep(this.list.settleMs);
			const found = await this.list.record([...locks, claimValue]);
			if (found.has(claimValue)) return true;
			if (locks.some((lock) => found.has(lock))) return false;
		}
		return false;
	}
}
