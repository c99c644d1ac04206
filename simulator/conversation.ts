import { leasedNumbers, type Channel } from './accounts';
import type { IncomingMessage } from './incoming-message';
import { magicAddress } from './magic-numbers';
import type { OutboxMessage, SimulatorState } from './state';

/** How far a message came (public material). */
export type DeliveryStatus = 'delivered' | 'failed' | 'delayed';

/** A message of a conversation, whoever wrote it. */
export interface ConversationMessage {
	/** The id that a send answered, or that of the event that told of it. */
	id: string;
	to: string;
	from: string;
	message: string;
	attachments: readonly string[];
	at: number;
	status: DeliveryStatus;
}

/** The channels of conversations, and how the outbox calls them. */
const outboxChannels: Record<IncomingMessage['channel'], Channel> = {
	imessage: 'imessage',
	whatsapp: 'whatsapp',
	text: 'sms_rcs',
};

/** The first message of a magic conversation, in milliseconds since the epoch. */
const magicStart = Date.UTC(2026, 10, 20, 9);

const magicTexts: ReadonlyArray<readonly ['us' | 'them', string]> = [
	['us', 'Your table for two is booked for 7 pm'],
	['them', 'Thank you!'],
	['them', 'Can we come at 8 instead?'],
];

/** An id that a look-up of one message knows without any send. */
export const magicMessageId = 'imsg_delivered';

/** How far a message that was sent came. */
export function statusOf({ channel, to }: Pick<OutboxMessage, 'channel' | 'to'>): DeliveryStatus {
	if (channel === null) return 'failed';
	return magicAddress(to)?.isDelayed ? 'delayed' : 'delivered';
}

/** A message that was sent, as conversations have it. */
export function sentMessage(sent: OutboxMessage): ConversationMessage {
	const { message_id: id, to, from, message, attachments, at } = sent;
	return { id, to, from, message: message ?? '', attachments, at, status: statusOf(sent) };
}

function receivedMessage({ id, to, from, text, attachments, at }: IncomingMessage): ConversationMessage {
	const urls = attachments.map(({ url }) => url);
	return { id, to, from, message: text, attachments: urls, at, status: 'delivered' };
}

function magicMessagesBetween(person: string, leased: string): ConversationMessage[] {
	if (!magicAddress(person)?.hasWritten) return [];
	return magicTexts.map(([author, message], index) => ({
		id: `evt_${person.slice(1)}_${index}`,
		to: author === 'us' ? person : leased,
		from: author === 'us' ? leased : person,
		message,
		attachments: [],
		at: magicStart + index * 60_000,
		status: 'delivered',
	}));
}

/**
 * What a person and a leased number wrote to each other over a channel, newest first, without what is younger than
 * the settings let the history see.
 */
export function conversation(
	{ outbox, incoming, settings }: SimulatorState,
	channel: IncomingMessage['channel'],
	person: string,
	leased: string,
	now: number,
): ConversationMessage[] {
	const sent = outbox.filter(
		(message) =>
			message.to === person &&
			message.from === leased &&
			(message.channel ?? message.asked) === outboxChannels[channel],
	);
	const received = incoming.filter(
		(message) => message.from === person && message.to === leased && message.channel === channel,
	);
	const messages = [
		...magicMessagesBetween(person, leased),
		...[...sent.map(sentMessage), ...received.map(receivedMessage)].sort((one, other) => one.at - other.at),
	];
	return messages.filter(({ at }) => at + settings.historyDelayMs <= now).reverse();
}

/** The latest message with this text that a person and any leased number wrote; undefined for none. */
export function messageWithText(
	state: SimulatorState,
	channel: IncomingMessage['channel'],
	{ to, from, message }: { to: string; from?: string; message: string },
	now: number,
): ConversationMessage | undefined {
	const numbers = from === undefined ? leasedNumbers.map(({ number }) => number) : [from];
	return numbers
		.flatMap((number) => conversation(state, channel, to, number, now))
		.find((candidate) => candidate.message === message);
}
