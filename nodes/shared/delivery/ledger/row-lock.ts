import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { entries, scope, type Rows } from './rows';

/** A process that holds the lock for longer was killed, or stands still: another one takes it over. In milliseconds. */
export const leaseMs = 15_000;

/** How often a process that waits for the same holder looks at the lock, at growing distances, in milliseconds. */
const pollMs = { min: 5, max: 500 };

/** What n8n refuses so often, and nobody else has entered, its database does not take. */
const maxTries = 5;

const taken = 'taken';

/**
 * A lock that all processes share: a row that its holder inserts and deletes. n8n reads and writes a row without a
 * transaction, but of two that insert the same one, the database refuses one.
 */
export class RowLock {
	/** How often it was held for so long that another process may have taken it over. */
	overruns = 0;

	/** Those who wait leave a mark in the row: while it stays, the row is the same holder's. */
	private readonly mark = `mark ${randomUUID()}`;

	/** Whether a row with the mark is this process's own, which it could not delete. */
	private isOwn = false;

	constructor(
		private readonly rows: Rows,
		private readonly name = 'lock',
	) {}

	/** Does something while no other process does the same. n8n's error when it refuses. */
	async hold<Result>(work: () => Promise<Result>): Promise<Result> {
		const since = await this.take();
		try {
			return await work();
		} finally {
			await this.release(Date.now() - since > leaseMs);
		}
	}

	/** Answers since when it is held. One whose row took so long that it may have been taken over waits like others. */
	private async take(): Promise<number> {
		for (let waitedMs = 0; ;) {
			const since = Date.now();
			const found = await this.enter();
			const isSame = found?.has(this.mark);
			const isTaken = found?.has(taken) === false || (isSame && this.isOwn);
			if (isTaken && Date.now() - since < leaseMs) return since;
			if (isSame === false) {
				this.isOwn = false;
				waitedMs = 0;
			}
			if (waitedMs > leaseMs) {
				await this.takeOver();
				waitedMs = 0;
			}
			const pauseMs = Math.min(pollMs.max, Math.max(pollMs.min, waitedMs / 5)) * (0.5 + Math.random());
			await sleep(pauseMs);
			waitedMs += pauseMs;
		}
	}

	/** Deletes the row of a holder that has held it for too long; one process at a time does. */
	private async takeOver(): Promise<void> {
		await new RowLock(this.rows, `${this.name} over`).hold(async () => {
			const found = await this.enter();
			if (found?.has(this.mark)) await this.rows(this.name).clearAllProcessedItems(scope, entries);
			else this.isOwn = found?.has(taken) === false;
		});
	}

	/** One that may have been taken over is somebody else's by now. */
	private async release(mayBeTakenOver: boolean): Promise<void> {
		this.isOwn = true;
		if (mayBeTakenOver) {
			this.overruns += 1;
			return;
		}
		await this.rows(this.name)
			.clearAllProcessedItems(scope, entries)
			.then(() => (this.isOwn = false))
			.catch(() => {});
	}

	/**
	 * Enters the row, or a mark in one that is there, and answers what of both was there. Two may insert it at once: n8n refuses
	 * one of them. Undefined where somebody else's row is there, but n8n took nothing.
	 */
	private async enter(tries = maxTries): Promise<Set<string> | undefined> {
		const row = this.rows(this.name);
		const call = row.checkProcessedAndRecord([taken, this.mark], scope, entries);
		const answer = await (tries === 1 ? call : call.catch(() => undefined));
		if (answer) return new Set(answer.processed as string[]);
		if ((await row.getProcessedDataCount(scope, entries)) > 0) return undefined;
		await sleep(pollMs.min);
		return await this.enter(tries - 1);
	}
}
