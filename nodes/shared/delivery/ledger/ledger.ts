import { sleep, type IDataObject, type WorkflowExecuteMode } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';
import { keyOfOtherRecipient, unrecorded } from './names';
import { fingerprint, left, Message, open, Ordinals, type Subject } from './message';
import { mostValues, NodeList, rounds, type Deduplication } from './node-list';
import { hourOf, listHours, listHourValue, manualRunsSince, manualRunValues, secondOf } from './run-times';

/** How long a manual run of a list remembers what the node has sent, in hours. */
export const recentHours = 12;

/** A longer run records some messages ahead with one call: n8n writes its whole list at each. */
export const shortRun = { messages: 500 };

/** How many messages are recorded ahead. */
const recordedAhead = 16;

/** Values that a message leaves in the list, and those that are there for a while. */
const valuesOfMessage = 3;

/** Waits for the end of a message that somebody else sends, 31 seconds in all. */
const waitsMs = [250, 750, 2_000, 4_000, 8_000, 16_000];

/** How many later messages of an execution are looked for. */
const ordinalsAhead = 20;

/** What n8n stored of an execution, and where the sends of a node in it are recorded. */
export interface RecordedExecution {
	/** Tells the node apart from all others of this n8n. */
	node: string;
	helpers: Deduplication;
	/** Tells the execution from all others, and stays the same for its Retry. */
	identity: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Tells this try of the execution from every other one. */
	token: string;
	/** Whether the execution was stopped. */
	isStopped: () => boolean;
	/** Calls back when the execution has ended or is stopped; not when it waits. */
	onFinish?: (handler: () => Promise<void>) => void;
}

/** How the messages of a run are recorded. */
export interface LedgerOptions {
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** The run's number among those of the node in the execution. */
	number: number;
	/** Messages of the run. */
	size: number;
	/** Whether an agent calls the node: how often, and in which order, is up to the model. */
	isTool: boolean;
}

/** What is known of a message before it leaves. */
export type Known = 'new' | 'accepted' | 'unknown';

/** What a run has left that only a Retry needs, by what n8n stores of the execution. */
const leftOfExecutions = new WeakMap<IDataObject, { values: string[]; isWhole: boolean }>();

/**
 * The record of the messages of one run, in n8n's database, which outlives n8n. Before a message leaves, `left` and `open`
 * are recorded for each of its ids; when it was accepted, `open` is removed, and when it was refused, both.
 */
export class Ledger {
	private readonly list?: NodeList;

	private readonly ordinals: Ordinals;

	/** Whether the run is one of a list, and whether it is a manual one, which sends what was not sent recently. */
	private readonly isList: boolean;

	private readonly asksRecent: boolean;

	private readonly startedAt = Date.now();

	private readonly announcementsBefore: number;

	private readonly stallsBefore: number;

	/** Messages that wait for their turn and are not recorded yet. */
	private readonly upcoming = new Set<Message>();

	/** Messages that are recorded and wait for their turn. */
	private readonly ahead = new Set<Message>();

	/** Recorded messages without an outcome. */
	private readonly underWay = new Set<Message>();

	/** What must be there, and what must not, when the run has ended. */
	private readonly there = new Set<string>();

	private readonly gone = new Set<string>();

	private announced?: Promise<void>;

	private recentHours?: Promise<number[]>;

	private readonly manualRuns = new Set<number>();

	private manualRunsUntil: number;

	private error?: unknown;

	/** `execution` is none where n8n says nothing of it: a tool that an older agent calls by itself. */
	constructor(
		private readonly execution: RecordedExecution | undefined,
		private readonly options: LedgerOptions,
	) {
		const { memory, number, size, isTool } = options;
		this.ordinals = new Ordinals(memory, number);
		this.isList = !isTool && (size > 1 || this.ordinals.hasEarlierRounds);
		this.asksRecent = this.isList && execution?.mode === 'manual';
		this.manualRunsUntil = execution?.establishedAt ?? 0;
		this.list = execution && NodeList.of(execution.node, execution.helpers);
		this.announcementsBefore = this.list?.announcements ?? 0;
		this.stallsBefore = this.list?.stalls ?? 0;
		if (valuesOfMessage * size > mostValues.short) this.list?.makeLong();
		if (execution && !leftOfExecutions.has(memory)) {
			leftOfExecutions.set(memory, { values: [], isWhole: true });
			execution.onFinish?.(async () => await this.finish());
		}
	}

	/** Why something is not recorded, if n8n has refused. */
	get refusal(): unknown {
		return this.error;
	}

	/** Whether later runs can know what this one has sent. */
	get isKept(): boolean {
		return this.list !== undefined && this.error === undefined;
	}

	/** Whether the run has more messages than a node's list is made for. */
	get isTooLong(): boolean {
		return this.list !== undefined && this.options.size * valuesOfMessage > mostValues.long;
	}

	/** Why nobody can say any more whether another process has sent a message of this run; undefined while that is known. */
	get doubt(): string | undefined {
		if (!this.list || this.list.stalls === this.stallsBefore) return undefined;
		return "n8n's database took longer than 30 seconds, and may have lost what another run recorded meanwhile";
	}

	/** The next message of the run. InvalidInput for a key or a campaign where n8n keeps no record. */
	next(subject: Subject): Message {
		const { baseUrl, recipient, request, key, campaign, isAgain } = subject;
		const { execution, isList, isRetry } = this;
		const to = fingerprint([baseUrl, recipient]);
		const ordinals = { ofRecipient: this.ordinals.next(to), ofRequest: this.ordinals.next(request) };
		const own = this.executionId(subject, ordinals.ofRecipient);
		const named = [
			...(key ? [['key', baseUrl, key]] : []),
			...(campaign ? [['campaign', campaign, to]] : []),
		];
		if (named.length > 0 && !execution) throw unrecorded();
		if (named.length > 0) this.list?.makeLong();
		const ids = named.length > 0 ? named.map(fingerprint) : [own];
		if (named.length > 0 && isAgain) ids.push(own);
		if (named.length === 0 && (isList || this.isManual)) {
			ids.push(recentId(hourOf(execution?.establishedAt ?? 0), request, ordinals.ofRequest));
		}
		if (named.length === 0 && this.isManual) {
			ids.push(manualId(secondOf(this.startedAt), request, ordinals.ofRequest));
		}
		const isAsked = named.length > 0 && !isAgain;
		const lock = named.length > 0 ? String(ids[0]) : isList || isRetry ? to : own;
		const claim = `${lock} ${String(execution?.token)}`;
		const message = new Message(
			subject,
			ids,
			isAsked ? ids : isRetry ? [own] : [],
			{ lock, claim },
			ordinals,
		);
		message.mustAsk = isRetry || isAsked || (this.asksRecent && !isAgain);
		return message;
	}

	/**
	 * Answers what is known of a message. It waits while somebody else sends to what its lock stands for, and keeps others
	 * waiting until `release`. Unknown where n8n refuses to say. InvalidInput for a key that stands for another recipient.
	 */
	async recall(message: Message): Promise<Known> {
		const { list } = this;
		if (!list) return 'new';
		message.endTurn ??= await list.turn(message.locks.lock);
		if (!this.needsLock(message)) return 'new';
		try {
			if (!message.isNamed) await (this.announced ??= list.announce());
			message.isLocked ||= await this.takeLock(message);
			if (!message.isLocked) return 'new';
			const outcome = await this.outcomeOf(message);
			return this.doubt === undefined ? outcome : 'unknown';
		} catch (error) {
			if (error instanceof InvalidInput) throw error;
			this.refuse(message, error);
			return 'unknown';
		}
	}

	/** Says that a message waits for its turn, so that it may be recorded together with others. */
	queue(message: Message): void {
		if (this.isLong) this.upcoming.add(message);
	}

	/** Records that a message may leave, and answers whether it may: not before it is certain that nobody else sends it. */
	async begin(message: Message): Promise<boolean> {
		if (!this.list) return true;
		message.begun ??= this.record(message);
		this.ahead.delete(message);
		this.recordAhead();
		const mayLeave = await message.begun;
		if (!mayLeave) message.begun = undefined;
		return mayLeave;
	}

	/** Notes that the service accepted a message. */
	commit(message: Message): void {
		this.settle(message, message.openValues);
		for (const value of message.leftValues) this.there.add(value);
		for (const value of message.openValues) this.gone.add(value);
		if (!message.isNamed) leftOfExecutions.get(this.options.memory)?.values.push(left(message.id));
	}

	/** Notes that a message has reached the service neither now nor before. */
	rollBack(message: Message): void {
		if (this.options.isTool) this.ordinals.forget();
		const values = [...message.leftValues, ...message.openValues];
		this.settle(
			message,
			values.filter((value) => !message.foundBefore.has(value)),
		);
	}

	/** Notes that a message has left, and nobody knows whether the service took it. */
	keepUnknown(message: Message): void {
		for (const value of [...message.leftValues, ...message.openValues]) this.there.add(value);
		this.settle(message, []);
	}

	/** Lets others go on that wait for a message. */
	release(message: Message): void {
		this.settle(message, []);
		message.endTurn?.();
		message.endTurn = undefined;
	}

	/** How many other messages to the same recipient this execution has had accepted; Infinity where nobody knows. */
	async acceptedBeside({ subject, ordinals, isNamed }: Message): Promise<number> {
		if (isNamed || !this.list) return Infinity;
		const { ofRecipient } = ordinals;
		const others = range(ofRecipient + ordinalsAhead).filter((ordinal) => ordinal !== ofRecipient);
		const ids = others.map((ordinal) => this.executionId(subject, ordinal));
		const found = await this.list.ask(ids.flatMap((id) => [left(id), open(id)])).catch(() => undefined);
		return found ? ids.filter((id) => isAccepted(id, found)).length : Infinity;
	}

	/** Ends the record of the run; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		const { list } = this;
		const ofExecution = leftOfExecutions.get(this.options.memory);
		if (!list || !ofExecution) return;
		ofExecution.isWhole &&= isWhole;
		try {
			if (NodeList.isShared) await list.settle([...this.there], [...this.gone]);
			await list.flush();
		} catch (error) {
			this.error ??= error;
		}
	}

	/** Whether n8n's list is so long, or becomes so, that messages are recorded together. */
	private get isLong(): boolean {
		return this.options.size > shortRun.messages || this.list?.isLong === true;
	}

	private get isRetry(): boolean {
		return this.execution?.mode === 'retry';
	}

	private get isManual(): boolean {
		return this.execution?.source === 'manual';
	}

	private executionId({ baseUrl, recipient }: Subject, ordinal: number): string {
		return fingerprint(['execution', this.execution?.identity, baseUrl, recipient, ordinal]);
	}

	/** Whether somebody else may send a message. */
	private needsLock(message: Message): boolean {
		const { list, announcementsBefore } = this;
		const isNoticed = NodeList.isShared || list?.announcements !== announcementsBefore;
		return message.mustAsk || message.isNamed || (this.isList && isNoticed);
	}

	/** The ids under which other runs may have sent a message. */
	private async otherIds({ subject, ordinals, ids, isNamed }: Message): Promise<string[]> {
		const list = this.list as NodeList;
		if (isNamed || subject.isAgain) return [];
		const others: string[] = [];
		if (this.asksRecent) {
			const hours = await (this.recentHours ??= listHours(list, recentHours));
			const since = range(1 + hourOf(Date.now()) - hourOf(this.startedAt)).map(
				(hour) => hour + hourOf(this.startedAt),
			);
			for (const hour of new Set([...hours, ...since, hourOf(this.execution?.establishedAt ?? 0)])) {
				others.push(recentId(hour, subject.request, ordinals.ofRequest));
			}
		} else if (this.isList || this.isRetry) {
			const { manualRunsUntil } = this;
			this.manualRunsUntil = Math.max(manualRunsUntil, Date.now() - 60_000);
			for (const second of await manualRunsSince(list, manualRunsUntil)) this.manualRuns.add(second);
			for (const second of this.manualRuns)
				others.push(manualId(second, subject.request, ordinals.ofRequest));
			return others.filter((id) => !ids.includes(id));
		}
		return others;
	}

	/** Takes a message's lock once nobody else has it, or has not let go of it for long; false when the execution is stopped. */
	private async takeLock({ lockValue, claimValue }: Message): Promise<boolean> {
		const list = this.list as NodeList;
		for (let waits = 0; !this.execution?.isStopped(); waits += 1) {
			const found = await list.record([lockValue, claimValue]);
			const isFree = !found.has(lockValue) || list.abandoned.has(lockValue);
			if (isFree && (await this.keepsLock(lockValue, claimValue))) return true;
			list.removeSoon([claimValue]);
			await this.wait(waits, [lockValue]);
		}
		return false;
	}

	/** Whether a lock stays this try's: where two take one at the same time, one of them overwrites the other. */
	private async keepsLock(lockValue: string, claimValue: string): Promise<boolean> {
		const list = this.list as NodeList;
		for (let round = 0; round < rounds; round += 1) {
			await sleep(list.settleMs);
			const found = await list.record([lockValue, claimValue]);
			if (found.has(claimValue)) return true;
			if (found.has(lockValue)) return false;
		}
		return false;
	}

	/** Waits for others; those that take too long count as killed from then on. */
	private async wait(waits: number, others: string[]): Promise<void> {
		const waitMs = waitsMs[waits];
		if (waitMs === undefined) for (const value of others) this.list?.abandoned.add(value);
		else await sleep(waitMs * (0.75 + Math.random() / 2));
	}

	/** What the list says of a message that nobody else sends now. */
	private async outcomeOf(message: Message): Promise<Known> {
		const list = this.list as NodeList;
		const { countingIds, keyHolder } = message;
		for (let waits = 0; ; waits += 1) {
			const others = await this.otherIds(message);
			const ids = [...countingIds, ...others];
			const found = await this.ask([...ids.flatMap((id) => [left(id), open(id)]), ...keyHolder]);
			if (found.has(left(message.id)) && keyHolder.some((value) => !found.has(value)))
				throw keyOfOtherRecipient();
			if (ids.some((id) => isAccepted(id, found))) {
				list.queue(message.ids.map(left).filter((value) => !found.has(value)));
				return 'accepted';
			}
			const waitsFor = (NodeList.isShared ? ids : others)
				.map(open)
				.filter((value) => found.has(value) && !list.abandoned.has(value));
			if (waitsFor.length > 0 && !this.execution?.isStopped()) await this.wait(waits, waitsFor);
			else return ids.some((id) => found.has(open(id))) ? 'unknown' : 'new';
		}
	}

	/** Asks for values of a message whose lock is taken: what comes back after that was written back by another process. */
	private async ask(values: string[]): Promise<Set<string>> {
		const list = this.list as NodeList;
		const found = await list.ask(values);
		for (let round = 0; NodeList.isShared && round < rounds; round += 1) {
			await sleep(list.settleMs);
			const again = await list.ask(values);
			const back = [...again].filter((value) => !found.has(value));
			if (back.length === 0) break;
			list.removeSoon(back);
		}
		return found;
	}

	/** Records messages that wait for their turn, as many as there is room for. */
	private recordAhead(): void {
		if (this.ahead.size > recordedAhead / 4) return;
		const room = Math.min(recordedAhead - this.ahead.size, 2 * recordedAhead - this.underWay.size);
		for (const message of [...this.upcoming].slice(0, Math.max(0, room))) {
			this.ahead.add(message);
			message.begun = this.record(message);
		}
	}

	/** The values by which other runs find this one. */
	private get runValues(): string[] {
		const { isList, isManual, execution, startedAt } = this;
		return [
			...(isList || isManual ? [listHourValue(execution?.establishedAt ?? 0)] : []),
			...(isManual ? manualRunValues(startedAt) : []),
		];
	}

	/** Records a message, and answers whether it may leave. */
	private async record(message: Message): Promise<boolean> {
		const list = this.list as NodeList;
		this.upcoming.delete(message);
		if (this.needsLock(message) && !message.isLocked) return this.mustAsk(message);
		this.underWay.add(message);
		const { ids, leftValues, openValues, subject } = message;
		const values = [...leftValues, ...openValues];
		try {
			const found = await list.record([...values, ...this.runValues]);
			message.foundBefore = found;
			const isKnown = this.asksRecent && !subject.isAgain && ids.some((id) => found.has(left(id)));
			if ((isKnown && !message.mayRepeat) || (this.needsLock(message) && !message.isLocked)) {
				list.removeSoon(values.filter((value) => !found.has(value)));
				this.underWay.delete(message);
				return this.mustAsk(message);
			}
			for (let round = 0; (NodeList.isShared || message.isLocked) && round < rounds; round += 1) {
				await sleep(list.settleMs);
				const there = await list.record([...values, ...this.runValues]);
				if (values.every((value) => there.has(value))) break;
			}
			return this.doubt === undefined || !this.needsLock(message);
		} catch (error) {
			this.refuse(message, error);
			if (message.mustAsk) return false;
			list.queue(values);
			return true;
		}
	}

	private mustAsk(message: Message): false {
		message.mustAsk = true;
		return false;
	}

	/** Ends a message: what is outdated of it is removed, with its lock. */
	private settle(message: Message, outdated: string[]): void {
		const { list } = this;
		this.upcoming.delete(message);
		this.ahead.delete(message);
		const isRecorded = this.underWay.delete(message);
		const locks = message.isLocked ? [message.lockValue, message.claimValue] : [];
		message.isLocked = false;
		list?.removeSoon([...(isRecorded ? outdated : []), ...locks], this.isLong);
	}

	/** Notes that n8n refuses to record. InvalidInput for a message that must not leave then. */
	private refuse(message: Message, error: unknown): void {
		this.error ??= error;
		if (message.isNamed) throw unrecorded(error);
	}

	/** Forgets what only a Retry needs, once the execution has ended well: there is none. */
	private async finish(): Promise<void> {
		const { execution, list, options } = this;
		const { values, isWhole } = leftOfExecutions.get(options.memory) ?? { values: [], isWhole: false };
		if (!list || !isWhole || this.isRetry || execution?.isStopped() || values.length > shortRun.messages)
			return;
		list.removeSoon(values);
		await list.flush().catch(() => {});
	}
}

const range = (count: number) => Array.from({ length: Math.max(0, count) }, (_, index) => index);

function isAccepted(id: string, found: Set<string>): boolean {
	return found.has(left(id)) && !found.has(open(id));
}

/** The id of a message among those of lists of an hour, and of a manual run. */
function recentId(hour: number, request: string, ordinal: number): string {
	return fingerprint(['recent', hour, request, ordinal]);
}

function manualId(second: number, request: string, ordinal: number): string {
	return fingerprint(['manual', second, request, ordinal]);
}
