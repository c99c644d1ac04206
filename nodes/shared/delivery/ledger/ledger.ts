import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ResponseEnvelope } from '../../service/answer';

/** What identifies a send: the request as the item asked for it, and the numbers that may send it. */
export interface AskedSend {
	/** Fingerprint of the request without its sender. */
	request: string;
	senders: string[];
}

/**
 * What the execution remembers of one message of an item: the fingerprint of its request, a mark of its sender (''
 * when the delivery or the service chose it), then why its outcome is unknown, or once it was accepted message id,
 * request id, timestamp, version, and a mark of the number that sent it.
 */
type Entry =
	[request: string, sender: string] | [request: string, sender: string, reason: string] | AcceptedEntry;

type AcceptedEntry = [
	request: string,
	sender: string,
	messageId: string,
	id: string,
	timestamp: number,
	apiVersion: string,
	from?: string,
];

/** The messages of one run of a node, by item: those that the item asked for before it was changed, too. */
type Entries = Record<number, Entry[]>;

const contextKey = 'sends';
const longestReason = 80;

/** What the ledger knows of a send: never made, made with no known outcome, or accepted with this answer. */
export type Remembered =
	| { state: 'nothing' }
	| { state: 'unknown'; reason?: string }
	| { state: 'accepted'; envelope: ResponseEnvelope; from?: string };

/** Notes what became of a send that is leaving. */
export interface LeavingSend {
	/** The service accepted it, sent by `from` if that is known. */
	accepted(envelope: ResponseEnvelope, from?: string): void;
	/** It is unknown whether the service took it. */
	unknown(reason: string): void;
	/** The service did not take it; what was unknown of it before stays unknown. */
	notTaken(): void;
}

/** Tells requests apart; 16 characters, that hold no longer text in memory as a slice would. */
export function fingerprint(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest().toString('base64', 0, 12);
}

function senderMark(sender: string): string {
	return fingerprint(sender).slice(0, 6);
}

/**
 * Whether what was noted is what is asked for now. Another text or recipient makes another message, and so does
 * another single sender; a number that was chosen from a pool does not, nor a pool that still has the sender.
 */
function isSame([request, sender]: Entry, asked: AskedSend): boolean {
	return request === asked.request && (sender === '' || asked.senders.map(senderMark).includes(sender));
}

function isAccepted(entry: Entry): entry is AcceptedEntry {
	return entry.length >= 6;
}

/**
 * The sends of one run of a node, kept in the node's execution context. n8n stores that context with the
 * execution, so it outlives Retry On Fail and Retry of a failed execution; the same request in another run of
 * the node (a later round of a loop) is a message of its own.
 */
export class Ledger {
	/** `context` is the node's execution context, `run` tells the runs of the node apart. */
	constructor(
		private readonly context: IDataObject,
		private readonly run: number,
	) {}

	private runs(): Record<number, Entries> {
		this.context[contextKey] ??= {};
		return this.context[contextKey] as unknown as Record<number, Entries>;
	}

	/** The entries of an item, `own` among them. */
	private entriesWith(item: number, own: Entry): Entry[] {
		const run = (this.runs()[this.run] ??= {});
		const entries = run[item];
		if (!entries) return (run[item] = [own]);
		if (!entries.includes(own)) entries.push(own);
		return entries;
	}

	private entry(item: number, asked: AskedSend): Entry | undefined {
		return this.runs()[this.run]?.[item]?.find((entry) => isSame(entry, asked));
	}

	/** What is known of the item's send. */
	recall(item: number, asked: AskedSend): Remembered {
		const entry = this.entry(item, asked);
		if (!entry) return { state: 'nothing' };
		if (!isAccepted(entry)) return { state: 'unknown', reason: entry[2] };
		const [, , messageId, id, timestamp, apiVersion, mark] = entry;
		const data = { message_id: messageId };
		return {
			state: 'accepted',
			envelope: { id, timestamp, api_version: apiVersion, object: 'response', data },
			from: asked.senders.find((sender) => senderMark(sender) === mark),
		};
	}

	/** Notes, before the request leaves, that the service may take it. */
	noteLeaving(item: number, asked: AskedSend): LeavingSend {
		const [only, ...others] = asked.senders;
		const sender = only && others.length === 0 ? senderMark(only) : '';
		const before = this.entry(item, asked);
		let own: Entry = before ?? [asked.request, sender];
		const entries = this.entriesWith(item, own);
		const replaceBy = (entry: Entry) => {
			entries[entries.indexOf(own)] = entry;
			own = entry;
		};
		return {
			accepted: ({ id, timestamp, api_version, data }, from) => {
				const facts = [own[0], own[1], String(data.message_id), id, timestamp, api_version] as const;
				replaceBy(from ? [...facts, senderMark(from)] : [...facts]);
			},
			unknown: (reason) => {
				replaceBy([own[0], own[1], reason.slice(0, longestReason)]);
			},
			notTaken: () => {
				if (!before) entries.splice(entries.indexOf(own), 1);
			},
		};
	}

	/** Forgets the whole run, once nothing of it can be repeated. */
	forgetRun(): void {
		delete this.runs()[this.run];
	}
}
