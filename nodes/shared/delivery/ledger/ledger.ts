import { sleep, type IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';
import { isCertain, Locks, type Lock } from './locks';
import { left, open, type Message } from './message';
import { keyOfOtherRecipient, unrecorded } from './names';
import { mostValues, NodeList, rounds } from './node-list';
import type { RecordedExecution, RunOptions, Scopes } from './scopes';

/** A longer run records some messages ahead with one call: n8n writes its whole list at each. */
export const shortRun = { messages: 500 };

/** How many messages are recorded ahead. */
const recordedAhead = 16;

/** How long a message holds its lock while it waits for its turn, in milliseconds. */
const longestHoldMs = 5_000;

/** Values that a message leaves in the list, and those that are there for a while. */
const valuesOfMessage = 3;

/** What is known of a message before it leaves. */
export type Known = 'new' | 'accepted' | 'unknown';

/** What executions have left that only their Retry needs, by what n8n stores of them. */
const leftForRetry = new WeakMap<IDataObject, { values: string[]; isWhole: boolean }>();

function isAccepted(id: string, found: Set<string>): boolean {
	return found.has(left(id)) && !found.has(open(id));
}

/**
 * The record of the messages of one run, in n8n's database, which outlives n8n. Before a message leaves, `left` and `open`
 * are recorded for each of its ids; when it was accepted, `open` is removed, and when it was refused, both.
 */
export class Ledger {
	readonly list: NodeList;

	private readonly locks: Locks;

	/** How often others had announced themselves, and n8n's database had stood still, when the run began. */
	private readonly before: { announcements: number; stalls: number };

	/** Messages that wait for their turn: not recorded yet, and recorded ahead of it. */
	private readonly upcoming = new Set<Message>();

	private readonly ahead = new Set<Message>();

	/** Recorded messages without an outcome. */
	private readonly underWay = new Set<Message>();

	/** What must be there when the run has ended. */
	private readonly there = new Set<string>();

	private announced?: Promise<void>;

	private lookedBack?: Promise<void>;

	private isRecordedAgain = NodeList.isShared;

	/** Why something is not recorded, if n8n has refused. */
	refusal?: unknown;

	constructor(
		private readonly execution: RecordedExecution,
		private readonly scopes: Scopes,
		private readonly options: RunOptions,
	) {
		const { node, helpers, isStopped, onFinish } = execution;
		this.list = NodeList.of(node, helpers);
		this.locks = new Locks(this.list, isStopped);
		this.before = { announcements: this.list.announcements, stalls: this.list.stalls };
		if (valuesOfMessage * options.size > mostValues.short) this.list.makeLong();
		if (leftForRetry.has(options.memory)) return;
		leftForRetry.set(options.memory, { values: [], isWhole: true });
		onFinish?.(async () => await this.finish());
	}

	/** Whether the run has more messages than a node's list is made for. */
	get isTooLong(): boolean {
		return this.options.size * valuesOfMessage > mostValues.long;
	}

	/** Why nobody can say any more whether another process has sent a message of this run; undefined while that is known. */
	get doubt(): string | undefined {
		if (this.list.stalls === this.before.stalls) return undefined;
		return "n8n's database took longer than 30 seconds, and may have lost what another run recorded meanwhile";
	}

	/**
	 * Answers what is known of a message. It waits while somebody else sends it; other messages of this process to the same wait
	 * until `release`. Unknown where n8n refuses to say. InvalidInput for a key that stands for another recipient.
	 */
	async recall(message: Message): Promise<Known> {
		if (message.isNamed) this.list.makeLong();
		message.endTurn ??= await this.list.turn(message.locks.lock);
		if (!this.mustAsk(message)) return 'new';
		try {
			const known = await this.knownUnderLock(message);
			void this.letGoInTime(message);
			return known;
		} catch (error) {
			return this.noteRefusal(message, error);
		}
	}

	/** Answers what is known of a message that is only checked. n8n's error when it refuses. */
	async look(message: Message): Promise<Known> {
		return message.isContested ? (await this.foundOf(message)).known : 'new';
	}

	/** Says that a message waits for its turn, so that it may be recorded together with others. */
	queue(message: Message): void {
		if (this.isLong) this.upcoming.add(message);
	}

	/** Records that a message may leave, and answers whether it may: where somebody else has sent it, `recall` says what is known. */
	async begin(message: Message): Promise<boolean> {
		message.begun ??= this.record(message);
		this.ahead.delete(message);
		this.recordAhead();
		const mayLeave = await message.begun;
		if (!mayLeave) message.begun = undefined;
		return mayLeave;
	}

	/** Notes that the service accepted a message. */
	commit(message: Message): void {
		const { leftValues, openValues } = message;
		for (const value of leftValues) this.there.add(value);
		if (!message.isNamed) leftForRetry.get(this.options.memory)?.values.push(left(message.id));
		this.end(message, openValues);
	}

	/** Notes that a message has reached the service neither now nor before. */
	rollBack(message: Message): void {
		if (this.options.isTool) this.scopes.forget();
		this.undo(message);
	}

	/** Notes that a message has left, and nobody knows whether the service took it. */
	keepUnknown(message: Message): void {
		for (const value of message.values) this.there.add(value);
		this.end(message, []);
	}

	/** Lets others go on that wait for a message. */
	release(message: Message): void {
		this.end(message, []);
		this.letGo(message);
		message.endTurn?.();
		message.endTurn = undefined;
	}

	/** How many other messages to the same recipient this execution has had accepted; Infinity where nobody knows. */
	async acceptedBeside(message: Message): Promise<number> {
		if (message.isNamed) return Infinity;
		const ids = this.scopes.idsBeside(message);
		const found = await this.list.ask(ids.flatMap((id) => [left(id), open(id)])).catch(() => undefined);
		return found ? ids.filter((id) => isAccepted(id, found)).length : Infinity;
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. */
	async close(isWhole: boolean): Promise<void> {
		const ofExecution = leftForRetry.get(this.options.memory);
		if (ofExecution) ofExecution.isWhole &&= isWhole;
		try {
			if (NodeList.isShared) await this.list.settle([...this.there]);
			else if (this.there.size > 0 && this.scopes.isList) void this.lookBack();
			await this.list.flush();
		} catch (error) {
			this.refusal ??= error;
		}
	}

	/** Whether n8n's list is so long, or becomes so, that messages are recorded together. */
	private get isLong(): boolean {
		return this.options.size > shortRun.messages || this.list.isLong;
	}

	/** Makes others notice this run, before it sends anything. */
	private async announce(): Promise<void> {
		this.list.queue(this.scopes.values);
		await this.list.announce();
	}

	/** Whether somebody else may send a message. */
	private mustAsk(message: Message): boolean {
		const isNoticed = NodeList.isShared || this.list.announcements !== this.before.announcements;
		return message.isContested || (this.scopes.isList && isNoticed);
	}

	/** Takes a message's lock, and answers what is known of the message once nobody else sends it. */
	private async knownUnderLock(message: Message): Promise<Known> {
		if (this.doubt !== undefined) return 'unknown';
		if (!message.isNamed) await (this.announced ??= this.announce());
		message.lock = await this.locks.take(message.locks);
		for (let waits = 0; message.lock; waits += 1) {
			const { known, mayEnd } = await this.foundOf(message);
			const hasEnded = mayEnd.length === 0 || this.execution.isStopped();
			if (hasEnded) return this.doubt === undefined ? known : 'unknown';
			await this.locks.waitFor(mayEnd, waits);
		}
		return 'new';
	}

	/** What the list says of a message, and what says that somebody else sends it now. InvalidInput for a key of another recipient. */
	private async foundOf(message: Message): Promise<{ known: Known; mayEnd: string[] }> {
		const others = await this.scopes.otherIds(this.list, message);
		const ids = [...message.countingIds, ...others];
		const found = await this.list.ask([...ids.flatMap((id) => [left(id), open(id)]), ...message.keyHolder]);
		if (message.isOfOther(found)) throw keyOfOtherRecipient();
		if (ids.some((id) => isAccepted(id, found))) {
			this.list.queue(message.ids.map(left).filter((value) => !found.has(value)));
			return { known: 'accepted', mayEnd: [] };
		}
		const underWay = ids.filter((id) => found.has(open(id)));
		const isElsewhere = (id: string) => NodeList.isShared || others.includes(id);
		const mayEnd = underWay.filter(isElsewhere).map(open);
		return {
			known: underWay.length > 0 ? 'unknown' : 'new',
			mayEnd: mayEnd.filter((value) => !this.list.abandoned.has(value)),
		};
	}

	/** Records messages that wait for their turn, as many as there is room for. */
	private recordAhead(): void {
		if (this.ahead.size > recordedAhead / 4) return;
		const room = Math.min(recordedAhead - this.ahead.size, 2 * recordedAhead - this.underWay.size);
		for (const message of [...this.upcoming].slice(0, Math.max(0, room))) {
			this.ahead.add(message);
			message.begun = this.record(message);
			message.begun.catch(() => {});
		}
	}

	/** Records a message, and answers whether it may leave. */
	private async record(message: Message): Promise<boolean> {
		this.upcoming.delete(message);
		message.hasBegun = true;
		try {
			for (;;) {
				if (this.mustAsk(message) && !(await this.isNobodyElses(message))) return false;
				const { lock } = message;
				if (await this.isEntered(message, lock)) {
					return !lock || this.doubt === undefined || message.mayRepeat;
				}
				this.undo(message);
			}
		} catch (error) {
			const isNew = this.noteRefusal(message, error) === 'new';
			if (isNew) this.list.queue(message.values);
			return isNew;
		}
	}

	/** Enters a message, and answers whether nobody else can have sent it meanwhile. */
	private async isEntered(message: Message, lock?: Lock): Promise<boolean> {
		this.underWay.add(message);
		message.foundBefore = await this.list.record([...message.values, ...this.scopes.values]);
		await this.recordAgain();
		if (lock ?? NodeList.isShared) await this.confirm(message);
		else if (this.scopes.isList) void (this.lookedBack ??= this.lookBack());
		if (!lock) return message.mayRepeat || !this.mustAsk(message);
		const isNobodyElses = isCertain(lock);
		this.letGo(message);
		return isNobodyElses;
	}

	/** Makes sure of a message's lock, and answers whether nobody else has sent it. */
	private async isNobodyElses(message: Message): Promise<boolean> {
		if (message.lock && isCertain(message.lock)) return true;
		const known = await this.knownUnderLock(message);
		return known === 'new' ? message.lock !== undefined : known === 'unknown' && message.mayRepeat;
	}

	/** Lets go of a lock, unless somebody may have taken it over. */
	private letGo(message: Message): void {
		const { lock } = message;
		message.lock = undefined;
		if (lock && isCertain(lock)) this.list.removeSoon(lock.values, this.isLong);
	}

	/** Lets go of the lock of a message that waits long for its turn: others need not wait for that. */
	private async letGoInTime(message: Message): Promise<void> {
		const { lock } = message;
		message.hasBegun = false;
		await sleep(longestHoldMs);
		if (!message.hasBegun && message.lock === lock) this.letGo(message);
	}

	/** Records all messages of this run again, once it has noticed another process, which may have overwritten them. */
	private async recordAgain(): Promise<void> {
		if (!NodeList.isShared || this.isRecordedAgain) return;
		this.isRecordedAgain = true;
		this.list.queue([...this.there, ...[...this.underWay].flatMap(({ values }) => values)]);
		await this.list.flush();
	}

	/** Looks after a while whether another process has overwritten what this run recorded, and records it again then. */
	private async lookBack(): Promise<void> {
		try {
			await this.list.notice();
			await this.recordAgain();
			if (NodeList.isShared) await this.list.settle([...this.there]);
		} catch (error) {
			this.refusal ??= error;
		}
	}

	/** Reads back what was recorded of a message until it stays there. */
	private async confirm(message: Message): Promise<void> {
		for (let round = 0; round < rounds; round += 1) {
			await sleep(this.list.settleMs);
			const found = await this.list.record([...message.values, ...this.scopes.values]);
			if (message.values.every((value) => found.has(value))) return;
		}
	}

	/** Ends a message: what is outdated of it is removed. */
	private end(message: Message, outdated: string[]): void {
		this.upcoming.delete(message);
		this.ahead.delete(message);
		if (this.underWay.delete(message)) this.list.removeSoon(outdated, this.isLong);
	}

	/** Ends a message that was recorded and has not left. */
	private undo(message: Message): void {
		this.end(
			message,
			message.values.filter((value) => !message.foundBefore.has(value)),
		);
	}

	/** Notes that n8n refuses to record, and answers what a message counts as then. InvalidInput for one that must not leave. */
	private noteRefusal(message: Message, error: unknown): Known {
		if (error instanceof InvalidInput) throw error;
		this.refusal ??= error;
		if (message.isNamed) throw unrecorded(error);
		return this.mustAsk(message) ? 'unknown' : 'new';
	}

	/** Forgets what only a Retry needs, once the execution has ended well: there is none. */
	private async finish(): Promise<void> {
		const { values, isWhole } = leftForRetry.get(this.options.memory) ?? { values: [], isWhole: false };
		const isKept = !isWhole || this.scopes.isRetry || this.execution.isStopped();
		if (isKept || values.length > shortRun.messages) return;
		this.list.removeSoon(values);
		await this.list.flush().catch(() => {});
	}
}
