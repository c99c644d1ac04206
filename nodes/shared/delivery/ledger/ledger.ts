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
 * What the execution remembers of one item's send: the fingerprint of its request, a mark of its sender ('' when
 * the delivery or the service chose it), then why its outcome is unknown, or once it was accepted message id,
 * request id, timestamp and version.
 */
type Entry =
	| [request: string, sender: string]
	| [request: string, sender: string, reason: string]
	| [request: string, sender: string, messageId: string, id: string, timestamp: number, apiVersion: string];

/** The entries of one run of a node, by item index. */
type Entries = Record<number, Entry>;

const contextKey = 'sends';
const longestReason = 80;

/** What the ledger knows of a send: never made, accepted with this answer, or made with no known outcome. */
export type Remembered =
	| { state: 'nothing' }
	| { state: 'unknown'; reason?: string }
	| { state: 'accepted'; envelope: ResponseEnvelope };

/** Tells requests apart; 16 characters. */
export function fingerprint(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest('base64').slice(0, 16);
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

	private entries(): Entries {
		const runs = this.runs();
		return (runs[this.run] ??= {});
	}

	/** What is known of the item's send. */
	recall(item: number, asked: AskedSend): Remembered {
		const entry = this.entries()[item];
		if (!entry || !isSame(entry, asked)) return { state: 'nothing' };
		if (entry.length < 6) return { state: 'unknown', reason: entry[2] };
		const [, , messageId, id, timestamp, apiVersion] = entry as Extract<Entry, { length: 6 }>;
		const data = { message_id: messageId };
		return {
			state: 'accepted',
			envelope: { id, timestamp, api_version: apiVersion, object: 'response', data },
		};
	}

	/** Notes, before the request leaves, that the service may take it. */
	noteLeaving(item: number, { request, senders }: AskedSend): void {
		const [only, ...others] = senders;
		this.entries()[item] = [request, only && others.length === 0 ? senderMark(only) : ''];
	}

	/** Notes that the service accepted the send that left last. */
	noteAccepted(item: number, { id, timestamp, api_version, data }: ResponseEnvelope): void {
		const [request, sender] = this.entries()[item] ?? ['', ''];
		this.entries()[item] = [request, sender, String(data.message_id ?? ''), id, timestamp, api_version];
	}

	/** Notes why it is unknown whether the service took the send that left last. */
	noteUnknown(item: number, reason: string): void {
		const [request, sender] = this.entries()[item] ?? ['', ''];
		this.entries()[item] = [request, sender, reason.slice(0, longestReason)];
	}

	/** Notes that the service did not take the request. */
	noteNotTaken(item: number): void {
		delete this.entries()[item];
	}

	/** Forgets the whole run, once nothing of it can be repeated. */
	forgetRun(): void {
		delete this.runs()[this.run];
	}
}
