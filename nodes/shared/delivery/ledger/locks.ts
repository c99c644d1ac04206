import { sleep } from 'n8n-workflow';

import type { Message } from './message';
import { rounds, type NodeList } from './node-list';

/** Waits for somebody else, 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

/** Nobody takes a lock over that is younger than this: others wait longer. */
const certainMs = 20_000;

/** Whether nobody else can have taken a message's lock, before this message or since. */
export function isCertain({ isLocked, isTakenOver, lockedAt }: Message): boolean {
	return isLocked && !isTakenOver && Date.now() - lockedAt < certainMs;
}

/** The locks of one run in a node's list: who has one may send to what it stands for, and nobody else may. */
export class Locks {
	constructor(
		private readonly list: NodeList,
		private readonly isStopped: () => boolean,
	) {}

	/** Takes a message's lock once nobody else has it, or has not let go of it for long; not when the execution is stopped. */
	async take(message: Message): Promise<void> {
		const { lockValue, claimValue } = message;
		for (let waits = 0; !message.isLocked && !this.isStopped(); waits += 1) {
			const found = await this.list.record([lockValue, claimValue]);
			const isFree = !found.has(lockValue) || this.list.abandoned.has(lockValue);
			message.isLocked = isFree && (await this.stays(lockValue, claimValue));
			message.isTakenOver ||= message.isLocked && found.has(lockValue);
			message.lockedAt = Date.now();
			if (message.isLocked) return;
			this.list.removeSoon([claimValue]);
			await this.waitFor([lockValue], waits);
		}
	}

	/** Waits for values of others to go; those that take too long count as left by a process that was killed. */
	async waitFor(values: string[], waits: number): Promise<void> {
		const waitMs = waitsMs[waits];
		if (waitMs !== undefined) await sleep(waitMs * (0.75 + Math.random() / 2));
		else for (const value of values) this.list.abandoned.add(value);
	}

	/** Whether a lock stays this try's: where two take it at the same time, one of them overwrites the other. */
	private async stays(lockValue: string, claimValue: string): Promise<boolean> {
		for (let round = 0; round < rounds; round += 1) {
			await sleep(this.list.settleMs);
			const found = await this.list.record([lockValue, claimValue]);
			if (found.has(claimValue)) return true;
			if (found.has(lockValue)) return false;
		}
		return false;
	}
}
