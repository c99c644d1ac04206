import type { IDataObject } from 'n8n-workflow';

import { pause } from '../service/times';
import { daysKeptMs, listNumbers, type Message, type Messages, type RecordedRun } from './message';
import { says, waitsMs, type State, type Store } from './store';

/** n8n has stored an execution so long after its end, with the answers by which a Retry knows its messages. */
const storedAfterMs = 60_000;

/** The rows of one execution, over all its runs of a node: those that others notice it by, and when they are deleted. */
export class ExecutionRows {
	private static readonly executions = new WeakMap<IDataObject, ExecutionRows>();

	/** Whether another execution has the same identity: what only one of them has sent, nobody knows of the other. */
	isTwin = false;

	/** Rows that only a Retry needs. */
	private readonly ofMessages = new Set<string>();

	/** Rows of days. */
	private readonly ofDays = new Set<string>();

	/** Rows that are to tell manual lists of what may have left, and what they are to say. */
	private readonly unlisted = new Map<string, number>();

	/** Those of them that are there. */
	private readonly listed = new Set<string>();

	/** Rows of older lists that failed, of messages that have not left in this one. */
	private readonly outdated = new Set<string>();

	/** The row that says that it is a list which has not ended. */
	private running?: string;

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

	/** Makes others notice a Retry before it looks for anything, once nobody deletes the rows that it needs. */
	async beginRetry(): Promise<void> {
		const { store, messages, run } = this;
		await store.insert(messages.retryRow);
		for (const waitMs of waitsMs) {
			if (!(await store.has(messages.deletionRow))) break;
			await pause(waitMs, run.signal);
		}
		this.isTwin = await store.has(messages.twinRow);
	}

	/**
	 * Makes manual lists notice a list that a trigger has started: it takes the first number that no other one has. A Retry takes over the
	 * number of the run that n8n was killed in, and a round after a Wait that of the rounds before.
	 */
	async beginList(): Promise<void> {
		const { run, messages } = this;
		if (this.running !== undefined || !run.onFinish) return;
		const goesOn = messages.isRetry || run.memory.isListed === true;
		const number = goesOn ? await this.ownNumber() : await this.takeNumber();
		if (number === 0) return;
		this.running = messages.runningRow(number);
		run.memory.isListed = true;
	}

	/** The first number that no other list has; 0 where none is left. Where n8n is killed in between, its Retry finds it. */
	private async takeNumber(): Promise<number> {
		const { store, messages } = this;
		for (const number of listNumbers) {
			if (await store.has(messages.runningRow(number))) continue;
			await store.insert(messages.numberRow, number);
			if (await store.insert(messages.runningRow(number), messages.startedAtMinute)) return number;
			await store.remove(messages.numberRow);
		}
		return 0;
	}

	/** The number that the execution has taken, unless another list has it now; 0 for none. */
	private async ownNumber(): Promise<number> {
		const { store, messages } = this;
		const number = await store.count(messages.numberRow);
		const minute = number > 0 ? await store.count(messages.runningRow(number)) : 0;
		return minute === messages.startedAtMinute ? number : 0;
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
		for (const [row, day] of this.messages.runningRows) {
			const minute = await this.store.count(row);
			if (minute > 0) return this.messages.timeWords(day, minute - 1);
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

	/** Notes the rows that were inserted for a message, or that they are deleted again. */
	note(rows: string[], { id }: Message, ofDay?: string): void {
		if (ofDay && rows.includes(ofDay)) this.ofDays.add(ofDay);
		if (!this.messages.isRetry && rows.includes(id)) this.ofMessages.add(id);
	}

	forget(row: string): void {
		this.ofDays.delete(row);
		this.ofMessages.delete(row);
	}

	/** Notes of what manual lists may have to know later: that a message was accepted, may have left, or has not. */
	noteForLists(message: Message, state: State, isOfToday = true): void {
		if (this.messages.isManual || this.run.isTool || message.named.length > 0) return;
		const accepted = isOfToday ? says.accepted : says.acceptedBefore;
		if (state === 'new') for (const row of this.messages.listRows(message)) this.outdated.add(row);
		else this.unlisted.set(this.messages.dayRow(message), state === 'accepted' ? accepted : says.unknown);
	}

	/** Ends a round. Of a list that has failed, and of a Retry, manual lists are to know. n8n's error when it refuses. */
	async close(isWhole: boolean, round: number, { isList, isRetry }: Messages): Promise<void> {
		this.failedRounds[isWhole ? 'delete' : 'add'](round);
		this.isList ||= isList;
		const hasFailed = this.failedRounds.size > 0;
		try {
			if (isRetry || (this.isList && hasFailed)) await this.listAll();
			else await this.unlistAll();
			// The execution may go on for days, in a Wait of which n8n tells nobody.
			if (!hasFailed && this.runs === 1 && !this.run.mayRunAgain?.()) await this.end();
		} finally {
			this.runs -= 1;
			await this.finish();
		}
	}

	/** Tells manual lists of what has left, and no longer what older lists that failed have told of what has not. */
	private async listAll(): Promise<void> {
		const { store, unlisted, outdated } = this;
		for (const [row, said] of unlisted) {
			if (await store.insertLate(row, said)) this.listed.add(row);
			unlisted.delete(row);
		}
		for (const row of this.listed) this.ofDays.add(row);
		for (const row of outdated) if (await store.has(row)) await store.delete(row);
		outdated.clear();
	}

	/** Takes that back where Retry On Fail has sent the rest. */
	private async unlistAll(): Promise<void> {
		await this.store.delete(...this.listed);
		this.listed.clear();
	}

	/** Lets manual lists go again. */
	private async end(): Promise<void> {
		const { store, running, messages, run } = this;
		if (running === undefined) return;
		await store.remove(running);
		store.deleteLater([messages.numberRow], 0);
		this.running = undefined;
		delete run.memory.isListed;
	}

	/** Ends the rows of the execution once it has ended, and none of its runs goes on. */
	private async finish(): Promise<void> {
		const { run, store, messages, ofDays, ofMessages } = this;
		const hasEnded = this.hasEnded && this.runs === 0;
		// A stop may come when everything is sent: what was stopped has failed.
		if (hasEnded && this.isList && run.signal?.aborted) await this.listAll();
		store.deleteLater([...ofDays], daysKeptMs);
		ofDays.clear();
		if (!hasEnded) return;
		await this.end();
		const { retryRow, twinRow, deletionRow } = messages;
		const isNeeded = async () =>
			run.signal?.aborted === true || (await store.has(retryRow)) || (await store.has(twinRow));
		store.deleteLater([...ofMessages], storedAfterMs, { announcedBy: deletionRow, isNeeded });
	}
}
