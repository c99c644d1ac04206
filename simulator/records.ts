import type { OperationId, Schema } from '../nodes/shared/contract/contract';
import type { Channel } from './accounts';
import type { MessageFile } from './files';

/** A request of the service as it arrived. */
export interface RecordedRequest {
	/** Null where the document knows no such operation. */
	operationId: OperationId | null;
	method: string;
	/** The path as it was sent, percent-encoding included, without the query. */
	path: string;
	query: Record<string, unknown>;
	/** The JSON body; the text where it is not JSON; null where there is none. */
	body: unknown;
	/** The headers without `authorization`. */
	headers: Record<string, string | string[] | undefined>;
	authorization: 'ok' | 'missing' | 'wrong';
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	/** Whether the simulator still waits before it answers or resets the connection. */
	underWay: boolean;
	/** Null while there is no answer, and for a connection that was reset. */
	answeredStatus: number | null;
}

/** A request that does not match the OpenAPI document, or an answer that does not: a defect of the simulator. */
export interface Violation extends Pick<RecordedRequest, 'operationId' | 'method' | 'path' | 'at'> {
	side: 'request' | 'response';
	problems: string[];
}

/** Why a message did not go over the channel that was asked for (section 4.5). */
export type FallbackCondition = Schema<'ImessageFallbackCondition'> | Schema<'WhatsappFallbackCondition'>;

/** A message that the service accepted. */
export interface OutboxMessage {
	message_id: string;
	operationId: OperationId;
	/** Name of the account that sent it. */
	account: string;
	/** Acceptance, in milliseconds since the epoch. */
	at: number;
	to: string;
	/** The number that it was sent from in the end: that of the fallback where one happened. */
	from: string;
	/** The channel that was asked for. */
	asked: Channel;
	/** The channel that was tried last. */
	tried: Channel;
	/** What it arrived over; null when it was not delivered. */
	channel: Channel | null;
	/** What kept it from the channel that was asked for; null when nothing did. */
	condition: FallbackCondition | null;
	message: string | null;
	attachments: readonly string[];
	/** What became of each. */
	files: readonly MessageFile[];
	/** The whole body of the request. */
	body: Record<string, unknown>;
}

/** A file that could not be fetched: its message was refused. */
export interface Unfetched {
	/** The recipient of the message. */
	to: string;
	url: string;
	problem: string;
	/** Milliseconds since the epoch. */
	at: number;
}

/** A message that another person sent to a leased number (public material). */
export interface IncomingMessage {
	/** The id of the event that tells of it: `evt_…`. */
	id: string;
	channel: Channel;
	/** The other person: a phone number, or an email address over iMessage. */
	from: string;
	/** The leased number that was written to. */
	to: string;
	text: string;
	attachments: ReadonlyArray<{ url: string; mime: string; filename: string }>;
	files: readonly MessageFile[];
	/** Arrival, in milliseconds since the epoch. */
	at: number;
}

/** What happened in a conversation beside messages: a reaction, the typing indicator, a read receipt (public material). */
export interface Signal {
	kind: 'reaction' | 'typing' | 'read';
	channel: Channel;
	/** Name of the account; null where the other person did it. */
	account: string | null;
	/** The other person. */
	to: string;
	/** The leased number; null where the request named none. */
	from: string | null;
	/** `add` or `remove`, `start` or `stop`, `read`. */
	action: string;
	/** The reaction, and the text of the message that it is on; null for other signals. */
	reaction: string | null;
	on: string | null;
	/** Milliseconds since the epoch. */
	at: number;
}

/** A webhook event, format v2 (public material). */
export interface WebhookEvent {
	id: string;
	type: string;
	/** Seconds since the epoch. */
	timestamp: number;
	api_version: string;
	data: Record<string, unknown>;
}

/** What a receiver answered to an event. */
export interface EventAnswer {
	/** Where the event went. */
	url: string;
	at: number;
	/** Null when no answer came. */
	status: number | null;
	/** The beginning of the answer, or why there was none. */
	text: string;
}

/** An event that was sent to the webhook, once or again. */
export interface SentEvent {
	event: WebhookEvent;
	/** Empty while nobody has answered. */
	answers: EventAnswer[];
}
