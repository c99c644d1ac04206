import { sleep, type IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../input/invalid-input';
import { later } from '../pace/later';
import { daysKeptMs, type Message, type Messages, type RecordedExecution, type RunOptions } from './message';
import { Store } from './store';

/** What is known of a message before it leaves. */
export type Known = 'new' | 'accepted' | 'unknown';

/** Waits for somebody else, about 31 seconds in all. */
const waitsMs = [50, 200, 750, 2_000, 4_000, 8_000, 16_000];

/** n8n has stored an execution so long after its end, with the answers by which a Retry knows its messages. */
const storedAfterMs = 60_000;

/** What this process knows of an execution, by what n8n stores for the node with it. */
interface OfExecution {
	/** Rows that only a Retry needs. */
	rows: string[];
	/** What may have left, and no manual list can know yet. */
	unlisted: Array<{ message: Message; known: Known }>;
	/** The row that says that it is a list which has not ended. */
	listRow?: string;
	isWhole: boolean;
	runs: number;
	hasEnded: boolean;
}

const executions = new WeakMap<IDataObject, OfExecution>();

/**
 * The record of the messages of one run, in n8n's database, which outlives n8n. A message may leave once its rows are inserted:
 * of all processes, one inserts a row. An accepted message has one more that says so, a refused one leaves nothing.
 */
export class ExecutionRecord {
	/** Why something is not recorded, if n8n has refused. */
	refusal?: unknown;

	private readonly store: Store;

	private readonly ofExecution: OfExecution;

	private begun?: Promise<void>;

	private besideList?: Promise<boolean>;

	/** The rows of days that this run has inserted. */
	private readonly dayRows: string[] = [];

	constructor(
		private readonly execution: RecordedExecution,
		private readonly options: RunOptions,
		private readonly messages: Messages,
	) {
		this.store = Store.of(execution.node, execution.rows);
		const known = executions.get(options.memory);
		this.ofExecution = known ?? { rows: [], unlisted: [], isWhole: true, runs: 0, hasEnded: false };
		this.ofExecution.runs += 1;
		executions.set(options.memory, this.ofExecution);
		if (known) return;
		execution.onFinish?.(async () => {
			this.ofExecution.hasEnded = true;
			await this.finish();
		});
	}

	/** Does the work of sending a message; other messages of this process to the same wait until it is over. */
	async oneAtATime<Result>(message: Message, work: () => Promise<Result>): Promise<Result> {
		return await this.store.order.nextOfAll(message.orderKeys, work);
	}

	/**
	 * Answers what is known of a message, once nobody else sends it: `new` if it is to leave. First runs of triggers ask nothing.
	 * InvalidInput for one that must not leave.
	 */
	async recall(message: Message): Promise<Known> {
		return await this.unlessRefused(message, async () => {
			await this.check(message);
			await (this.begun ??= this.begin());
			return this.decided(message, await this.stateOnceEnded(this.messages.rowsOf(message).asks));
		});
	}

	/** Answers what is known of a message that is only checked; errors as those of `recall`, and n8n's when it refuses. */
	async look(message: Message): Promise<Known> {
		await this.check(message);
		return (await this.stateOf(this.messages.rowsOf(message).asks)).known;
	}

	/** Inserts the rows of a message that is to leave now; it may if that is `new`. Answers and errors as those of `recall`. */
	async claim(message: Message): Promise<Known> {
		return await this.unlessRefused(message, async () => {
			for (let inTheWay: string[] = [], ignored: string[] = []; ;) {
				inTheWay = await this.insertAll(message, ignored);
				if (inTheWay.length === 0) return 'new';
				const state = await this.stateOnceEnded(inTheWay);
				const known = this.decided(message, state);
				if (known !== 'new') return known;
				ignored = state === 'unknown' ? inTheWay : [];
			}
		});
	}

	/** Notes that the service accepted a message. */
	async accept(message: Message): Promise<void> {
		const rows = message.claim?.rows.filter((row) => row !== message.key?.row) ?? [];
		if (!rows.includes(this.messages.dayRow(message))) this.noteUnlisted(message, 'accepted');
		await this.note(async () => {
			for (const row of rows) await this.store.accept(row);
		});
	}

	/** Notes that the service has not taken a message. */
	async refuse(message: Message): Promise<void> {
		if (this.options.isTool) this.messages.forget();
		const { inserted = [] } = message.claim ?? {};
		message.claim = undefined;
		await this.note(async () => await this.store.delete(...inserted.toReversed()));
	}

	/** Notes that a message has left, and nobody knows whether the service took it. */
	keepUnknown(message: Message): void {
		this.noteUnlisted(message, 'unknown');
		for (const row of message.claim?.rows ?? []) this.store.abandoned.add(row);
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. */
	async close(isWhole: boolean): Promise<void> {
		const { ofExecution, messages, store, dayRows } = this;
		ofExecution.isWhole &&= isWhole;
		if (messages.isRetry || (messages.isList && !ofExecution.isWhole)) {
			await this.note(async () => await this.listAll());
		}
		ofExecution.runs -= 1;
		deleteLater(store, dayRows, daysKeptMs);
		await this.finish();
	}

	/** InvalidInput for a key that stands for another recipient, and for a manual list while one of a trigger has not ended. */
	private async check({ key, named, subject }: Message): Promise<void> {
		const { store, messages } = this;
		if (key && (await store.has(key.row)) && !(await store.has(key.own))) throw keyOfOtherRecipient();
		if (!messages.isManualList || subject.isAgain || named.length > 0) return;
		const some = async () =>
			(await Promise.all(messages.listRows.map(async (row) => await store.has(row)))).some(Boolean);
		if (await (this.besideList ??= some())) throw besideList();
	}

	/** Makes others notice a Retry, and a list that a trigger has started, before it sends anything. */
	private async begin(): Promise<void> {
		const { messages, store, ofExecution, execution } = this;
		const { isRetry, isManual, isList, retryRow, listRow } = messages;
		if (isRetry) await store.insert(retryRow);
		if (isManual || !isList || !execution.onFinish || ofExecution.listRow) return;
		await this.note(async () => {
			const isOwn = isRetry ? await store.has(listRow) : await store.insert(listRow);
			if (isOwn) ofExecution.listRow = listRow;
		});
	}

	/**
	 * Inserts the rows of a message, and answers none if it may leave. Otherwise it leaves none, and answers those that say that
	 * somebody else sends it, or has.
	 */
	private async insertAll(message: Message, ignored: string[]): Promise<string[]> {
		const { store, messages } = this;
		const { inserts, asks } = messages.rowsOf(message);
		const inserted: string[] = [];
		const inTheWay = async () => {
			for (const row of inserts) {
				if (await store.insert(row)) inserted.push(row);
				else if (ignored.includes(row)) continue;
				else if (asks.includes(row)) return asks;
				// Executions of the same millisecond have the same row. One that goes on beside its Retry has, too.
				else if (row === message.id && (await store.has(messages.retryRow))) return [row];
				else if (row === message.key?.row && inserted.includes(message.key.own)) throw keyOfOtherRecipient();
			}
			// Those who insert other rows look at these as well: of two, one at least sees the other.
			const others = asks.filter((row) => !inserts.includes(row) && !ignored.includes(row));
			return (await this.stateOf(others)).known === 'new' ? [] : asks;
		};
		let isTaken = true;
		try {
			const rows = await inTheWay();
			isTaken = rows.length > 0;
			return rows;
		} finally {
			if (isTaken) await store.delete(...inserted.toReversed());
			else this.noteClaim(message, inserts, inserted);
		}
	}

	private noteClaim(message: Message, rows: string[], inserted: string[]): void {
		const { isRetry } = this.messages;
		message.claim = { rows, inserted };
		if (!isRetry && inserted.includes(message.id)) this.ofExecution.rows.push(message.id);
		const dayRow = this.messages.dayRow(message);
		if (inserted.includes(dayRow)) this.dayRows.push(dayRow);
	}

	/** What rows say of a message together, and which of them are open. */
	private async stateOf(rows: string[]): Promise<{ known: Known; open: string[] }> {
		const open: string[] = [];
		for (const row of rows) if (await this.store.has(row)) open.push(row);
		for (const row of open) if (await this.store.isAccepted(row)) return { known: 'accepted', open };
		return { known: open.length > 0 ? 'unknown' : 'new', open };
	}

	/** What rows say once nobody sends their message; unknown, where that does not end. */
	private async stateOnceEnded(rows: string[]): Promise<Known> {
		const { execution, store } = this;
		for (let waits = 0; ; waits += 1) {
			const { known, open } = await this.stateOf(rows);
			const mayEnd = !execution.isOnlyProcess && open.some((row) => !store.abandoned.has(row));
			if (known !== 'unknown' || !mayEnd || execution.isStopped()) return known;
			const waitMs = waitsMs[waits];
			if (waitMs === undefined) for (const row of open) store.abandoned.add(row);
			else await sleep(waitMs * (0.75 + Math.random() / 2));
		}
	}

	/** What that means for a message: one that may have left is new if it may repeat. */
	private decided(message: Message, known: Known): Known {
		if (known !== 'new') this.noteUnlisted(message, known);
		return known === 'unknown' && message.mayRepeat ? 'new' : known;
	}

	private noteUnlisted(message: Message, known: Known): void {
		if (this.messages.isManual || this.options.isTool || message.named.length > 0) return;
		this.ofExecution.unlisted.push({ message, known });
	}

	/** Has manual lists know what may have left. */
	private async listAll(): Promise<void> {
		const { unlisted } = this.ofExecution;
		for (let next = unlisted[0]; next; next = unlisted[0]) {
			const row = this.messages.dayRow(next.message);
			if (await this.store.insert(row)) this.dayRows.push(row);
			if (next.known === 'accepted') await this.store.accept(row);
			unlisted.shift();
		}
	}

	/** Ends the record of the execution once it has ended, and none of its runs goes on. */
	private async finish(): Promise<void> {
		const { ofExecution, store, execution, messages } = this;
		const { hasEnded, runs, listRow, rows } = ofExecution;
		if (!hasEnded || runs > 0) return;
		if (listRow) await this.note(async () => await store.delete(listRow));
		if (!execution.isStopped()) deleteLater(store, rows, storedAfterMs, messages.retryRow);
	}

	/** Does something of which nobody waits for the outcome; that n8n refuses is noted. */
	private async note(work: () => Promise<void>): Promise<void> {
		await work().catch((error: unknown) => (this.refusal ??= error));
	}

	/** What is known of a message, also where n8n refuses: then one that others may have sent does not leave. */
	private async unlessRefused(message: Message, work: () => Promise<Known>): Promise<Known> {
		return await work().catch((error: unknown): Known => {
			if (error instanceof InvalidInput) throw error;
			this.refusal ??= error;
			if (message.named.length > 0) throw unrecorded(error);
			return this.messages.rowsOf(message).asks.length > 0 ? 'unknown' : 'new';
		});
	}
}

/** Deletes rows after a while, unless another one is there then. */
function deleteLater(store: Store, rows: string[], ms: number, unlessRow?: string): void {
	if (rows.length === 0) return;
	later(ms, async () => {
		if (unlessRow === undefined || !(await store.has(unlessRow))) await store.delete(...rows);
	});
}

/** The error of a key that stands for a message to somebody else. */
export function keyOfOtherRecipient(): InvalidInput {
	return new InvalidInput(
		'The idempotency key stands for a message to another recipient, so this one was not sent',
		'Give each message a key of its own, e.g. an order number and the recipient.',
	);
}

/** The error of a manual list while one has not ended that a trigger has started. */
function besideList(): InvalidInput {
	return new InvalidInput(
		'A list that a trigger started has not ended, so nothing was sent',
		'Wait until its execution has ended. If n8n stopped in the middle of it, press Retry there in the executions list. Or turn on Send Again in Options to send to everybody.',
	);
}

/** The error of a key or a campaign that is not recorded: where a tool has no record, or because n8n's database refuses. */
export function unrecorded(error?: unknown): InvalidInput {
	return new InvalidInput(
		'The idempotency key or campaign could not be recorded, so the message was not sent',
		error === undefined
			? 'n8n keeps no record where an MCP Server Trigger, or an AI Agent before version 3, calls this node as a tool. Put the node into a workflow of its own, and offer that by a Call n8n Sub-Workflow Tool. Or remove the option.'
			: `n8n's database did not take it (${String((error as Error).message)}). Save the workflow, or remove the option to send without its protection.`,
	);
}
