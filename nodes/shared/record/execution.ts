import type { IDataObject } from 'n8n-workflow';

import type { RecordedRun } from './execution-memory';
import { daysKeptMs, type Message, type Messages } from './message';
import { says, type State, type Store } from './store';

/** n8n has stored an execution so long after its end, with the answers by which a Retry knows its messages. */
const storedAfterMs = 60_000;

/** The rows of one execution, over all its runs of a node: those that others notice it by, and when they are deleted. */
export class ExecutionRows {
	private static readonly executions = new WeakMap<IDataObject, ExecutionRows>();

	/** Whether another execution has the same identity: what only one of them has sent, nobody knows of the other. */
	isTwin = false;

	/** Rows of accepted messages: once n8n has stored the execution with the answers, nobody needs them. */
	private readonly answeredRows = new Set<string>();

	/** Rows of days. */
	private readonly dayRows = new Set<string>();

	/** Rows that are to tell manual lists of what may have left, and what they are to say. */
	private readonly toTell = new Map<string, number>();

	/** Those of them that are there. */
	private readonly told = new Set<string>();

	/** Rows of older lists that failed, of messages that have not left in this one. */
	private readonly toTakeBack = new Set<string>();

	/** The row that says that it is a list which has not ended. */
	private underWayRow?: string;

	private beside?: Promise<string | undefined>;

	private isList = false;

	private readonly failedRounds = new Set<number>();

	private runs = 0;

	private hasEnded = false;

	private constructor(
		private readonly store: Store,
		private readonly run: RecordedRun,
		private readonly messages: Messages,
	) {
		run.onFinish?.(async () => {
			this.hasEnded = true;
			// Nobody hears of it that n8n's database refuses.
			await this.finish().catch(() => undefined);
		});
	}

	/** The rows of the execution that a run belongs to, by what n8n stores for the node with it. */
	static of(store: Store, run: RecordedRun, messages: Messages): ExecutionRows {
		const rows = this.executions.get(run.memory) ?? new ExecutionRows(store, run, messages);
		this.executions.set(run.memory, rows);
		rows.runs += 1;
		return rows;
	}

	/** Makes the execution notice a Retry, which needs its rows, before that looks for anything. */
	async beginRetry(): Promise<void> {
		const { store, messages } = this;
		await store.insert(messages.retryRow);
		this.isTwin = await store.has(messages.twinRow);
	}

	/**
	 * Makes manual lists notice a list that a trigger has started. A Retry takes over the row of the run that n8n was killed in, and a
	 * round after a Wait that of the rounds before.
	 */
	async beginList(): Promise<void> {
		const { run, messages } = this;
		if (this.underWayRow !== undefined || !run.onFinish) return;
		const goesOn = messages.isRetry || run.memory.isUnderWay === true;
		this.underWayRow = goesOn ? await this.ownList() : await this.newList();
		if (this.underWayRow !== undefined) run.memory.isUnderWay = true;
	}

	/** The first row of its day that no other list has, if one is left. Where n8n is killed in between, the Retry finds it. */
	private async newList(): Promise<string | undefined> {
		const { store, messages } = this;
		for (const [index, row] of messages.underWayRows().entries()) {
			if (await store.has(row)) continue;
			await store.insert(messages.numberRow, index + 1);
			if (await store.insert(row, messages.startedAtMinute)) return row;
			await store.delete(messages.numberRow);
		}
		return undefined;
	}

	/** The row that the execution has taken, unless another list has it now. */
	private async ownList(): Promise<string | undefined> {
		const { store, messages } = this;
		const row = messages.underWayRows()[(await store.count(messages.numberRow)) - 1];
		const isOwn = row !== undefined && (await store.count(row)) === messages.startedAtMinute;
		return isOwn ? row : undefined;
	}

	/** When a list that a trigger has started began, if one had not ended when this execution first asked. */
	async besideList(): Promise<string | undefined> {
		this.beside ??= this.findList().catch(async (error) => {
			this.beside = undefined;
			throw error;
		});
		return await this.beside;
	}

	private async findList(): Promise<string | undefined> {
		const { messages, store } = this;
		for (const day of messages.days) {
			for (const row of messages.underWayRows(day)) {
				const minute = await store.count(row);
				if (minute > 0) return messages.calendar.minuteWords(day, minute - 1);
			}
		}
		return undefined;
	}

	/**
	 * Whether the row of a message, which this run has not inserted, is that of its Retry. Otherwise another execution has the same
	 * identity, and other messages; both are to know.
	 */
	async isOfRetry(): Promise<boolean> {
		const { store, messages } = this;
		this.isTwin ||= await store.has(messages.twinRow);
		if (await store.has(messages.retryRow)) return true;
		if (!this.isTwin) await store.insert(messages.twinRow);
		this.isTwin = true;
		return false;
	}

	/** Notes of the rows of a message that has left which of them are deleted some day. */
	noteSent({ id }: Message, rows: string[], dayRow: string | undefined, isAccepted: boolean): void {
		if (dayRow && rows.includes(dayRow)) this.dayRows.add(dayRow);
		if (isAccepted && !this.messages.isRetry && rows.includes(id)) this.answeredRows.add(id);
	}

	/** Notes of what manual lists may have to know later: that a message was accepted, may have left, or has not. */
	noteForLists(message: Message, state: State, isOfToday = true): void {
		if (this.messages.isManual || this.run.isTool || message.keyAndCampaignRows.length > 0) return;
		const accepted = isOfToday ? says.accepted : says.acceptedBefore;
		if (state === 'new') for (const row of this.messages.listRows(message)) this.toTakeBack.add(row);
		else this.toTell.set(this.messages.dayRow(message), state === 'accepted' ? accepted : says.unknown);
	}

	/** Ends a round. Of a list that has failed, and of a Retry, manual lists are to know. n8n's error when it refuses. */
	async close(allSent: boolean, round: number, { isList, isRetry }: Messages): Promise<void> {
		this.failedRounds[allSent ? 'delete' : 'add'](round);
		this.isList ||= isList;
		const hasFailed = this.failedRounds.size > 0;
		try {
			if (isRetry || (this.isList && hasFailed)) await this.tellManualLists();
			else await this.takeBack();
			// The execution may go on for days, in a Wait of which n8n tells nobody.
			if (!hasFailed && this.runs === 1 && !this.run.mayRunAgain?.()) await this.end();
		} finally {
			this.runs -= 1;
			await this.finish();
		}
	}

	/** Tells manual lists of what has left, and no longer what older lists that failed have told of what has not. */
	private async tellManualLists(): Promise<void> {
		const { store, toTell, toTakeBack } = this;
		for (const [row, said] of toTell) {
			if (await store.insertLate(row, said)) this.told.add(row);
			toTell.delete(row);
		}
		for (const row of this.told) this.dayRows.add(row);
		for (const row of toTakeBack) if (await store.has(row)) await store.delete(row);
		toTakeBack.clear();
	}

	/** Takes that back where Retry On Fail has sent the rest. */
	private async takeBack(): Promise<void> {
		await this.store.delete(...this.told);
		this.told.clear();
	}

	/** Lets manual lists go again. */
	private async end(): Promise<void> {
		const { store, underWayRow, messages, run } = this;
		if (underWayRow === undefined) return;
		await store.delete(underWayRow);
		store.deleteLater([messages.numberRow], 0);
		this.underWayRow = undefined;
		delete run.memory.isUnderWay;
	}

	/** Ends the rows of the execution once it has ended, and none of its runs goes on. */
	private async finish(): Promise<void> {
		const { run, store, messages, dayRows, answeredRows } = this;
		const hasEnded = this.hasEnded && this.runs === 0;
		// A stop may come when everything is sent: what was stopped has failed.
		if (hasEnded && this.isList && run.signal?.aborted) await this.tellManualLists();
		store.deleteLater([...dayRows], daysKeptMs);
		dayRows.clear();
		if (!hasEnded) return;
		await this.end();
		const { retryRow, twinRow } = messages;
		const isNeeded = async () =>
			run.signal?.aborted === true || (await store.has(retryRow)) || (await store.has(twinRow));
		store.deleteLater([...answeredRows], storedAfterMs, isNeeded);
	}
}
