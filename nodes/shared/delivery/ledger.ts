import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ResponseEnvelope } from '../answer';

/**
 * What the execution remembers of one item's send: the fingerprint of its request, followed by nothing while the
 * service may have taken it, and by message id, request id, timestamp and version once it was accepted.
 */
type Entry = [fingerprint: string] | [string, string, string, number, string];

/** The entries of one run of a node, by item index. */
type Entries = Record<number, Entry>;

const contextKey = 'sends';

/** What the ledger knows of a send: never made, accepted with this answer, or made with no known outcome. */
export type Remembered = 'nothing' | 'unknown' | ResponseEnvelope;

/** Tells requests apart; 16 characters. */
export function fingerprint(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest('base64').slice(0, 16);
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

	/** What is known of the item's request; a request that differs from the one noted is a new message. */
	recall(item: number, request: string): Remembered {
		const entry = this.entries()[item];
		if (entry?.[0] !== request) return 'nothing';
		if (entry.length === 1) return 'unknown';
		const [, messageId, id, timestamp, apiVersion] = entry;
		return {
			id,
			timestamp,
			api_version: apiVersion,
			object: 'response',
			data: { message_id: messageId },
		};
	}

	/** Notes, before the request leaves, that the service may take it. */
	noteLeaving(item: number, request: string): void {
		this.entries()[item] = [request];
	}

	/** Notes that the service accepted the request. */
	noteAccepted(item: number, request: string, { id, timestamp, api_version, data }: ResponseEnvelope): void {
		this.entries()[item] = [request, String(data.message_id), id, timestamp, api_version];
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
