import { sleep, type IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';
import { isCertain, Locks } from './locks';
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
	 * Answers what is known of a message. It waits while somebody else sends to what its lock stands for; other runs of this
	 * process wait until `release`. Unknown where n8n refuses to say. InvalidInput for a key that stands for another recipient.
	 */
	async recall(message: Message): Promise<Known> {
		if (message.isNamed) this.list.makeLong();
		message.endTurn ??= await this.list.turn(message.locks.lock);
		if (!this.needsLock(message)) return 'new';
		const known = await this.securely(message);
		void this.letGoInTime(message);
		return known;
	}

	/** Answers what is known of a message that is only checked. n8n's error when it refuses. */
	async look(message: Message): Promise<Known> {
		return message.mustAsk ? (await this.foundOf(message)).known : 'new';
	}

	/** Says that a message waits for its turn, so that it may be recorded together with others. */
	queue(message: Message): void {
		if (this.isLong) this.upcoming.add(message);
	}

	/** Records that a message may leave, and answers whether it may: not before it is certain that nobody else sends it. */
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

	/** Takes a message's lock and answers what is known of it. Unknown where n8n refuses to say. */
	private async securely(message: Message): Promise<Known> {
		try {
			if (!message.isNamed) await (this.announced ??= this.announce());
			await this.locks.take(message);
			const known = message.isLocked ? await this.outcomeOf(message) : 'new';
			return this.doubt === undefined ? known : 'unknown';
		} catch (error) {
			if (error instanceof InvalidInput) return await Promise.reject(error);
			this.noteRefusal(message, error);
			return 'unknown';
		}
	}

	/** Makes others notice this run, before it sends anything. */
	private async announce(): Promise<void> {
		this.list.queue(this.scopes.values);
		await this.list.announce();
	}

	/** Whether somebody else may send a message. */
	private needsLock(message: Message): boolean {
		const isNoticed = NodeList.isShared || this.list.announcements !== this.before.announcements;
		return message.mustAsk || (this.scopes.isList && isNoticed);
	}

	/** What the list says of a message that nobody else sends now. */
	private async outcomeOf(message: Message): Promise<Known> {
		for (let waits = 0; ; waits += 1) {
			const { known, ids, others, found } = await this.foundOf(message);
			if (known === 'accepted') {
				this.list.queue(message.ids.map(left).filter((value) => !found.has(value)));
				return known;
			}
			const mayEnd = (NodeList.isShared ? ids : others).map(open);
			const waitsFor = mayEnd.filter((value) => found.has(value) && !this.list.abandoned.has(value));
			if (waitsFor.length === 0 || this.execution.isStopped()) return known;
			await this.locks.waitFor(waitsFor, waits);
		}
	}

	/** What the list says of a message at this moment, and by which ids. InvalidInput for a key of another recipient. */
	private async foundOf(message: Message) {
		const others = await this.scopes.otherIds(this.list, message);
		const ids = [...message.countingIds, ...others];
		const found = await this.list.ask([...ids.flatMap((id) => [left(id), open(id)]), ...message.keyHolder]);
		if (message.isOfOther(found)) throw keyOfOtherRecipient();
		const rest: Known = ids.some((id) => found.has(open(id))) ? 'unknown' : 'new';
		const known: Known = ids.some((id) => isAccepted(id, found)) ? 'accepted' : rest;
		message.absent = new Set(ids.flatMap((id) => [left(id), open(id)]).filter((value) => !found.has(value)));
		return { known, ids, others, found };
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
		for (;;) {
			if (this.needsLock(message) && !(await this.isNobodyElses(message))) return this.mustAsk(message);
			this.underWay.add(message);
			try {
				if (await this.isRecordedInTime(message)) {
					return !message.isLocked || this.doubt === undefined || message.mayRepeat;
				}
				message.held = [];
				this.undo(message);
			} catch (error) {
				this.noteRefusal(message, error);
				if (!message.mustAsk) this.list.queue(message.values);
				return !message.mustAsk;
			}
		}
	}

	/** Records a message, and answers whether its lock, if it needs one, was certain all the while. */
	private async isRecordedInTime(message: Message): Promise<boolean> {
		const found = await this.list.record([...message.values, ...this.scopes.values]);
		message.foundBefore = new Set([...found].filter((value) => !message.absent.has(value)));
		await this.recordAgain();
		if (!message.isLocked) {
			if (this.needsLock(message)) return false;
			if (this.scopes.isList) void (this.lookedBack ??= this.lookBack());
			if (NodeList.isShared) await this.confirm(message);
			return true;
		}
		await this.confirm(message);
		return isCertain(message);
	}

	/** Makes sure of a message's lock, and answers whether nobody else has sent it. */
	private async isNobodyElses(message: Message): Promise<boolean> {
		message.begins = true;
		if (isCertain(message)) return true;
		message.held = [];
		const known = await this.securely(message);
		return message.isLocked && (known === 'new' || (known === 'unknown' && message.mayRepeat));
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

	private mustAsk(message: Message): false {
		message.mustAsk = true;
		return false;
	}

	/** Ends a message: what is outdated of it is removed, with its lock. */
	private end(message: Message, outdated: string[]): void {
		this.upcoming.delete(message);
		this.ahead.delete(message);
		if (this.underWay.delete(message)) this.list.removeSoon(outdated, this.isLong);
		this.unlock(message);
	}

	private unlock(message: Message): void {
		this.list.removeSoon(message.held, this.isLong);
		message.held = [];
	}

	/** Lets go of a lock that waits too long for its message, unless somebody may have taken it over. */
	private async letGoInTime(message: Message): Promise<void> {
		const { lockedAt } = message;
		message.begins = false;
		await sleep(longestHoldMs);
		if (!message.begins && message.lockedAt === lockedAt && isCertain(message)) this.unlock(message);
	}

	/** Ends a message that was recorded and has not left. */
	private undo(message: Message): void {
		this.end(
			message,
			message.values.filter((value) => !message.foundBefore.has(value)),
		);
	}

	/** Notes that n8n refuses to record. InvalidInput for a message that must not leave then. */
	private noteRefusal(message: Message, error: unknown): void {
		this.refusal ??= error;
		if (message.isNamed) throw unrecorded(error);
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
