import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';
import { left, unrecorded, type Message } from './message';
import { maxValues } from './n8n-list';
import { NodeList } from './node-list';
import { Claims, type Known } from './claims';
import type { RecordedExecution, RunOptions, Scopes } from './scopes';

/** A longer run records some messages ahead with one call: n8n writes its whole list at each. */
export const shortRun = { messages: 500 };

/** How many messages are recorded ahead: as many as leave at once, between these numbers. */
const recordedAhead = { min: 16, max: 32 };

/** What executions have left that only their Retry needs, by what n8n stores of them. */
const leftForRetry = new WeakMap<IDataObject, { values: string[]; isWhole: boolean }>();

/**
 * The record of the messages of one run, in n8n's database, which outlives n8n. Before a message leaves, `left` and `open`
 * are recorded for each of its ids; when it was accepted, `open` is removed, and when it was refused, what was not there before.
 */
export class Ledger {
	readonly list: NodeList;

	readonly claims: Claims;

	/** Messages that wait for their turn, and are not recorded yet. */
	private readonly upcoming = new Set<Message>();

	/** Those that are recorded ahead of their turn. */
	private readonly ahead = new Set<Message>();

	/** Recorded messages without an outcome, those ahead of their turn among them. */
	private readonly underWay = new Set<Message>();

	/** Whether the execution has more messages than a node's list is made for. */
	readonly isTooLong: boolean;

	/** Why something is not recorded, if n8n has refused. */
	refusal?: unknown;

	constructor(
		private readonly execution: RecordedExecution,
		private readonly scopes: Scopes,
		private readonly options: RunOptions,
	) {
		const { node, rows, onFinish } = execution;
		this.list = NodeList.of(node, rows);
		this.claims = new Claims(this.list, execution, scopes, options.memory);
		const { valueCount, asksRecent } = scopes;
		this.isTooLong = valueCount > maxValues.long;
		if (asksRecent || valueCount > maxValues.short / 2) this.list.makeRoom();
		if (leftForRetry.has(options.memory)) return;
		leftForRetry.set(options.memory, { values: [], isWhole: true });
		onFinish?.(async () => await this.finish());
	}

	/** Does the work of sending a message; other messages of this process to the same wait until it is over. */
	async oneAtATime<Result>(message: Message, work: () => Promise<Result>): Promise<Result> {
		return await this.list.order.nextOfAll(message.orderKeys, async () => {
			try {
				return await work();
			} finally {
				this.end(message);
			}
		});
	}

	/**
	 * Answers what is known of a message, once nobody else sends it. Unknown where n8n refuses to say. InvalidInput for a key that
	 * stands for another recipient.
	 */
	async recall(message: Message): Promise<Known> {
		if (message.isNamed) this.list.makeRoom();
		await this.claims.ready;
		if (!this.claims.mustAsk(message)) return 'new';
		try {
			return await this.claims.known(message);
		} catch (error) {
			return this.noteRefusal(message, error);
		}
	}

	/** Answers what is known of a message that is only checked. n8n's error when it refuses. */
	async look(message: Message): Promise<Known> {
		if (message.isNamed) this.list.makeRoom();
		return message.isAlwaysAsked ? (await this.claims.look(message)).known : 'new';
	}

	/** Says that a message waits for its turn: where n8n's list is long, or becomes so, it is recorded together with others. */
	queue(message: Message): void {
		if (this.options.size > shortRun.messages || this.list.isLong) this.upcoming.add(message);
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
		if (!message.isNamed) leftForRetry.get(this.options.memory)?.values.push(left(message.id));
		this.end(message);
		this.list.removeSoon(message.openValues);
	}

	/** Notes that the service has not taken a message, once it is recorded: it may be so ahead of its turn. */
	async rollBack(message: Message): Promise<void> {
		if (this.options.isTool) this.scopes.forget();
		const { begun } = message;
		message.begun = undefined;
		await begun?.catch(() => {});
		const isRecorded = this.end(message);
		if (isRecorded) this.list.removeSoon(message.values.filter((value) => !message.foundBefore.has(value)));
	}

	/** Notes that a message has left, and nobody knows whether the service took it. */
	keepUnknown(message: Message): void {
		for (const value of message.openValues) this.list.abandoned.add(value);
		this.end(message);
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. */
	async close(isWhole: boolean): Promise<void> {
		const ofExecution = leftForRetry.get(this.options.memory);
		if (ofExecution) ofExecution.isWhole &&= isWhole;
		try {
			await this.list.flush();
		} catch (error) {
			this.refusal ??= error;
		}
	}

	/** Records messages that wait for their turn, as many as there is room for. */
	private recordAhead(): void {
		const leaving = this.underWay.size - this.ahead.size;
		const max = Math.max(recordedAhead.min, Math.min(recordedAhead.max, leaving));
		if (this.ahead.size > max / 4) return;
		for (const message of [...this.upcoming].slice(0, max - this.ahead.size)) {
			this.ahead.add(message);
			message.begun = this.record(message);
			message.begun.catch(() => {});
		}
	}

	/** Records a message, and answers whether it may leave. */
	private async record(message: Message): Promise<boolean> {
		this.upcoming.delete(message);
		try {
			const isNobodyElses = await this.claims.claim(message, [...message.values, ...this.scopes.values]);
			if (isNobodyElses) this.underWay.add(message);
			const isCertain = this.claims.doubt === undefined || !this.claims.mustAsk(message);
			return isNobodyElses && (isCertain || message.mayRepeat);
		} catch (error) {
			const isNew = this.noteRefusal(message, error) === 'new';
			if (!isNew) return false;
			this.underWay.add(message);
			this.list.queue(message.values);
			return true;
		}
	}

	/** Ends a message, and answers whether it was recorded. */
	private end(message: Message): boolean {
		this.upcoming.delete(message);
		this.ahead.delete(message);
		return this.underWay.delete(message);
	}

	/** Notes that n8n refuses to record, and answers what a message counts as then. InvalidInput for one that must not leave. */
	private noteRefusal(message: Message, error: unknown): Known {
		if (error instanceof InvalidInput) throw error;
		this.refusal ??= error;
		if (message.isNamed) throw unrecorded(error);
		return this.claims.mustAsk(message) && !this.scopes.mayBeRetried ? 'unknown' : 'new';
	}

	/**
	 * Forgets what only a Retry needs, once the execution has ended and all items of the node have succeeded: a Retry goes on
	 * behind it.
	 */
	private async finish(): Promise<void> {
		const { values, isWhole } = leftForRetry.get(this.options.memory) ?? { values: [], isWhole: false };
		const isKept = !isWhole || this.scopes.isRetry || this.execution.isStopped();
		if (isKept || values.length > shortRun.messages) return;
		this.list.removeSoon(values);
		await this.list.flush().catch(() => {});
	}
}
