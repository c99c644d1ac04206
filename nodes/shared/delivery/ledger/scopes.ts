/** Who a message is: the scopes in which a run records its messages, and in which it asks for them. */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { hourMs, manualRunsSince, manualRunValues, range, secondOf } from './manual-runs';
import { fingerprint, Message, Ordinals, type Subject } from './message';
import type { Deduplication, NodeList } from './node-list';

/** How long a manual run of a list remembers what the node has sent, in hours. */
export const recentHours = 12;

/** How many later messages of an execution are looked for. */
const ordinalsAhead = 20;

/** Manual runs that began so long ago have said so, in milliseconds. */
const announcedAfterMs = 60_000;

/** What n8n stored of an execution. */
export interface Execution {
	/** Tells the execution from all others, and stays the same for its Retry. */
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
	helpers: Deduplication;
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
	/** Messages of the run. */
	size: number;
	/** Whether an agent calls the node: how often, and in which order, is up to the model. */
	isTool: boolean;
}

export const hourOf = (ms: number) => Math.floor(ms / hourMs);

const listValue = (hour: number) => `list ${hour}`;

/** The id of a message among those that lists of an hour, or a manual run, have sent. */
const recentId = (hour: number, request: string, ordinal: number) =>
	fingerprint(['recent', hour, request, ordinal]);
const manualId = (second: number, request: string, ordinal: number) =>
	fingerprint(['manual', second, request, ordinal]);

/** The scopes of one run of a node. */
export class Scopes {
	/** Whether the run has the messages of a list, and whether it is a manual one: it sends what was not sent recently. */
	readonly isList: boolean;

	readonly asksRecent: boolean;

	readonly isRetry: boolean;

	private readonly isManual: boolean;

	private readonly ordinals: Ordinals;

	private readonly startedAt = Date.now();

	private hours?: Promise<number[]>;

	private readonly manualRuns = new Set<number>();

	private manualRunsSince: number;

	constructor(
		private readonly execution: Execution,
		{ memory, number, size, isTool }: RunOptions,
	) {
		const { mode, source, establishedAt } = execution;
		this.ordinals = new Ordinals(memory, number);
		this.isRetry = mode === 'retry';
		this.isManual = source === 'manual';
		this.isList = !isTool && (size > 1 || this.ordinals.hasEarlierRounds);
		this.asksRecent = this.isList && mode === 'manual';
		this.manualRunsSince = establishedAt;
	}

	/** The next message of the run. */
	next(subject: Subject): Message {
		const { baseUrl, recipient, request, key, campaign, isAgain } = subject;
		const to = fingerprint([baseUrl, recipient]);
		const ordinals = { ofRecipient: this.ordinals.next(to), ofRequest: this.ordinals.next(request) };
		const own = this.executionId(subject, ordinals.ofRecipient);
		const claim = this.execution.token;
		if (key || campaign) {
			const ids = [key && ['key', baseUrl, key], campaign && ['campaign', campaign, to]]
				.filter(Boolean)
				.map(fingerprint);
			const lock = String(ids[0]);
			const message = isAgain
				? new Message(subject, [own, ...ids], this.isRetry ? [own] : [], { lock, claim }, ordinals)
				: new Message(subject, ids, ids, { lock, claim }, ordinals);
			message.mustAsk = true;
			return message;
		}
		const ids = [own, ...this.idsForOthers(request, ordinals.ofRequest)];
		const lock = this.isList || this.isRetry ? to : own;
		const message = new Message(subject, ids, this.isRetry ? [own] : [], { lock, claim }, ordinals);
		message.mustAsk = this.isRetry || (this.asksRecent && !isAgain);
		return message;
	}

	/** Forgets the messages of this run. */
	forget(): void {
		this.ordinals.forget();
	}

	/** The values by which other runs find this one. */
	get values(): string[] {
		const isFound = this.isList || this.isManual;
		return [
			...(isFound ? [listValue(hourOf(this.execution.establishedAt))] : []),
			...(this.isManual ? manualRunValues(this.startedAt) : []),
		];
	}

	/** The ids under which other runs may have sent a message. n8n's error when it refuses. */
	async otherIds(list: NodeList, { subject, ordinals, ids, isNamed }: Message): Promise<string[]> {
		const { request, isAgain } = subject;
		if (isNamed || isAgain) return [];
		if (this.asksRecent) {
			const hours = await this.listHours(list);
			return hours.map((hour) => recentId(hour, request, ordinals.ofRequest));
		}
		if (!this.isList && !this.isRetry) return [];
		const since = this.manualRunsSince;
		this.manualRunsSince = Math.max(since, Date.now() - announcedAfterMs);
		for (const second of await manualRunsSince(list, since)) this.manualRuns.add(second);
		const others = [...this.manualRuns].map((second) => manualId(second, request, ordinals.ofRequest));
		return others.filter((id) => !ids.includes(id));
	}

	/** The ids of the other messages to the recipient of one in this execution. */
	idsBeside({ subject, ordinals }: Message): string[] {
		const { ofRecipient } = ordinals;
		const others = range(0, ofRecipient + ordinalsAhead).filter((ordinal) => ordinal !== ofRecipient);
		return others.map((ordinal) => this.executionId(subject, ordinal));
	}

	private executionId({ baseUrl, recipient }: Subject, ordinal: number): string {
		return fingerprint(['execution', this.execution.identity, baseUrl, recipient, ordinal]);
	}

	private idsForOthers(request: string, ordinal: number): string[] {
		const isFound = this.isList || this.isManual;
		return [
			...(isFound ? [recentId(hourOf(this.execution.establishedAt), request, ordinal)] : []),
			...(this.isManual ? [manualId(secondOf(this.startedAt), request, ordinal)] : []),
		];
	}

	/** The hours of which lists may be recorded, also ahead: a clock may have been set back. */
	private async listHours(list: NodeList): Promise<number[]> {
		const now = hourOf(Date.now());
		this.hours ??= (async () => {
			const hours = range(now - recentHours, now + recentHours);
			const found = await list.ask(hours.map(listValue));
			return hours.filter((hour) => found.has(listValue(hour)));
		})();
		const sinceStart = range(hourOf(this.startedAt), now);
		return [...new Set([...(await this.hours), ...sinceStart, hourOf(this.execution.establishedAt)])];
	}
}
