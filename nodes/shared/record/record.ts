import { isFailed, maybeAlreadySent, mayHaveLeft, notSent, type Outcome } from '../service/outcome';
import { ExecutionRows } from './execution';
import type { RecordedRun } from './execution-memory';
import { Messages, type Message } from './message';
import type { Turn } from '../waiting/work-order';
import { says, Store, type Found } from './store';

/**
 * The record of the messages of one run: in the execution, and in n8n's database, which outlives n8n. A message may leave once
 * its rows are inserted: of all processes, one inserts a row. An accepted message has one more that says so, a refused one leaves
 * nothing.
 */
export class SendRecord {
	/** Why something is not recorded, if n8n has refused. */
	refusal?: Error;

	readonly messages: Messages;

	private readonly store: Store;

	private readonly ofExecution: ExecutionRows;

	/** The rows of messages that may leave, and those of them that were inserted for it. */
	private readonly claims = new Map<Message, { rows: string[]; inserted: string[] }>();

	/** The rows of messages that have left without them, and what they are to say. */
	private readonly unrecorded = new Map<string, number>();

	private begun?: Promise<void>;

	constructor(private readonly run: RecordedRun) {
		this.messages = new Messages(run);
		this.store = Store.of(run.place, run.rows);
		this.ofExecution = ExecutionRows.of(this.store, run, this.messages);
	}

	/** The turn of a message among those of this process that share a row with it, or as soon as `stopped` resolves. */
	async turn(message: Message, stopped?: Promise<unknown>): Promise<Turn> {
		return await this.store.order.turn(this.messages.orderKeys(message), stopped);
	}

	/** Notes for manual lists that a message was not sent. */
	noteNotSent(message: Message): void {
		this.ofExecution.noteForLists(message, 'new');
	}

	/**
	 * What an earlier try or run has made of a message, once nobody else sends it, or why it must not leave; nothing, if it is to
	 * leave. First runs of triggers ask nothing.
	 */
	async find(message: Message): Promise<Outcome | undefined> {
		const remembered = this.messages.recall(message);
		if (remembered && !(isFailed(remembered) && message.resendsUnknown)) {
			// A Retry that asks nothing of n8n's table ends its list there, too.
			if (this.messages.isRetry) await this.orNoteRefusal(async () => await (this.begun ??= this.begin()));
			return remembered;
		}
		return await this.unlessRefused(message, async () => {
			const conflict = await this.conflict(message);
			if (conflict) return conflict;
			await (this.begun ??= this.begin());
			const { earlierRows, blockingRows } = this.messages.rowNamesOf(message);
			const found = await this.store.stateOnceEnded(earlierRows, this.run);
			const known = this.decided(message, found);
			// A campaign that was added later knows for good whom a list without it has reached today.
			if (known && earlierRows.length > blockingRows.length) {
				for (const row of message.keyAndCampaignRows)
					await this.store.insertLate(row, says[isFailed(known) ? 'unknown' : 'accepted']);
			}
			return known;
		});
	}

	/** The same for a message that is only checked, by what is there now. n8n's error when it refuses. */
	async check(message: Message): Promise<Outcome | undefined> {
		const conflict = await this.conflict(message);
		if (conflict) return conflict;
		const { earlierRows, blockingRows } = this.messages.rowNamesOf(message);
		return this.outcomeOf(message, await this.store.stateOf([...new Set([...earlierRows, ...blockingRows])]));
	}

	/** Inserts the rows of a message that is to leave now; it may if the answer is nothing. Otherwise that of `find`. */
	async claim(message: Message): Promise<Outcome | undefined> {
		return await this.unlessRefused(message, async () => {
			for (let ignored: string[] = []; ;) {
				const inTheWay = await this.insertAll(message, ignored);
				if (!Array.isArray(inTheWay)) return inTheWay;
				const found = await this.store.stateOnceEnded(inTheWay, this.run);
				const known = this.decided(message, found);
				if (known) return known;
				ignored = found.state === 'unknown' ? inTheWay : [];
			}
		});
	}

	/** Deletes the rows of a message that has certainly not left: until it is claimed again, others may send it. */
	async giveBack(message: Message): Promise<void> {
		const { inserted } = this.claims.get(message) ?? { inserted: [] };
		await this.orNoteRefusal(async () => {
			for (let row = inserted.at(-1); row; row = inserted.at(-1)) {
				await this.store.withdraw(row);
				inserted.pop();
			}
			this.claims.delete(message);
		});
	}

	/** Notes what became of a message, once no try of it follows in this run; `reason` says why that is unknown. */
	async settle(message: Message, outcome: Outcome, from?: string, reason = ''): Promise<void> {
		const { messages, run } = this;
		if (mayHaveLeft(outcome)) {
			// Also what left without a row, because n8n's database refused: no later try sends it again.
			const isAccepted = outcome.is === 'accepted';
			if (isAccepted) messages.answers.noteAccepted(message, run.runIndex, outcome, from);
			else messages.answers.noteDoubt(message, run.runIndex, reason);
			return await this.settleSent(message, isAccepted);
		}
		if (run.isTool && (outcome.is === 'notSent' || outcome.is === 'rejected')) messages.forget();
		await this.giveBack(message);
	}

	private async settleSent(message: Message, isAccepted: boolean): Promise<void> {
		const { claimRows, rowOfDay } = this.messages.rowNamesOf(message);
		const { rows, inserted } = this.claims.get(message) ?? { rows: [], inserted: [] };
		this.ofExecution.noteSent(message, inserted, rowOfDay, isAccepted);
		if (!this.claims.delete(message)) {
			for (const row of claimRows) this.unrecorded.set(row, says[isAccepted ? 'accepted' : 'unknown']);
		}
		if (!rowOfDay || !isAccepted) this.ofExecution.noteForLists(message, isAccepted ? 'accepted' : 'unknown');
		if (!isAccepted) return this.store.abandon(rows);
		const said = rows.filter((row) => row !== message.keyRow);
		await this.orNoteRefusal(async () => await this.store.accept(...said));
	}

	/** Records what has left while n8n's database refused. */
	private async recordLate(): Promise<void> {
		for (const [row, said] of this.unrecorded) {
			await this.store.insertLate(row, said);
			this.unrecorded.delete(row);
		}
	}

	/** Ends the record of the run; `allSent` says that every item succeeded. Beside the run of a tool, an agent may have others. */
	async close(allSent: boolean): Promise<void> {
		const { messages, run, unrecorded } = this;
		await this.orNoteRefusal(async () => await this.recordLate());
		// What the rows do not say, n8n stores with the execution.
		const isNeeded = run.isTool || run.isTriedAgain || unrecorded.size > 0;
		if (allSent && !isNeeded) messages.answers.forgetAll();
		await this.orNoteRefusal(async () => await this.ofExecution.close(allSent, run.runIndex, messages));
	}

	/** Why a message must not leave: its key stands for another recipient, or it is of a manual list beside one of a trigger. */
	private async conflict(message: Message): Promise<Outcome | undefined> {
		const { messages, run } = this;
		if (message.keyAndCampaignRows.length > 0) {
			if (!run.rows) return notSent('unrecorded');
			return (await this.isKeyOfOther(message)) ? notSent('keyOfOther') : undefined;
		}
		if (!messages.isManualList || message.ignoresHistory) return undefined;
		const began = await this.ofExecution.besideList();
		return began === undefined ? undefined : notSent('besideList', began);
	}

	/** Who gives rows back deletes that of the key first: it is looked at again. */
	private async isKeyOfOther({ keyRow, ownKeyRow }: Message): Promise<boolean> {
		if (!keyRow || !ownKeyRow) return false;
		const { store } = this;
		return (await store.has(keyRow)) && !(await store.has(ownKeyRow)) && (await store.has(keyRow));
	}

	/** Makes others notice a Retry, and a list that a trigger has started, before it sends anything. */
	private async begin(): Promise<void> {
		const { isRetry, isList, isManual } = this.messages;
		if (isRetry) await this.ofExecution.beginRetry();
		if (isList && !isManual) await this.orNoteRefusal(async () => await this.ofExecution.beginList());
	}

	/**
	 * Inserts the rows of a message, and answers nothing if it may leave. Otherwise it leaves none, and answers those that say that
	 * somebody else sends it, or has; or why it must not leave.
	 */
	private async insertAll(message: Message, ignored: string[]): Promise<string[] | Outcome | undefined> {
		const { store, messages, ofExecution } = this;
		const { id, keyRow, ownKeyRow = '' } = message;
		const isOwn = messages.recall(message) !== undefined;
		const { claimRows, blockingRows } = messages.rowNamesOf(message);
		const claim = this.claims.get(message) ?? { rows: claimRows, inserted: [] };
		this.claims.set(message, claim);
		const { inserted } = claim;
		/** What a row of somebody else means; nothing, where the message may leave all the same. */
		const meaningOf = async (row: string) => {
			if (ignored.includes(row)) return undefined;
			if (blockingRows.includes(row)) return blockingRows;
			if (row === id && !isOwn && (await ofExecution.isOfRetry())) return [row];
			return row === keyRow && inserted.includes(ownKeyRow) ? notSent('keyOfOther') : undefined;
		};
		const inTheWay = async () => {
			for (const row of claimRows.filter((one) => !inserted.includes(one))) {
				const isInserted = await store.insert(row);
				if (isInserted) inserted.push(row);
				const found = isInserted ? undefined : await meaningOf(row);
				if (found) return found;
			}
			// Those who insert other rows look at these as well: of two, one at least sees the other.
			const others = blockingRows.filter((row) => !claimRows.includes(row) && !ignored.includes(row));
			return (await store.stateOf(others)).state === 'new' ? undefined : blockingRows;
		};
		const rows = await inTheWay().catch(async (error) => {
			await this.giveBack(message);
			throw error;
		});
		await (rows ? this.giveBack(message) : this.orNoteRefusal(async () => await this.recordLate()));
		return rows;
	}

	private outcomeOf(message: Message, { state, by }: Found): Outcome | undefined {
		if (state === 'accepted') return { is: 'alreadySent', reason: this.messages.whenAccepted(message, by) };
		return state === 'unknown' && !message.resendsUnknown ? maybeAlreadySent() : undefined;
	}

	/** What that means for a message, of which manual lists are to know; nothing, if it is to leave. */
	private decided(message: Message, { state: found, by }: Found): Outcome | undefined {
		const isOfTwin =
			found === 'accepted' && this.ofExecution.isTwin && message.keyAndCampaignRows.length === 0;
		const state = isOfTwin ? 'unknown' : found;
		if (state !== 'new') this.ofExecution.noteForLists(message, state, this.messages.isOfToday);
		if (state === 'unknown') this.messages.answers.noteDoubt(message, this.run.runIndex);
		return this.outcomeOf(message, { state, by });
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
			if (message.keyAndCampaignRows.length > 0) return notSent('unrecorded', error.message);
			return this.messages.rowNamesOf(message).blockingRows.length > 0 ? maybeAlreadySent() : undefined;
		});
	}
}
