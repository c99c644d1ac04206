import type { Channel } from '../accounts';
import type { IncomingMessage } from '../incoming-message';
import type { OutboxMessage, SimulatorState } from '../state';
import type { SentEvent } from '../webhook';
import { readableAddress } from './words';

/** A message of a conversation, whoever wrote it. */
export interface Message {
	id: string;
	/** The other party, and the leased number that it writes with. */
	party: string;
	leased: string;
	at: number;
	text: string | null;
	attachments: readonly string[];
	/** What it arrived over; null when it was not delivered. */
	channel: Channel | null;
	/** What the other party goes on over. */
	over: IncomingMessage['channel'];
	/** What the service took, of a message that was sent. */
	sent?: OutboxMessage;
	/** The event that told of it: that it came in, or was delivered or not. */
	told?: SentEvent;
}

function sentMessage(sent: OutboxMessage, told: SentEvent | undefined): Message {
	const { message_id: id, to, from, at, message: text, attachments, channel, asked } = sent;
	const last = channel ?? asked;
	const over = last === 'sms_rcs' ? 'text' : last;
	return { id, party: to, leased: from, at, text, attachments, channel, over, sent, told };
}

function writtenMessage(written: IncomingMessage, told: SentEvent | undefined): Message {
	const { id, to, from, at, text, channel: over } = written;
	const channel = over === 'text' ? 'sms_rcs' : over;
	const attachments = written.attachments.map(({ url }) => url);
	return { id, party: from, leased: to, at, text, attachments, channel, over, told };
}

/** All messages, the oldest first. */
export function allMessages({ outbox, incoming, events }: SimulatorState): Message[] {
	const byId = new Map(events.map((told) => [String(told.event.data.message_id ?? told.event.id), told]));
	const sent = outbox.map((message) => sentMessage(message, byId.get(message.message_id)));
	const written = incoming.map((message) => writtenMessage(message, byId.get(message.id)));
	return [...sent, ...written].sort((one, other) => one.at - other.at);
}

/** What the search looks at. */
export function words({ party, leased, text, attachments, sent }: Message): unknown[] {
	const addresses = [party, readableAddress(party), leased, readableAddress(leased)];
	return [...addresses, text, sent?.effect, ...attachments];
}
