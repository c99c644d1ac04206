/** Who a message is: the rows in which it is recorded, and those that say that it was sent. */
import { tryToParseDateTime, type IDataObject, type WorkflowExecuteMode } from 'n8n-workflow';

import { fingerprint } from '../input/fingerprint';
import { Ordinals } from './execution-memory';
import type { Rows } from './store';

/** A run of a node, as far as its record needs it. */
export interface RecordedRun {
	/** Tells the execution from others, but for those of the same millisecond, and stays the same for its Retry. */
	identity: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Whether an agent calls the node: how often, and in which order, is up to the model. */
	isTool: boolean;
	/** Tells the runs of the node in one execution apart. */
	runIndex: number;
	items: { length: number };
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	timeZone: string;
	/** Tells the node apart from all others of this n8n. */
	place: string;
	/** The node's rows in n8n's database; none for a tool of an MCP server or of an older agent, for which n8n has no helpers. */
	rows?: Rows;
	/** Whether n8n is known to have no other process that sends. */
	isOnlyProcess: boolean;
	/** Aborted where the execution is stopped. */
	signal?: AbortSignal;
	/** Whether the node may run again in the execution with further items; unknown of a tool. */
	mayRunAgain?: () => boolean;
	/** Calls back when the execution has ended or is stopped; not when it waits. */
	onFinish?: (handler: () => Promise<void>) => void;
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
	/** Whether it leaves although it may have left before. */
	mayRepeat: boolean;
}

/** A message as the record knows it. */
export interface Message extends Subject {
	/** Its row by its execution, whatever key or campaign it has. */
	readonly id: string;
	/** The row of its key, and the one that says that the key stands for its recipient. */
	readonly keyRow?: string;
	readonly ownKeyRow?: string;
	/** Its rows by key and campaign. */
	readonly named: string[];
	/** How many equal requests the execution had before. */
	readonly ordinal: number;
}

const dayMs = 24 * 60 * 60_000;

/** How many days a manual list looks back, and a Retry at most; both look ahead because a clock may be set back. */
const reach = { manual: 1, retry: 7, ahead: 1 };

/** How long the rows of a day are kept. */
export const daysKeptMs = (reach.retry + reach.ahead) * dayMs;

/** Of the lists that triggers have started on a day, so many are told apart. */
const listsOfDay = 64;

/** The number of the day that a calendar in a time zone shows at a time. */
export function dayOf(ms: number, timeZone: string): number {
	return Date.parse(tryToParseDateTime(new Date(ms), timeZone).toISODate() ?? '') / dayMs;
}

const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The messages of one run of a node, and their rows. */
export class Messages {
	readonly isRetry: boolean;

	/** Whether the execution was started by hand: it, or that of which it is a Retry. */
	readonly isManual: boolean;

	/** Whether the node has had more than one message in the execution, all rounds of a loop counted. */
	readonly isList: boolean;

	/** Whether it sends only what was not sent today or yesterday. */
	readonly isManualList: boolean;

	private readonly ordinals: Ordinals;

	constructor(private readonly run: RecordedRun) {
		const { rows, memory, runIndex, items, isTool, mode, source } = run;
		// Calls that an agent makes at once, and those of Retry On Fail between them, do not count each other's messages.
		const rounds = rows ? ((memory.rounds ??= {}) as IDataObject) : {};
		this.ordinals = new Ordinals(rounds, runIndex);
		this.isRetry = mode === 'retry';
		this.isManual = source === 'manual';
		this.isList = !isTool && this.ordinals.earlier + items.length > 1;
		this.isManualList = this.isList && mode === 'manual';
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
		const { baseUrl, recipient, request, key, campaign } = subject;
		const id = fingerprint(['execution', this.run.identity, baseUrl, recipient, this.count(subject)]);
		const ordinal = this.ordinals.next(request);
		const keyRow = key && fingerprint(['key', baseUrl, key]);
		const ownKeyRow = key && fingerprint(['key', baseUrl, key, recipient]);
		const campaignRow = campaign && fingerprint(['campaign', baseUrl, campaign, recipient]);
		const named = [ownKeyRow, campaignRow].filter((row) => row !== undefined);
		return { ...subject, id, keyRow, ownKeyRow, named, ordinal };
	}

	/**
	 * The rows that are inserted before a message leaves, the one of its key last, which of them is of a day, and those that say
	 * that it was sent: of these, one that is there is in the way.
	 */
	rowsOf(message: Message): { inserts: string[]; ofDay: string[]; asks: string[] } {
		const { id, named, keyRow, isAgain } = message;
		const isNamed = named.length > 0;
		const inserts = keyRow ? [...named, keyRow] : named;
		const ofRetry = this.isRetry ? [id] : [];
		if (isNamed && !isAgain) return { inserts, ofDay: [], asks: [...named, ...ofRetry] };
		const ofDay = !isNamed && this.isByDay ? [this.dayRow(message)] : [];
		const days = isNamed || isAgain ? [] : this.daysAsked(message);
		return { inserts: [id, ...ofDay, ...inserts], ofDay, asks: [...ofRetry, ...days] };
	}

	/** Messages of this process that have one of these in common go one after the other. */
	orderKeys({ id, named, keyRow = id, request, ordinal }: Message): string[] {
		return [...new Set([id, ...named, keyRow, fingerprint([request, ordinal])])];
	}

	/** Whether manual lists and Retries know its messages by their day. */
	private get isByDay(): boolean {
		return !this.run.isTool && (this.isManual || this.isRetry);
	}

	/** The row of a message for a day, today unless told: `hand` for those of executions that were started by hand. */
	dayRow({ request, ordinal }: Message, kind = this.isManual ? 'hand' : 'list', day = this.today): string {
		return fingerprint([kind, day, request, ordinal]);
	}

	/** The row that says that a Retry of the execution has begun. */
	get retryRow(): string {
		return fingerprint(['retry', this.run.identity]);
	}

	/** The row of a list that a trigger has started, while it lasts; after a kill, its Retry has the same. */
	get runningRow(): string {
		const number = Buffer.from(fingerprint(this.run.identity), 'base64').readUInt32BE() % listsOfDay;
		return runningRow(this.establishedOn, number);
	}

	/** The rows of all lists that may not have ended, of today and yesterday. */
	get runningRows(): string[] {
		return this.days.flatMap((day) => range(0, listsOfDay - 1).map((number) => runningRow(day, number)));
	}

	private get today(): number {
		return dayOf(Date.now(), this.run.timeZone);
	}

	private get establishedOn(): number {
		return dayOf(this.run.establishedAt, this.run.timeZone);
	}

	private get days(): number[] {
		return range(this.today - reach.manual, this.today + reach.ahead);
	}

	private daysAsked(message: Message): string[] {
		const { isRetry, today, establishedOn } = this;
		if (!this.isByDay || !(isRetry || this.isManualList)) return [];
		if (!isRetry) {
			return this.days.flatMap((day) => ['hand', 'list'].map((kind) => this.dayRow(message, kind, day)));
		}
		const days = range(Math.max(Math.min(today, establishedOn), today - reach.retry), today + reach.ahead);
		return days.map((day) => this.dayRow(message, 'hand', day));
	}
}

const runningRow = (day: number, number: number) => fingerprint(['running', day, number]);
