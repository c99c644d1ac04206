/** Who a message is: the rows in which it is recorded, and those that say that it was sent. */
import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../input/fingerprint';
import { Ordinals, RememberedAnswers, type RecordedRun } from './execution-memory';
import type { Outcome } from '../service/outcome';
import { Calendar, dayMs } from '../service/times';

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
	ignoresHistory: boolean;
	/** Whether it leaves although it may have left before. */
	resendsUnknown: boolean;
}

/** A message as the record knows it. */
export interface Message extends Subject {
	/** Its row by its execution, whatever key or campaign it has. */
	readonly id: string;
	/** The row of its key, and the one that says that the key stands for its recipient. */
	readonly keyRow?: string;
	readonly ownKeyRow?: string;
	/** Its rows by key and campaign. */
	readonly keyAndCampaignRows: string[];
	/** How many equal requests the execution had before. */
	readonly ordinal: number;
}

/** The rows of a message, as it is looked for and sent. */
interface MessageRows {
	/** Those that are looked at before its turn: one that is there says that it was sent. */
	earlierRows: string[];
	/** Those that are inserted in its turn, the one of its key last, and which of them is of a day. */
	claimRows: string[];
	rowOfDay?: string;
	/** Of those that are inserted or looked at in its turn, the ones that are in the way if they are there. */
	blockingRows: string[];
}

/** A Retry looks back so many days at most. */
const retryReach = 7;

/** How long the rows of a day are kept. */
export const daysKeptMs = (retryReach + 1) * dayMs;

/** So many lists of a day that triggers have started and that have not ended are told apart. */
const listsAtOnce = 8;

/** The messages of one run of a node, and their rows. */
export class Messages {
	readonly isRetry: boolean;

	/** Whether the execution was started by hand: it, or that of which it is a Retry. */
	readonly isManual: boolean;

	/** Whether the node has several messages in the execution, all rounds of a loop counted. */
	readonly isList: boolean;

	/** Whether it sends only what was not sent today or yesterday. */
	readonly isManualList: boolean;

	readonly answers: RememberedAnswers;

	/** That of the workflow. */
	readonly calendar: Calendar;

	/** The rows that say that a Retry of the execution has begun, and that it has a twin. */
	readonly retryRow: string;
	readonly twinRow: string;

	/** The row that says which of the rows of lists under way the execution has. */
	readonly numberRow: string;

	private readonly ordinals: Ordinals;

	/** The messages in doubt of earlier rounds that this one has had. */
	private readonly had = new Set<string>();

	constructor(private readonly run: RecordedRun) {
		const { rows, memory, runIndex, items, isTool, mode, source, identity } = run;
		this.answers = RememberedAnswers.of(memory);
		this.calendar = new Calendar(run.timeZone);
		// Calls that an agent makes at once do not count each other's messages.
		this.ordinals = Ordinals.of(rows ? ((memory.rounds ??= {}) as IDataObject) : {});
		this.ordinals.forget(runIndex);
		this.isRetry = mode === 'retry';
		this.isManual = source === 'manual';
		const isInLoop = () => run.mayRunAgain?.() ?? false;
		this.isList = !isTool && (this.ordinals.size + items.length > 1 || isInLoop());
		this.isManualList = this.isList && mode === 'manual';
		this.retryRow = fingerprint(['retry', identity]);
		this.twinRow = fingerprint(['twin', identity]);
		this.numberRow = fingerprint(['number', identity]);
	}

	/** Counts one more message to a recipient, and answers how many there were before. */
	count(recipient: string): number {
		return this.ordinals.next(fingerprint(recipient), this.run.runIndex);
	}

	/** Forgets the messages of this run. */
	forget(): void {
		this.ordinals.forget(this.run.runIndex);
	}

	/** The next message of the run; one that is equal to one in doubt of an earlier round is the same. */
	nextMessage(subject: Subject): Message {
		const { baseUrl, recipient, request, key, campaign } = subject;
		const { identity, runIndex } = this.run;
		const { id, ordinal } = this.answers.doubtOf(request, runIndex, this.had) ?? {
			id: fingerprint(['execution', identity, recipient, this.count(recipient)]),
			ordinal: this.ordinals.next(request, runIndex),
		};
		this.had.add(id);
		const keyRow = key && fingerprint(['key', baseUrl, key]);
		const ownKeyRow = key && fingerprint(['key', baseUrl, key, recipient]);
		const campaignRow = campaign && fingerprint(['campaign', baseUrl, campaign, recipient]);
		const keyAndCampaignRows = [ownKeyRow, campaignRow].filter((row) => row !== undefined);
		return { ...subject, id, keyRow, ownKeyRow, keyAndCampaignRows, ordinal };
	}

	/** The rows of a message. */
	rowNamesOf(message: Message): MessageRows {
		const { id, keyAndCampaignRows, keyRow, ignoresHistory } = message;
		const [isNamed, ofRetry] = [keyAndCampaignRows.length > 0, this.isRetry ? [id] : []];
		const claimRows = keyRow ? [...keyAndCampaignRows, keyRow] : keyAndCampaignRows;
		if (isNamed && !ignoresHistory) {
			const blockingRows = [...keyAndCampaignRows, ...ofRetry];
			return { earlierRows: [...blockingRows, ...this.beforeCampaign(message)], claimRows, blockingRows };
		}
		const rowOfDay = !isNamed && this.isByDay ? this.dayRow(message) : undefined;
		const days = rowOfDay && !ignoresHistory ? this.daysAsked(message) : [];
		// A Retry looks for what was sent by hand when it has the turn.
		const earlierRows = this.isRetry ? ofRetry : days;
		return {
			earlierRows,
			claimRows: [id, ...(rowOfDay ? [rowOfDay] : []), ...claimRows],
			rowOfDay,
			blockingRows: [...ofRetry, ...days],
		};
	}

	/** The rows by which a manual list knows what was sent today before it had its campaign; two orders may have one text. */
	private beforeCampaign(message: Message): string[] {
		return this.isManualList && !message.keyRow ? this.bothOf(message, this.today) : [];
	}

	/** Messages of this process that have one of these in common go one after the other. */
	orderKeys({ id, keyAndCampaignRows, keyRow = id, request, ordinal }: Message): string[] {
		return [...new Set([id, ...keyAndCampaignRows, keyRow, fingerprint([request, ordinal])])];
	}

	/** The row of a message for a day, today unless told. */
	dayRow(
		{ request, ordinal }: Message,
		kind = this.isManual ? 'sentManually' : 'sentByList',
		day = this.today,
	): string {
		return fingerprint([kind, day, request, ordinal]);
	}

	/** The rows by which older lists that failed tell manual lists of a message. */
	listRows(message: Message): string[] {
		return this.days.map((day) => this.dayRow(message, 'sentByList', day));
	}

	/** The rows of the lists of a day, that of the execution unless told, which a trigger has started and which have not ended. */
	underWayRows(day = this.established): string[] {
		return Array.from({ length: listsAtOnce }, (_, number) => fingerprint(['listUnderWay', day, number]));
	}

	/** When the execution began: how many minutes of its day had passed, and 1. */
	get startedAtMinute(): number {
		return this.calendar.minuteOf(this.run.establishedAt) + 1;
	}

	/** When a message was accepted by what one of its rows says, in words; nothing, where that says no time. */
	whenAccepted(message: Message, row?: string): string | undefined {
		const { establishedAt } = this.run;
		if (row === message.id && establishedAt > 0) {
			return `Accepted since the execution began ${this.calendar.timeWords(establishedAt)}`;
		}
		const days = Array.from({ length: retryReach + 1 }, (_, ago) => this.today - ago);
		const day = days.find((one) => row !== undefined && this.bothOf(message, one).includes(row));
		return day === undefined ? undefined : `Accepted ${this.calendar.dayWords(day)}`;
	}

	/** What became of a message in an earlier try or round of the execution; nothing, if none has noted it. */
	recall({ id }: Message): Outcome | undefined {
		return this.answers.recall(id, (acceptedAt) => `Accepted ${this.calendar.timeWords(acceptedAt)}`);
	}

	/** The day on which the execution began. */
	private get established(): number {
		return this.calendar.dayOf(this.run.establishedAt);
	}

	/** Whether it began today. */
	get isOfToday(): boolean {
		return this.established === this.today;
	}

	/** Whether manual lists and Retries know its messages by their day. */
	private get isByDay(): boolean {
		return !this.run.isTool && (this.isManual || this.isRetry);
	}

	private get today(): number {
		return this.calendar.today;
	}

	/** Today and yesterday. */
	get days(): number[] {
		return [this.today, this.today - 1];
	}

	private bothOf(message: Message, day: number): string[] {
		return ['sentManually', 'sentByList'].map((kind) => this.dayRow(message, kind, day));
	}

	private daysAsked(message: Message): string[] {
		const { today } = this;
		if (this.isManualList) return this.days.flatMap((day) => this.bothOf(message, day));
		if (!this.isRetry) return [];
		const reach = Math.min(Math.max(today - this.established, 0), retryReach);
		return Array.from({ length: reach + 1 }, (_, ago) => this.dayRow(message, 'sentManually', today - ago));
	}
}
