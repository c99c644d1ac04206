import { leasedNumbers, type Channel } from './accounts';
import type { MessageFile } from './files';
import { magicAddress } from './magic-numbers';
import type { IncomingMessage, OutboxMessage, Signal } from './records';
import type { SimulatorState } from './state';

/** How far a message came (public material). */
export type DeliveryStatus = 'delivered' | 'failed' | 'delayed';

/** A message between a person and a leased number, whoever wrote it. */
export interface Message {
	/** The id that a send answered, or that of the event that told of it. */
	id: string;
	person: string;
	leased: string;
	/** Whether the leased number sent it. */
	isOurs: boolean;
	/** The channel that it went over, or was to go over. */
	channel: Channel;
	text: string;
	attachments: readonly string[];
	files: readonly MessageFile[];
	at: number;
	status: DeliveryStatus;
}

/** The first message of a magic conversation, in milliseconds since the epoch. */
const magicStart = Date.UTC(2026, 10, 20, 9);

const magicTexts: ReadonlyArray<[text: string, isOurs: boolean]> = [
	['Your table for two is booked for 7 pm', true],
	['Thank you!', false],
	['Can we come at 8 instead?', false],
];

/** An id that a look-up of one message knows without any send. */
export const magicMessageId = 'imsg_delivered';

/** How far a message that was sent came. */
function statusOf({ channel, to }: OutboxMessage): DeliveryStatus {
	if (channel === null) return 'failed';
	return magicAddress(to)?.isDelayed ? 'delayed' : 'delivered';
}

/** A message that was sent, as conversations have it. */
export function sentMessage(sent: OutboxMessage): Message {
	const { message_id: id, to: person, from: leased, tried: channel, attachments, files, at } = sent;
	const text = sent.message ?? '';
	return { id, person, leased, isOurs: true, channel, text, attachments, files, at, status: statusOf(sent) };
}

function receivedMessage(received: IncomingMessage): Message {
	const { from: person, to: leased, attachments } = received;
	const urls = attachments.map(({ url }) => url);
	return { ...received, person, leased, isOurs: false, attachments: urls, status: 'delivered' };
}

function magicMessagesBetween(person: string, leased: string, channel: Channel): Message[] {
	if (!magicAddress(person)?.hasWritten) return [];
	return magicTexts.map(([text, isOurs], index) => ({
		id: `evt_${person.slice(1)}_${index}`,
		person,
		leased,
		isOurs,
		channel,
		text,
		attachments: [],
		files: [],
		at: magicStart + index * 60_000,
		status: 'delivered',
	}));
}

/** All messages, or those with one person, the oldest first. */
export function messages(
	{ outbox, incoming }: Pick<SimulatorState, 'outbox' | 'incoming'>,
	person?: string,
): Message[] {
	const sent = outbox.filter(({ to }) => to === (person ?? to)).map(sentMessage);
	const received = incoming.filter(({ from }) => from === (person ?? from)).map(receivedMessage);
	return [...sent, ...received].sort((one, other) => one.at - other.at);
}

/**
 * What a person and a leased number wrote to each other over a channel, newest first, without what is younger than
 * the settings let the history see.
 */
export function conversation(
	state: SimulatorState,
	channel: Channel,
	person: string,
	leased: string,
	now: number,
): Message[] {
	const written = messages(state, person).filter(
		(message) => message.leased === leased && message.channel === channel,
	);
	return [...magicMessagesBetween(person, leased, channel), ...written]
		.filter(({ at }) => at + state.settings.historyDelayMs <= now)
		.reverse();
}

/** The latest message with this text that a person and any leased number wrote; undefined for none. */
export function messageWithText(
	state: SimulatorState,
	channel: Channel,
	{ to, from, message }: { to: string; from?: string; message: string },
	now: number,
): Message | undefined {
	const numbers = from === undefined ? leasedNumbers.map(({ number }) => number) : [from];
	return numbers
		.flatMap((number) => conversation(state, channel, to, number, now))
		.find(({ text }) => text === message);
}

/**
 * When a message was read: one that was sent, when the person says so or writes back; one that came, when it was
 * marked. 0 for unread.
 */
export function readAt({ isOurs, status, channel, leased, at }: Message, all: Message[], signals: Signal[]) {
	const marks = signals.filter(
		({ kind, account, from, channel: over }) =>
			kind === 'read' && (account === null) === isOurs && from === leased && over === channel,
	);
	const answers = all.filter(
		(other) => isOurs && !other.isOurs && other.leased === leased && other.channel === channel,
	);
	const later = [...marks, ...answers].map((read) => read.at).filter((read) => read >= at);
	return later.length > 0 && status !== 'failed' ? Math.min(...later) : 0;
}
