/** Who a message is: the scopes in which a run records its messages, and in which it asks for them. */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { fingerprint, Message, Ordinals, type Subject } from './message';
import type { NodeList } from './node-list';
import type { Rows } from './rows';

/** How long a manual run of a list remembers what the node has sent, in hours. */
export const recentHours = 12;

/** n8n gives up the execution of a worker that stands still after a minute, in milliseconds, less for its clock. */
const givenUpAfterMs = 45_000;

/** What n8n stored of an execution. */
export interface Execution {
	/** Tells the execution from others, but for those of the same millisecond, and stays the same for its Retry. */
	identity: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Tells this try of the execution from every other one. */
	token: string;
}

/** An execution, and where the sends of a node in it are recorded. */
export interface RecordedExecution extends Execution {
	/** Tells the node apart from all others of this n8n. */
	node: string;
	/** The node's rows in n8n's database. */
	rows: Rows;
	/** Whether n8n is known to have no other process that sends. */
	isOnlyProcess: boolean;
	/** Whether the execution was stopped. */
	isStopped: () => boolean;
	/** Calls back when the execution has ended or is stopped; not when it waits. */
	onFinish?: (handler: () => Promise<void>) => void;
}

/** One run of a node. */
export interface RunOptions {
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** The run's number among those of the node in the execution. */
	number: number;
	/** Items of the run. */
	size: number;
	/** Whether an agent calls the node: how often, and in which order, is up to the model. */
	isTool: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A clock may have been set back by some hours, and a run of more than a week ago is over. */
const reachMs = { back: 7 * 24 * hourMs, ahead: 12 * hourMs };

/**
 * Stretches of time, in milliseconds: n8n's list can only be asked for what one knows, so each says which runs have recorded
 * messages in it. Lists count by the time of their execution, manual runs by that of their start.
 */
const slotMs = { list: hourMs, 'manual hour': hourMs, 'manual minute': minuteMs };

type Slot = [kind: keyof typeof slotMs, number: number];

/** The slot of a time. */
export const slotOf = (kind: Slot[0], ms: number): Slot => [kind, Math.floor(ms / slotMs[kind])];

const slotValue = (slot: Slot) => slot.join(' ');

/** The slots from one time to another one. */
function slotsBetween(kind: Slot[0], from: number, to: number): Slot[] {
	const [[, first], [, last]] = [slotOf(kind, from), slotOf(kind, to)];
	return range(first, last).map((number) => [kind, number]);
}

const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The scopes of one run of a node. */
export class Scopes {
	/** Whether the run has the messages of a list, and whether it is a manual one: it sends what was not sent recently. */
	readonly isList: boolean;

	readonly asksRecent: boolean;

	readonly isRetry: boolean;

	/** How many values the messages of the execution, up to those of this run, leave in the list at most. */
	readonly valueCount: number;

	private readonly isManual: boolean;

	/** Whether it is the first try of a single message. */
	private readonly isSingle: boolean;

	private readonly ordinals: Ordinals;

	private readonly startedAt = Date.now();

	/** The slots in which others may have recorded, as they were found in a minute. */
	private found?: { minute: number; slots: Promise<Slot[]> };

	constructor(
		private readonly execution: Execution,
		{ memory, number, size, isTool }: RunOptions,
	) {
		const { mode, source } = execution;
		this.ordinals = new Ordinals(memory, number);
		this.isRetry = mode === 'retry';
		this.isManual = source === 'manual';
		const messages = this.ordinals.earlier + size;
		this.isList = !isTool && messages > 1;
		this.isSingle = !isTool && messages <= 1 && !this.isRetry;
		this.asksRecent = this.isList && mode === 'manual';
		this.valueCount = messages * ((this.isRetry ? 2 : 1) + Math.max(1, this.slots.length));
	}

	/** Counts one more message to a recipient, and answers how many there were before. */
	count({ baseUrl, recipient }: Pick<Subject, 'baseUrl' | 'recipient'>): number {
		return this.ordinals.next(fingerprint([baseUrl, recipient]));
	}

	/** The next message of the run. */
	next(subject: Subject): Message {
		const { baseUrl, recipient, request, key, campaign } = subject;
		const to = fingerprint([baseUrl, recipient]);
		const ordinals = { ofRecipient: this.count(subject), ofRequest: this.ordinals.next(request) };
		return key || campaign ? this.named(subject, to, ordinals) : this.unnamed(subject, to, ordinals);
	}

	private named(subject: Subject, to: string, ordinals: Message['ordinals']): Message {
		const { baseUrl, key, campaign, isAgain } = subject;
		const ids = [key && ['key', baseUrl, key], campaign && ['campaign', campaign, to]]
			.filter(Boolean)
			.map(fingerprint);
		const own = this.executionId(subject, ordinals.ofRecipient);
		// An earlier try without key and campaign, or with Send Again, has recorded its messages by their own ids.
		const counting = [...(isAgain ? [] : ids), ...(this.isRetry ? [own] : [])];
		const message = new Message(subject, own, isAgain ? [own, ...ids] : ids, counting, ids, ordinals);
		message.isAlwaysAsked = true;
		return message;
	}

	private unnamed(subject: Subject, to: string, ordinals: Message['ordinals']): Message {
		const { isList, isRetry, slots } = this;
		const { request, isAgain } = subject;
		const own = this.executionId(subject, ordinals.ofRecipient);
		const ids = [own, ...slots.map((slot) => fingerprint([slot, request, ordinals.ofRequest]))];
		const orderKeys = [isList || isRetry ? to : own];
		const ofRetry = isRetry ? this.executionId(subject, ordinals.ofRecipient, 'retry') : undefined;
		const message = new Message(subject, own, ids, isRetry ? [own] : [], orderKeys, ordinals, ofRetry);
		message.isAlwaysAsked = isRetry || (this.asksRecent && !isAgain);
		return message;
	}

	/** Whether a single message has waited for so long that n8n may have given up its execution, and a Retry may send it. */
	get mayBeRetried(): boolean {
		return this.isSingle && Date.now() - this.startedAt > givenUpAfterMs;
	}

	/** Forgets the messages of this run. */
	forget(): void {
		this.ordinals.forget();
	}

	/** The values by which other runs find this one. */
	get values(): string[] {
		return this.slots.map(slotValue);
	}

	/** The ids under which other runs may have sent a message: its Retry, and runs in other slots. n8n's error when it refuses. */
	async otherIds(list: NodeList, { subject, ordinals, isNamed }: Message): Promise<string[]> {
		if (isNamed) return [];
		const ofRetry = this.isRetry ? [] : [this.executionId(subject, ordinals.ofRecipient, 'retry')];
		if (subject.isAgain || !(this.isList || this.isRetry)) return ofRetry;
		const slots = await this.slotsOfOthers(list);
		return [...ofRetry, ...slots.map((slot) => fingerprint([slot, subject.request, ordinals.ofRequest]))];
	}

	private executionId({ baseUrl, recipient }: Subject, ordinal: number, scope = 'execution'): string {
		return fingerprint([scope, this.execution.identity, baseUrl, recipient, ordinal]);
	}

	/** Where others look for what this run sends. */
	private get slots(): Slot[] {
		const { execution, isList, isManual, startedAt } = this;
		return [
			...(isList || isManual ? [slotOf('list', execution.establishedAt)] : []),
			...(isManual ? [slotOf('manual hour', startedAt), slotOf('manual minute', startedAt)] : []),
		];
	}

	/** The slots of the runs that count: for a manual list, recent lists; otherwise, manual runs since the execution began. */
	private async slotsOfOthers(list: NodeList): Promise<Slot[]> {
		const now = Date.now();
		const minute = Math.floor(now / minuteMs);
		if (this.found?.minute !== minute) this.found = { minute, slots: this.foundSlots(list, now) };
		return await this.found.slots;
	}

	/** Of the slots that count, those that others have recorded, or may record at this moment, and this run's own. */
	private async foundSlots(list: NodeList, now: number): Promise<Slot[]> {
		const all = this.slotsThatCount(now);
		const found = await list.ask(all.map(slotValue));
		for (const slot of this.slots) found.add(slotValue(slot));
		return all.filter((slot) => {
			const [kind, number] = slot;
			const [, current] = slotOf(kind, now);
			return found.has(slotValue(slot)) || number === current || number === current - 1;
		});
	}

	private slotsThatCount(now: number): Slot[] {
		const { asksRecent, execution } = this;
		if (asksRecent) return slotsBetween('list', now - recentHours * hourMs, now + reachMs.ahead);
		const since = Math.max(execution.establishedAt, now - reachMs.back);
		const nextHour = (Math.floor(since / hourMs) + 1) * hourMs;
		return [
			...slotsBetween('manual minute', since, nextHour - 1),
			...slotsBetween('manual hour', nextHour, now + reachMs.ahead),
		];
	}
}
