import type { IDataObject } from 'n8n-workflow';

import { daysKeptMs, type Messages, type RecordedRun } from './message';
import type { Store } from './store';

/** n8n has stored an execution so long after its end, with the answers by which a Retry knows its messages. */
const storedAfterMs = 60_000;

/** The rows of one execution, over all its runs of a node: those that tell manual lists of it, and when they are deleted. */
export class ExecutionRows {
	private static readonly executions = new WeakMap<IDataObject, ExecutionRows>();

	/** Rows that only a Retry needs. */
	readonly ofMessages: string[] = [];

	/** Rows of days. */
	readonly ofDays: string[] = [];

	/** Rows that are to tell manual lists of what may have left, and whether it was accepted. */
	readonly unlisted: Array<{ row: string; isAccepted: boolean }> = [];

	/** The row that says that it is a list which has not ended. */
	private runningRow?: string;

	private isList = false;

	private isWhole = true;

	private runs = 0;

	private hasEnded = false;

	private constructor(
		private readonly store: Store,
		private readonly run: RecordedRun,
		private readonly retryRow: string,
	) {
		run.onFinish?.(async () => {
			this.hasEnded = true;
			// Nobody hears of it that n8n's database refuses.
			await this.finish().catch(() => undefined);
		});
	}

	/** The rows of the execution that a run belongs to, by what n8n stores for the node with it. */
	static of(store: Store, run: RecordedRun, { retryRow }: Messages): ExecutionRows {
		const rows = this.executions.get(run.memory) ?? new ExecutionRows(store, run, retryRow);
		this.executions.set(run.memory, rows);
		rows.runs += 1;
		return rows;
	}

	/**
	 * Makes manual lists notice a list that a trigger has started. A Retry takes over the one that n8n was killed in, and a round
	 * after a Wait the one of the rounds before.
	 */
	async begin(runningRow: string, isRetry: boolean): Promise<void> {
		const { run, store } = this;
		if (this.runningRow || !run.onFinish) return;
		const goesOn = isRetry || run.memory.isListed === true;
		const isOwn = goesOn ? await store.has(runningRow) : await store.insert(runningRow);
		if (!isOwn) return;
		this.runningRow = runningRow;
		run.memory.isListed = true;
	}

	/** Lets manual lists go again. */
	private async end(): Promise<void> {
		if (this.runningRow) await this.store.delete(this.runningRow);
		this.runningRow = undefined;
		delete this.run.memory.isListed;
	}

	/** Ends a run. Of a list that has failed, and of a Retry, manual lists are to know. n8n's error when it refuses. */
	async close(isWhole: boolean, { isList, isRetry }: Messages): Promise<void> {
		this.isWhole &&= isWhole;
		this.isList ||= isList;
		try {
			if (isRetry || (isList && !this.isWhole)) await this.listAll();
			// The execution may go on for days, in a Wait of which n8n tells nobody.
			if (this.isWhole && this.runs === 1 && !this.run.mayRunAgain?.()) await this.end();
		} finally {
			this.runs -= 1;
			await this.finish();
		}
	}

	private async listAll(): Promise<void> {
		for (let next = this.unlisted[0]; next; next = this.unlisted[0]) {
			const { row, isAccepted } = next;
			if (await this.store.insert(row)) this.ofDays.push(row);
			if (isAccepted) await this.store.accept(row);
			this.unlisted.shift();
		}
	}

	/** Ends the rows of the execution once it has ended, and none of its runs goes on. */
	private async finish(): Promise<void> {
		const { run, store, retryRow } = this;
		const hasEnded = this.hasEnded && this.runs === 0;
		// A stop may come when everything is sent: what was stopped has failed.
		if (hasEnded && this.isList && run.signal?.aborted) await this.listAll();
		store.deleteLater(this.ofDays.splice(0), daysKeptMs);
		if (!hasEnded) return;
		await this.end();
		const hasRetry = async () => run.signal?.aborted === true || (await store.has(retryRow));
		store.deleteLater(this.ofMessages, storedAfterMs, hasRetry);
	}
}
