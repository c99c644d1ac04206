import { randomUUID } from 'crypto';
import { sleep, type DeduplicationHelperFunctions, type IExecuteFunctions, type INode } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node, for one row: a list of hashes in n8n's own database. */
export type Row = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount' | 'clearAllProcessedItems'
>;

/** The rows of a node by their names; the one without a name is that of n8n's own Remove Duplicates node. */
export type Rows = (name?: string) => Row;

export const scope = 'node';
export const entries = { mode: 'entries' } as const;

/** The context of a node has n8n's own object of the node, beside the copy that `getNode` gives. */
type ContextWithNode = IExecuteFunctions & { node: INode };

/**
 * The rows of a node. n8n finds a row by the id of its node, which it reads when a call begins: for that moment, the node
 * has another id. Throws where n8n does not read it then, because the call has reached another row.
 */
export function rowsOf(context: IExecuteFunctions): Rows {
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount, clearAllProcessedItems } =
		context.helpers;
	const row = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount, clearAllProcessedItems };
	const { node } = context as ContextWithNode;
	return (name) => {
		if (name === undefined) return row;
		const inRow = async <Result>(call: () => Promise<Result>): Promise<Result> => {
			const { id } = node;
			let isRead = false;
			const get = () => {
				isRead = true;
				return `${id} ${name}`;
			};
			Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
			const result = call();
			Object.defineProperty(node, 'id', { value: id, writable: true, configurable: true, enumerable: true });
			const answer = await result;
			if (!isRead) throw new Error('This version of n8n keeps the lists of nodes in another way');
			return answer;
		};
		return {
			checkProcessedAndRecord: async (...call) =>
				await inRow(async () => await row.checkProcessedAndRecord(...call)),
			removeProcessed: async (...call) => await inRow(async () => await row.removeProcessed(...call)),
			getProcessedDataCount: async (...call) =>
				await inRow(async () => await row.getProcessedDataCount(...call)),
			clearAllProcessedItems: async (...call) =>
				await inRow(async () => await row.clearAllProcessedItems(...call)),
		};
	};
}

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
