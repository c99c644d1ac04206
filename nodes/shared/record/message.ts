/** Who a message is: the rows in which it is recorded, and those that say that it was sent. */
import { createHash } from 'crypto';
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { Ordinals } from './ordinals';
import type { Rows } from './rows';

/** JSON of a value in which the order of an object's keys makes no difference. */
function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) =>
		inner !== null && typeof inner === 'object' && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
			: inner,
	);
}

/** Tells values apart; 16 characters, that hold no longer text in memory as a slice would. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(sortedJson(value)).digest().toString('base64', 0, 12);
}

/** An execution as n8n stored it, and where the sends of a node in it are recorded. */
export interface RecordedExecution {
	/** Tells the execution from others, but for those of the same millisecond, and stays the same for its Retry. */
	identity: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Tells this try of the execution from every other one. */
	token: string;
	/** Tells the node apart from all others of this n8n. */
	node: string;
	rows: Rows;
	/** Whether n8n is known to have no other process that sends. */
	isOnlyProcess: boolean;
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
	timeZone: string;
}

/** What tells a message from others. */
export interface Subject {
	baseUrl: string;
	/** The recipient; an email address in lower case. */
	recipient: string;
	/** The fingerprint of the request without its sender. */
	request: string;
	key?: string;
	campaign?: string;
	/** Whether it is sent whatever other executions have sent. */
	isAgain: boolean;
}

/** A message as the record knows it. */
export interface Message {
	readonly subject: Subject;
	/** Its row by its execution, whatever key or campaign it has. */
	readonly id: string;
	/** Its rows by key and campaign. */
	readonly named: string[];
	/** The row of its key, and of its rows the one that says that the key stands for its recipient. */
	readonly key?: { row: string; own: string };
	/** How many equal requests the execution had before. */
	readonly ordinal: number;
	/** Messages of this process that have one of them in common go one after the other. */
	readonly orderKeys: string[];
	/** Whether it leaves although it may have left before. */
	mayRepeat: boolean;
	/** Once it may leave: the rows that say so, and those of them that were inserted for it. */
	claim?: { rows: string[]; inserted: string[] };
}

const dayMs = 24 * 60 * 60_000;

/** How many days a manual list looks back, and a Retry at most; both look ahead because a clock may be set back. */
const reach = { manual: 1, retry: 7, ahead: 1 };

/** How long the rows of a day are kept. */
export const daysKeptMs = (reach.retry + reach.ahead) * dayMs;

/** Of the lists that triggers have started on a day, so many are told apart. */
const listsOfDay = 64;

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The number of the day that a calendar in a time zone shows at a time. */
export function dayOf(ms: number, timeZone: string): number {
	const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone });
	calendars.set(timeZone, calendar);
	return Date.parse(calendar.format(ms)) / dayMs;
}

const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The messages of one run of a node. */
export class Messages {
	readonly isRetry: boolean;

	/** Whether the execution was started by hand: it, or that of which it is a Retry. */
	readonly isManual: boolean;

	/** Whether the node has had more than one message in the execution, all rounds of a loop counted. */
	readonly isList: boolean;

	/** Whether it sends only what was not sent today or yesterday. */
	readonly isManualList: boolean;

	private readonly ordinals: Ordinals;

	constructor(
		private readonly execution: Pick<RecordedExecution, 'identity' | 'establishedAt' | 'source' | 'mode'>,
		private readonly options: RunOptions,
	) {
		const { memory, number, size, isTool } = options;
		this.ordinals = new Ordinals(memory, number);
		this.isRetry = execution.mode === 'retry';
		this.isManual = execution.source === 'manual';
		this.isList = !isTool && this.ordinals.earlier + size > 1;
		this.isManualList = this.isList && execution.mode === 'manual';
	}

	/** Counts one more message to a recipient, and answers how many there were before. */
	count({ baseUrl, recipient }: Pick<Subject, 'baseUrl' | 'recipient'>): number {
		return this.ordinals.next(fingerprint([baseUrl, recipient]));
	}

	/** Forgets the messages of this run. */
	forget(): void {
		this.ordinals.forget();
	}

	/** The next message of the run. */
	next(subject: Subject): Message {
		const { baseUrl, recipient, request, key: name, campaign } = subject;
		const id = fingerprint(['execution', this.execution.identity, baseUrl, recipient, this.count(subject)]);
		const ordinal = this.ordinals.next(request);
		const ofKey = ['key', baseUrl, name];
		const key = name ? { row: fingerprint(ofKey), own: fingerprint([...ofKey, recipient]) } : undefined;
		const ofCampaign = campaign ? [fingerprint(['campaign', baseUrl, campaign, recipient])] : [];
		const named = [...(key ? [key.own] : []), ...ofCampaign];
		const orderKeys = [id, ...named, ...(key ? [key.row] : []), fingerprint([request, ordinal])];
		return { subject, id, named, key, ordinal, orderKeys, mayRepeat: false };
	}

	/**
	 * The rows that are inserted before a message leaves, the one of its key last, and those that say that it was sent: of these,
	 * one that is there is in the way.
	 */
	rowsOf(message: Message): { inserts: string[]; asks: string[] } {
		const { id, named, key, subject } = message;
		const isNamed = named.length > 0;
		const inserts = key ? [...named, key.row] : named;
		const ofRetry = this.isRetry ? [id] : [];
		if (isNamed && !subject.isAgain) return { inserts, asks: [...named, ...ofRetry] };
		const ofDay = !isNamed && this.isByDay ? [this.dayRow(message)] : [];
		const days = isNamed || subject.isAgain ? [] : this.daysAsked(message);
		return { inserts: [id, ...ofDay, ...inserts], asks: [...ofRetry, ...days] };
	}

	/** Whether manual lists and Retries know its messages by their day. */
	private get isByDay(): boolean {
		return !this.options.isTool && (this.isManual || this.isRetry);
	}

	/** The row of a message for a day, today unless told: `hand` for those of executions that were started by hand. */
	dayRow({ subject, ordinal }: Message, kind = this.isManual ? 'hand' : 'list', day = this.today): string {
		return fingerprint([kind, day, subject.request, ordinal]);
	}

	/** The row that says that a Retry of the execution has begun. */
	get retryRow(): string {
		return fingerprint(['retry', this.execution.identity]);
	}

	/** The row of a list that a trigger has started, while it lasts; after a kill, its Retry has the same. */
	get listRow(): string {
		const { identity, establishedAt } = this.execution;
		const number = parseInt(createHash('md5').update(identity).digest('hex').slice(0, 8), 16) % listsOfDay;
		return listRow(dayOf(establishedAt, this.options.timeZone), number);
	}

	/** The rows of all lists that may not have ended, of today and yesterday. */
	get listRows(): string[] {
		const numbers = range(0, listsOfDay - 1);
		return this.days.flatMap((day) => numbers.map((number) => listRow(day, number)));
	}

	private get today(): number {
		return dayOf(Date.now(), this.options.timeZone);
	}

	private get days(): number[] {
		return range(this.today - reach.manual, this.today + reach.ahead);
	}

	private daysAsked(message: Message): string[] {
		const { isRetry, today, execution, options } = this;
		if (!this.isByDay || !(isRetry || this.isManualList)) return [];
		if (!isRetry) {
			return this.days.flatMap((day) => ['hand', 'list'].map((kind) => this.dayRow(message, kind, day)));
		}
		const since = Math.min(today, dayOf(execution.establishedAt, options.timeZone));
		const days = range(Math.max(since, today - reach.retry), today + reach.ahead);
		return days.map((day) => this.dayRow(message, 'hand', day));
	}
}

const listRow = (day: number, number: number) => fingerprint(['list', day, number]);
