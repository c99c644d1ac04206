import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';

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

/** What tells a message from others. */
export interface Subject {
	baseUrl: string;
	/** The recipient; an email address in lower case. */
	recipient: string;
	/** The fingerprint of the request without its sender. */
	request: string;
	/** The idempotency key, and the name of the campaign, if the message has them. */
	key?: string;
	campaign?: string;
	/** Whether it is sent whatever other executions have sent. */
	isAgain: boolean;
}

/** The message of an id may have left. */
export const left = (id: string) => `left ${id}`;

/** Nobody knows yet whether the service took it. */
export const open = (id: string) => `open ${id}`;

export const isOpen = (value: string) => value.startsWith('open ');

/** The value that says of another one that it is open; without that one it says nothing. */
export const openOf = (leftValue: string) => leftValue.replace(/^left /, 'open ');

/** A message as the record knows it: by ids, each the hash of a scope and of what tells the message apart in it. */
export class Message {
	/** Whether the list is asked before it leaves, also when nobody has announced anything. */
	isAlwaysAsked = false;

	/** Whether it leaves although it may have left before. */
	mayRepeat = false;

	/** What came of recording it: whether it may leave. */
	begun?: Promise<boolean>;

	/** What was there before it was recorded: it stays when this message is refused. */
	foundBefore = new Set<string>();

	constructor(
		readonly subject: Subject,
		/** Tells it from others of its execution, whatever key or campaign it has. */
		readonly id: string,
		/** The ids under which others find it. */
		readonly ids: string[],
		/** Those of them by which it counts as sent. */
		readonly countingIds: string[],
		/** Messages of this process that have one of them in common go one after the other. */
		readonly orderKeys: string[],
		/** How many messages the execution had before: to the same recipient, and with the same request. */
		readonly ordinals: { ofRecipient: number; ofRequest: number },
		/** The id by which the execution itself knows it, if it goes on while its Retry sends. */
		private readonly ofRetry?: string,
	) {}

	/** Whether it has an idempotency key or a campaign. */
	get isNamed(): boolean {
		return Boolean(this.subject.key) || Boolean(this.subject.campaign);
	}

	/** Says for which recipient its key stands. */
	get keyHolder(): string[] {
		const { key, recipient } = this.subject;
		return key ? [`for ${this.keyId} ${fingerprint(recipient)}`] : [];
	}

	/** What says whether its key stands for another recipient. */
	get keyValues(): string[] {
		return this.subject.key ? [left(this.keyId), ...this.keyHolder] : [];
	}

	/** Whether values that were found say that its key stands for another recipient. */
	isOfOther(found: Set<string>): boolean {
		return found.has(left(this.keyId)) && this.keyHolder.some((value) => !found.has(value));
	}

	/** The id of its key, if it has one. */
	private get keyId(): string {
		return String(this.orderKeys[0]);
	}

	/** What stays when it was accepted. */
	get leftValues(): string[] {
		return [...this.recordedIds.map(left), ...this.keyHolder];
	}

	/** What goes when the service has accepted or refused it. */
	get openValues(): string[] {
		return this.recordedIds.map(open);
	}

	/** What is recorded before it leaves. */
	get values(): string[] {
		return [...this.leftValues, ...this.openValues];
	}

	private get recordedIds(): string[] {
		return this.ofRetry ? [...this.ids, this.ofRetry] : this.ids;
	}
}

/** How many characters tell the messages of an execution apart in what n8n stores with it. */
const shortLength = 6;

/** Counts the messages of an execution to each recipient and of each request, over all rounds of a loop. */
export class Ordinals {
	private readonly counts = new Map<string, number>();

	private readonly rounds: IDataObject;

	/** How many messages the node had in earlier rounds. */
	readonly earlier: number;

	/** `memory` is what n8n stores for the node with the execution; a round that is tried again counts anew. */
	constructor(
		memory: IDataObject,
		private readonly round: number,
	) {
		this.rounds = (memory.rounds ??= {}) as IDataObject;
		this.rounds[round] = '';
		const prints = Object.values(this.rounds).join('');
		this.earlier = prints.length / shortLength / 2;
		for (let at = 0; at < prints.length; at += shortLength) this.add(prints.slice(at, at + shortLength));
	}

	/** How many messages there were before with the same print, and counts one more. */
	next(print: string): number {
		const short = print.slice(0, shortLength);
		this.rounds[this.round] = `${String(this.rounds[this.round])}${short}`;
		return this.add(short) - 1;
	}

	/** Forgets the messages of this round. */
	forget(): void {
		this.rounds[this.round] = '';
	}

	private add(short: string): number {
		const count = (this.counts.get(short) ?? 0) + 1;
		this.counts.set(short, count);
		return count;
	}
}

/** The error of a key that stands for a message to somebody else. */
export function keyOfOtherRecipient(): InvalidInput {
	return new InvalidInput(
		'The idempotency key stands for a message to another recipient, so this one was not sent',
		'Give each message a key of its own, e.g. an order number and the recipient.',
	);
}

/** The error of a key or a campaign that is not recorded: where a tool has no record, or because n8n's database refuses. */
export function unrecorded(error?: unknown): InvalidInput {
	return new InvalidInput(
		'The idempotency key or campaign could not be recorded, so the message was not sent',
		error === undefined
			? 'n8n keeps no record where an MCP Server Trigger, or an AI Agent before version 3, calls this node as a tool. Put the node into a workflow of its own, and offer that by a Call n8n Sub-Workflow Tool. Or remove the option.'
			: `n8n's database did not take it (${String((error as Error).message)}). Save the workflow, or remove the option to send without its protection.`,
	);
}
