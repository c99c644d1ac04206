import { sleep } from 'n8n-workflow';

import { keyOfOtherRecipient, keyOfTool, unrecordedKey } from './idempotency-key';
import { ExecutionSends, type AfterInterruptedRun, type RecordedExecution } from './execution-sends';
import { acceptedValue, Message, WaitingMessages, type Known, type MessageKey } from './message';
import { mostValues, NodeStore, readings } from './node-store';

/** How the messages of a run are recorded. */
export interface LedgerOptions {
	after: AfterInterruptedRun;
	/** Messages of the run. */
	size: number;
	/** Requests that may be under way at the same time. */
	requestsAtOnce: number;
	/** The run's number among those of the node in the execution. */
	number: number;
	/** Whether an agent calls the node: in which order it does is up to the model. */
	isTool: boolean;
}

const fewestAhead = 10;

/**
 * A run of so many messages, where n8n's list has so many values, records each one when it leaves: a kill leaves fewer
 * in doubt. n8n writes its whole list each time, so longer runs record some together, ahead of their turn.
 */
export const shortRun = { messages: 500, values: 5_000 };

/**
 * Waits between questions what became of messages that another process sends, 31 seconds in all while nothing does; each
 * question disturbs it.
 */
const otherProcessWaitsMs = [1_000, 2_000, 4_000, 8_000, 16_000];
const valuesOfMessage = 3;

/** How many later ones of equal messages, and how many later runs of the node, are looked for. */
const equalAhead = 20;

/**
 * The record of the messages of one run, in n8n's database, which outlives n8n. Before a message leaves, it is recorded
 * that it may have left, and read back; when it was accepted, that.
 */
export class SendLedger {
	private readonly store?: NodeStore;

	private readonly sends?: ExecutionSends;

	private readonly ordinals: Map<string, Set<number>>;

	private readonly waiting = new WaitingMessages();

	/** Recorded messages that were not read back yet. */
	private readonly unread = new Set<Message>();

	/** Recorded messages whose outcome is not known yet. */
	private readonly open = new Set<Message>();

	/** What is forgotten when the run ends. */
	private readonly whileSent = new Set<string>();

	/** Messages that other processes send, the present wait for their ends, and how many waits have shown none. */
	private readonly elsewhere = new Set<Message>();

	private look?: Promise<void>;

	private looksInVain = 0;

	private readonly overwritesBefore?: number;

	private isStarting = false;

	private isShort = false;

	private measured?: Promise<void>;

	private hasBegun = false;

	private hasKeys = false;

	private error?: unknown;

	/** `execution` is none where n8n says nothing of it: a tool that an older agent calls by itself. */
	constructor(
		private readonly execution: RecordedExecution | undefined,
		private readonly options: LedgerOptions,
	) {
		const { after, size, isTool } = options;
		if (execution) {
			this.store = NodeStore.open(execution.node, execution.helpers);
			this.overwritesBefore = this.store.overwrites;
			this.store.keepAtLeast(2 * valuesOfMessage * size);
			if (after !== 'sendEverything') this.sends = ExecutionSends.of(this.store, execution, after, size);
		}
		this.ordinals = (isTool ? this.sends?.ordinals : undefined) ?? new Map();
	}

	/** Why something is not recorded, if n8n has refused. */
	get refusal(): unknown {
		return this.error;
	}

	/** Why nobody can say any more whether another process has sent a message of this run; undefined while that is known. */
	get doubt(): string | undefined {
		if (this.store?.overwrites === this.overwritesBefore) return undefined;
		return "n8n's database took longer than 30 seconds, and may have lost what another run recorded meanwhile";
	}

	/** Whether later runs can know what this one has sent. */
	get isKept(): boolean {
		return this.sends !== undefined && this.error === undefined;
	}

	/** Whether the run has more messages than a node's list is made for. */
	get isTooLong(): boolean {
		return this.store !== undefined && this.options.size * valuesOfMessage > mostValues;
	}

	/**
	 * The next message of the run, by the fingerprint of its request, or by those of its idempotency key and recipient.
	 * InvalidInput for a key where n8n keeps no record.
	 */
	next(request: string, key?: MessageKey): Message {
		if (key && !this.store) throw keyOfTool();
		if (key) {
			this.hasKeys = true;
			return new Message(key.key, ['key'], true, () => {}, key);
		}
		const taken = this.ordinals.get(request) ?? new Set();
		this.ordinals.set(request, taken);
		let ordinal = 0;
		while (taken.has(ordinal)) ordinal += 1;
		taken.add(ordinal);
		const { number, isTool } = this.options;
		const id = [request, ordinal, isTool ? 0 : number].join(' ');
		return new Message(id, this.sends?.names ?? [], false, () => isTool && taken.delete(ordinal));
	}

	/**
	 * Answers what earlier runs say of a message, and waits for its end where it is under way in this process. It counts
	 * as under way itself until `done`. What is known of a key shows when it is recorded, or, if it has to be known
	 * `early`, here.
	 */
	async recall(message: Message, early: boolean): Promise<{ known: Known; done: () => void }> {
		const { store } = this;
		if (!this.isRecorded(message) || !store) return { known: 'mayLeave', done: () => {} };
		let done = () => {};
		try {
			await (this.measured ??= this.measure());
			if (!message.key) await this.openFor(message);
			while (store.underWay.has(message.id)) await store.underWay.get(message.id);
			done = store.startUnderWay(message.id);
			const known = message.key ? early && (await this.keyOf(message)) : await this.sends?.knownOf(message);
			return { known: known || 'mayLeave', done };
		} catch (error) {
			this.error ??= error;
			return { known: 'unknown', done };
		}
	}

	/** Says that a message comes up, by a number if that is known, so that it may be recorded together with others. */
	queueForRecording(message: Message, sender?: string): void {
		if (!this.isRecorded(message) || this.isShort) return;
		this.waiting.add(message, sender);
		if (this.isStarting || this.unread.size > 0) return;
		this.isStarting = true;
		void sleep(0).then(() => {
			this.isStarting = false;
			this.recordNext();
		});
	}

	/**
	 * Answers whether a message may leave now; from then on it may have left. InvalidInput for a key that n8n does not
	 * record, or that stands for a message to somebody else.
	 */
	async begin(message: Message): Promise<Known> {
		if (!this.isRecorded(message)) return 'mayLeave';
		message.begun ??= this.record(message);
		const known = await message.begun;
		if (message.key && !message.isRecorded) throw unrecordedKey(this.error);
		if (known === 'otherRecipient') throw keyOfOtherRecipient();
		if (known !== 'mayLeave' || !message.isRecorded) return known;
		if (!message.read) await this.readBack(message);
		const read = await (message.read as Promise<Known>);
		return read === 'mayLeave' && this.doubt !== undefined ? 'unknown' : read;
	}

	/** Notes that the service accepted a message, which has left now or earlier. */
	commit(message: Message, isEarlier = false): void {
		this.keepUnknown(message);
		if (!this.store || !this.isRecorded(message)) return;
		const whileSent = message.valuesWhileSent(this.execution?.token);
		this.store.queue(message.endValues(), whileSent);
		for (const value of whileSent) this.whileSent.delete(value);
		if (message.key) this.store.ended.add(message.id);
		else {
			this.sends?.note(message.id, true);
			if (message.isContested && !isEarlier) this.sends?.noteSent();
		}
		if (this.waiting.size === 0) this.store.flushSoon();
	}

	/** How many other messages of the execution are equal to this one and known as accepted; Infinity where nobody knows. */
	async acceptedLike({ id, key }: Message): Promise<number> {
		if (key || !this.sends || !this.store) return Infinity;
		const { names } = this.sends;
		const [request = '', ordinal, run] = id.split(' ');
		const upTo = (number: unknown) => [...Array(Number(number) + equalAhead).keys()];
		const others = upTo(ordinal)
			.flatMap((one) => upTo(run).map((other) => [request, one, other].join(' ')))
			.filter((other) => other !== id);
		const valuesOf = (other: string) => names.map((name) => acceptedValue(name, other));
		const answer = await this.store.ask(others.flatMap(valuesOf)).catch(() => undefined);
		if (!answer) return Infinity;
		return others.filter((other) => valuesOf(other).some((value) => answer.found.has(value))).length;
	}

	/** Notes that a message has reached the service neither now nor before. */
	async rollBack(message: Message): Promise<void> {
		message.release();
		this.waiting.delete(message);
		const known = await message.begun;
		this.keepUnknown(message);
		if (known !== 'mayLeave' || (await message.read) === 'elsewhere') return;
		await this.store
			?.remove(message.beginValues(this.execution?.token))
			.then(() => this.sends?.noteRemoved(message.id))
			.catch((error: unknown) => (this.error ??= error));
	}

	/** Notes that a message has left, and nobody knows whether the service took it. */
	noteUnknown(message: Message): void {
		this.keepUnknown(message);
		if (message.key) this.store?.ended.add(message.id);
		else if (message.isContested) this.sends?.noteSent();
	}

	/** Leaves what is recorded of a message as it is. */
	keepUnknown(message: Message): void {
		this.open.delete(message);
		this.unread.delete(message);
	}

	/** Waits for the end of a message that another process sends: `mayLeave` when that one has not sent it. */
	async outcomeElsewhere(message: Message): Promise<Known> {
		this.keepUnknown(message);
		Object.assign(message, { begun: undefined, read: undefined });
		this.elsewhere.add(message);
		try {
			while ((await this.isSent(message)) && (this.look || this.looksInVain < otherProcessWaitsMs.length)) {
				await this.nextLook();
			}
			this.store?.ended.add(message.id);
			return await this.outcomeOf(message);
		} catch (error) {
			this.error ??= error;
			return 'unknown';
		} finally {
			this.elsewhere.delete(message);
			if (this.elsewhere.size === 0) this.looksInVain = 0;
		}
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		const { store, sends, hasKeys } = this;
		if (!store) return;
		try {
			await (isWhole && !hasKeys && !sends?.mayKnow ? store.flush() : store.flushUntilThere());
			await store.remove([...this.whileSent]);
			if (this.hasBegun) await sends?.endRun(this.options.number, isWhole);
		} catch (error) {
			this.error ??= error;
		}
		store.close();
	}

	/** Whether another process still sends a message. */
	private async isSent(message: Message): Promise<boolean> {
		const { found } = await (this.store as NodeStore).ask(message.sendingValues());
		if (found.size === 0) this.looksInVain = 0;
		return found.size > 0;
	}

	/** What is there of a message that another try has recorded; it has to begin again where that one has not sent it. */
	private async outcomeOf(message: Message): Promise<Known> {
		const accepted = message.acceptedValues();
		const { found, certain } = await (this.store as NodeStore).ask([...message.leftValues(), ...accepted]);
		if (accepted.some((value) => certain.has(value))) return 'accepted';
		return message.leftValues().some((value) => found.has(value)) ? 'unknown' : 'mayLeave';
	}

	/** All messages of the run that other processes send are looked for at the same time. */
	private async nextLook(): Promise<void> {
		this.look ??= sleep(otherProcessWaitsMs[this.looksInVain] ?? 0).then(() => {
			this.looksInVain += 1;
			this.look = undefined;
		});
		await this.look;
	}

	/** What is known of a key, without any trace of the question. */
	private async keyOf(message: Message): Promise<Known> {
		const { certain } = await (this.store as NodeStore).ask(message.acceptedValues());
		return certain.size > 0 ? 'accepted' : 'mayLeave';
	}

	private isRecorded({ key }: Message): boolean {
		return this.store !== undefined && (key !== undefined || this.sends !== undefined);
	}

	/** Finds out whether the run is short. */
	private async measure(): Promise<void> {
		if (this.options.size > shortRun.messages) return;
		const values = await this.store?.count().catch(() => Infinity);
		this.isShort = Number(values) <= shortRun.values;
	}

	/** Finds the names of the execution. n8n's error when an earlier run may have sent messages, and n8n does not tell. */
	private async openFor(message: Message): Promise<void> {
		if (!this.hasBegun) this.sends?.beginRun(this.options.number);
		this.hasBegun = true;
		await this.sends?.open();
		message.isContested = this.sends?.mayKnow === true;
	}

	/** Records messages that have come up, as many as there is room for. */
	private recordNext(): void {
		const most = Math.max(fewestAhead, this.options.requestsAtOnce);
		const room = Math.min(most, 2 * most - this.open.size);
		for (const message of this.waiting.next(room)) message.begun = this.record(message);
	}

	/** Records that a message may leave, and answers what is known of it. */
	private async record(message: Message): Promise<Known> {
		const { execution, store, sends } = this;
		this.waiting.delete(message);
		this.open.add(message);
		this.unread.add(message);
		if (!message.key) sends?.note(message.id);
		const values = message.beginValues(execution?.token);
		try {
			const traces = NodeStore.isOneProcess ? this.tracesOf(message) : [];
			const found = await (store as NodeStore).record([...values, ...traces]);
			message.isRecorded = true;
			message.recordedAt = Date.now();
			for (const value of message.valuesWhileSent(execution?.token)) this.whileSent.add(value);
			return await this.evaluate(message, found);
		} catch (error) {
			this.error ??= error;
			return this.outcomeUnrecorded(message, values);
		}
	}

	/** What follows where n8n does not record: a message leaves all the same, unless an earlier run may have sent it. */
	private outcomeUnrecorded(message: Message, values: string[]): Known {
		this.unread.delete(message);
		if (message.isRecorded || message.key || this.sends?.mustKnow) return 'unknown';
		this.store?.queue(values);
		return 'mayLeave';
	}

	/** What is known of a message, by those of its values that were there before it was recorded. */
	private async evaluate(message: Message, found: Set<string>): Promise<Known> {
		const store = this.store as NodeStore;
		if (!message.leftValues().some((value) => found.has(value))) return 'mayLeave';
		this.unread.delete(message);
		if (message.key && !found.has(message.recipientValue)) {
			await store.remove([message.recipientValue]);
			return 'otherRecipient';
		}
		const isSent = message.sendingValues().some((value) => found.has(value));
		if (isSent && !store.ended.has(message.id)) return 'elsewhere';
		store.removeSoon(message.valuesWhileSent(this.execution?.token));
		const outcome = await this.outcomeOf(message);
		if (outcome === 'accepted' && !message.key) store.queue(message.endValues());
		return outcome === 'mayLeave' ? 'elsewhere' : outcome;
	}

	private tracesOf(message: Message): string[] {
		return message.key ? [] : (this.sends?.traces() ?? []);
	}

	/** Reads back what was recorded, before the messages leave; the next ones are recorded with the same call. */
	private async readBack(first: Message): Promise<void> {
		const messages = new Set([first, ...this.unread]);
		const { settleMs } = this.store as NodeStore;
		await sleep(Math.max(0, Math.min(settleMs, settleMs - (Date.now() - first.recordedAt))));
		for (const message of messages) {
			const isSettled = Date.now() - message.recordedAt >= settleMs || message === first;
			if (message.isRecorded && isSettled && !message.read) message.read = this.readingOf(message);
		}
		if (this.unread.size === 0) this.recordNext();
	}

	/** Reads a message back until all of it is there, and enters again what another process, if any, has overwritten. */
	private async readingOf(message: Message): Promise<Known> {
		this.unread.delete(message);
		if (NodeStore.isOneProcess) return 'mayLeave';
		const values = message.beginValues(this.execution?.token);
		for (let reading = 0; reading < readings; reading += 1) {
			const found = await this.store
				?.record([...values, ...this.tracesOf(message)])
				.catch((error: unknown) => {
					this.error ??= error;
				});
			if (!found || values.every((value) => found.has(value))) return 'mayLeave';
			if (message.isTakenBy(found, this.execution?.token)) return 'elsewhere';
			await sleep((this.store as NodeStore).settleMs);
		}
		return message.isContested ? 'elsewhere' : 'mayLeave';
	}
}
