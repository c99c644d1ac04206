import { sleep } from 'n8n-workflow';

import { mayHaveLeft, notSent, unknownBefore, type Outcome } from '../operation/outcome';
import { RememberedAnswers } from './execution-memory';
import { ExecutionRows } from './execution';
import { Messages, type Message, type RecordedRun } from './message';
import { Store } from './store';

/** What the rows of a message say before it leaves. */
type State = 'new' | 'accepted' | 'unknown';

/** Waits for somebody else, about 31 seconds in all. */
const waitsMs = [50, 200, 750, 2_000, 4_000, 8_000, 16_000];

/** The message was sent earlier: by another run, or by another try. */
const sentEarlier: Outcome = {
	ok: true,
	status: 'accepted',
	wasEarlier: true,
	answer: { message_id: null, already_sent: true },
};

/**
 * The record of the messages of one run: in the execution, and in n8n's database, which outlives n8n. A message may leave once
 * its rows are inserted: of all processes, one inserts a row. An accepted message has one more that says so, a refused one leaves
 * nothing.
 */
export class SendRecord {
	/** Why something is not recorded, if n8n has refused. */
	refusal?: Error;

	readonly messages: Messages;

	private readonly answers: RememberedAnswers;

	private readonly store: Store;

	private readonly ofExecution: ExecutionRows;

	/** The rows of messages that may leave, those of them that were inserted for it, and whether one of these is of a day. */
	private readonly claims = new Map<Message, { rows: string[]; inserted: string[]; hasDay: boolean }>();

	private begun?: Promise<void>;

	private besideList?: Promise<boolean>;

	constructor(private readonly run: RecordedRun) {
		this.messages = new Messages(run);
		this.answers = new RememberedAnswers(run.memory);
		this.store = Store.of(run.place, run.rows);
		this.ofExecution = ExecutionRows.of(this.store, run, this.messages);
	}

	/** Does the work of sending a message; other messages of this process to the same wait until it is over. */
	async oneAtATime(message: Message, work: () => Promise<Outcome>): Promise<Outcome> {
		return await this.store.order.nextOfAll(this.messages.orderKeys(message), work);
	}

	/**
	 * What an earlier try or run has made of a message, once nobody else sends it, or why it must not leave; nothing, if it is to
	 * leave. First runs of triggers ask nothing.
	 */
	async find(message: Message): Promise<Outcome | undefined> {
		const remembered = this.answers.recall(message.id);
		if (remembered?.ok || (remembered && !message.mayRepeat)) return remembered;
		return await this.unlessRefused(message, async () => {
			const conflict = await this.conflict(message);
			if (conflict) return conflict;
			await (this.begun ??= this.begin());
			return this.decided(message, await this.stateOnceEnded(this.messages.rowsOf(message).asks));
		});
	}

	/** The same for a message that is only checked, by what is there now. n8n's error when it refuses. */
	async check(message: Message): Promise<Outcome | undefined> {
		const conflict = await this.conflict(message);
		if (conflict) return conflict;
		const { state } = await this.stateOf(this.messages.rowsOf(message).asks);
		return this.outcomeOf(message, state);
	}

	/** Inserts the rows of a message that is to leave now; it may if the answer is nothing. Otherwise that of `find`. */
	async claim(message: Message): Promise<Outcome | undefined> {
		if (this.claims.has(message)) return undefined;
		return await this.unlessRefused(message, async () => {
			for (let ignored: string[] = []; ;) {
				const inTheWay = await this.insertAll(message, ignored);
				if (!Array.isArray(inTheWay)) return inTheWay;
				const state = await this.stateOnceEnded(inTheWay);
				const known = this.decided(message, state);
				if (known) return known;
				ignored = state === 'unknown' ? inTheWay : [];
			}
		});
	}

	/** Notes what became of a message, once no try of it follows in this run; `reason` says why that is unknown. */
	async settle(message: Message, outcome: Outcome, from?: string, reason?: string): Promise<void> {
		const hasLeft = mayHaveLeft(outcome);
		// Also what left without a row, because n8n's database refused: no later try sends it again.
		if (hasLeft) this.answers.note(message.id, outcome, from, reason);
		const claim = this.claims.get(message);
		const { rows, inserted, hasDay } = claim ?? { rows: [], inserted: [], hasDay: false };
		if (hasLeft && outcome.ok) {
			const said = rows.filter((row) => row !== message.keyRow);
			if (!hasDay) this.noteUnlisted(message, 'accepted');
			await this.orNoteRefusal(async () => await this.store.accept(...said));
		} else if (hasLeft) {
			this.noteUnlisted(message, 'unknown');
			for (const row of rows) this.store.abandoned.add(row);
		} else if (claim) {
			if (this.run.isTool) this.messages.forget();
			await this.orNoteRefusal(async () => await this.store.withdraw(...inserted.toReversed()));
		}
		this.claims.delete(message);
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. Beside the run of a tool, an agent may have others. */
	async close(isWhole: boolean): Promise<void> {
		if (isWhole && !this.run.isTool) this.answers.forgetAll();
		await this.orNoteRefusal(async () => await this.ofExecution.close(isWhole, this.messages));
	}

	/** Why a message must not leave: its key stands for another recipient, or it is of a manual list beside one of a trigger. */
	private async conflict({ keyRow, ownKeyRow, named, isAgain }: Message): Promise<Outcome | undefined> {
		const { store, messages, run } = this;
		if (named.length > 0 && !run.rows) return notSent('unrecorded');
		if (keyRow && ownKeyRow && (await store.has(keyRow)) && !(await store.has(ownKeyRow))) {
			return notSent('keyOfOther');
		}
		if (!messages.isManualList || isAgain || named.length > 0) return undefined;
		const some = async () =>
			(await Promise.all(messages.runningRows.map(async (row) => await store.has(row)))).some(Boolean);
		return (await (this.besideList ??= some())) ? notSent('besideList') : undefined;
	}

	/** Makes others notice a Retry, and a list that a trigger has started, before it sends anything. */
	private async begin(): Promise<void> {
		const { isRetry, isManual, isList, retryRow, runningRow } = this.messages;
		if (isRetry) await this.store.insert(retryRow);
		if (isList && !isManual)
			await this.orNoteRefusal(async () => await this.ofExecution.begin(runningRow, isRetry));
	}

	/**
	 * Inserts the rows of a message, and answers nothing if it may leave. Otherwise it leaves none, and answers those that say that
	 * somebody else sends it, or has; or why it must not leave.
	 */
	private async insertAll(message: Message, ignored: string[]): Promise<string[] | Outcome | undefined> {
		const { store, messages } = this;
		const { id, keyRow, ownKeyRow = '' } = message;
		const { inserts, asks, ofDay } = messages.rowsOf(message);
		const inserted: string[] = [];
		/** What a row of somebody else means; nothing, where the message may leave all the same. */
		const meaningOf = async (row: string) => {
			if (ignored.includes(row)) return undefined;
			if (asks.includes(row)) return asks;
			// It is that of its Retry, or of another execution of the same millisecond, which has other messages.
			if (row === id) return (await store.has(messages.retryRow)) ? [row] : undefined;
			return row === keyRow && inserted.includes(ownKeyRow) ? notSent('keyOfOther') : undefined;
		};
		const inTheWay = async () => {
			for (const row of inserts) {
				const isInserted = await store.insert(row);
				if (isInserted) inserted.push(row);
				const found = isInserted ? undefined : await meaningOf(row);
				if (found) return found;
			}
			// Those who insert other rows look at these as well: of two, one at least sees the other.
			const others = asks.filter((row) => !inserts.includes(row) && !ignored.includes(row));
			return (await this.stateOf(others)).state === 'new' ? undefined : asks;
		};
		let mayLeave = false;
		try {
			const rows = await inTheWay();
			mayLeave = rows === undefined;
			return rows;
		} finally {
			if (!mayLeave) await store.withdraw(...inserted.toReversed());
			else this.noteClaim(message, inserts, inserted, ofDay);
		}
	}

	private noteClaim(message: Message, rows: string[], inserted: string[], ofDay: string[]): void {
		const { messages, ofExecution } = this;
		const days = ofDay.filter((row) => inserted.includes(row));
		this.claims.set(message, { rows, inserted, hasDay: ofDay.length > 0 });
		ofExecution.ofDays.push(...days);
		if (!messages.isRetry && inserted.includes(message.id)) ofExecution.ofMessages.push(message.id);
	}

	/** What rows say of a message together, and which of them say that somebody sends it. */
	private async stateOf(rows: string[]): Promise<{ state: State; open: string[] }> {
		const open: string[] = [];
		for (const row of rows) {
			if (!(await this.store.has(row))) continue;
			if (await this.store.isAccepted(row)) return { state: 'accepted', open };
			open.push(row);
		}
		return { state: open.length > 0 ? 'unknown' : 'new', open };
	}

	/** What rows say once nobody sends their message; unknown, where that does not end. */
	private async stateOnceEnded(rows: string[]): Promise<State> {
		const { run, store } = this;
		for (let waits = 0; ; waits += 1) {
			const { state, open } = await this.stateOf(rows);
			const mayEnd = !run.isOnlyProcess && open.some((row) => !store.abandoned.has(row));
			if (state !== 'unknown' || !mayEnd || run.signal?.aborted) return state;
			const waitMs = waitsMs[waits];
			if (waitMs === undefined) for (const row of open) store.abandoned.add(row);
			else await sleep(waitMs * (0.75 + Math.random() / 2));
		}
	}

	private outcomeOf(message: Message, state: State): Outcome | undefined {
		if (state === 'accepted') return sentEarlier;
		return state === 'unknown' && !message.mayRepeat ? unknownBefore() : undefined;
	}

	/** What that means for a message, of which manual lists are to know; nothing, if it is to leave. */
	private decided(message: Message, state: State): Outcome | undefined {
		if (state !== 'new') this.noteUnlisted(message, state);
		return this.outcomeOf(message, state);
	}

	/** Notes what manual lists may have to know later. */
	private noteUnlisted(message: Message, state: State): void {
		if (this.messages.isManual || this.run.isTool || message.named.length > 0) return;
		const row = this.messages.dayRow(message);
		this.ofExecution.unlisted.push({ row, isAccepted: state === 'accepted' });
	}

	/** Does something of which nobody waits for the outcome; that n8n refuses is noted. */
	private async orNoteRefusal(work: () => Promise<void>): Promise<void> {
		await work().catch((error: Error) => (this.refusal ??= error));
	}

	/** What is known of a message, also where n8n refuses: then one that others may have sent does not leave. */
	private async unlessRefused(
		message: Message,
		work: () => Promise<Outcome | undefined>,
	): Promise<Outcome | undefined> {
		return await work().catch((error: Error) => {
			this.refusal ??= error;
			if (message.named.length > 0) return notSent('unrecorded', error.message);
			return this.messages.rowsOf(message).asks.length > 0 ? unknownBefore() : undefined;
		});
	}
}
