import type { IDataObject } from 'n8n-workflow';

import { phoneNumberPattern, serviceOperations } from '../contract/contract';
import { at } from '../input/values';
import { objects, type Accepted, type ResponseEnvelope } from './answer';
import { isoTime } from './times';
import type { channels, Channel } from './channels';
import type { ServiceRequest } from './service-request';

export interface Between {
	channel: string;
	person: string;
	number: string;
}

/** How long an execution waits for a conversation, in milliseconds. */
export const readLimitMs = 10_000;

/** Nobody writes more messages at a time. */
export const newest = 50;

const most = serviceOperations.getImessageHistory.values.path.limit.maximum;

/** Why a conversation cannot be read, as the end of a sentence; `isNever` where that stays so. */
export interface Unread {
	reason: string;
	isNever: boolean;
}

/** What is asked of the service, and as much of a failure as tells why. */
export type Ask = (
	request: ServiceRequest,
	longestMs: number,
) => Promise<Accepted | { is: string; kind: string; status?: number; detail?: string }>;

/**
 * Asks once for so many messages of a conversation (public material), within `limitMs`: what the service answers, or why it
 * cannot be read.
 */
export async function askForConversation(
	ask: Ask,
	channel: (typeof channels)[Channel] | undefined,
	{ person, number }: Pick<Between, 'person' | 'number'>,
	limitMs: number,
	limit: number = most,
): Promise<ResponseEnvelope | Unread> {
	const unread = (reason: string, isNever = true) => ({ reason, isNever });
	const service = channel?.history;
	if (!service) return unread(`conversations over ${channel?.name ?? 'this channel'} cannot be read`);
	const isReadable = [person, number].every((one) => phoneNumberPattern.test(one));
	if (!isReadable) return unread('only conversations between phone numbers can be read');
	const path = { to: person, from: number, limit: String(limit) };
	const answer = await ask({ service, path }, limitMs);
	if ('envelope' in answer) return answer.envelope;
	const { status, detail, kind } = answer;
	return status === 404
		? unread('the provider does not offer conversations (404)')
		: unread(`the conversation could not be read (${status ?? detail ?? kind})`, false);
}

/** Whether a conversation that was asked for whole may have older messages, which nothing can ask for. */
export function isCutOff({ conversation, chat }: IDataObject): boolean {
	const shown = objects(conversation).length;
	const [limit, total] = ['limit', 'total'].map((name) => at(chat, [name]));
	return shown >= Math.min(most, Number(limit) || most) || Number(total) > shown;
}

/** What an agent or a workflow gets of one text: people write less, and what is longer is cut. */
const longestText = 5_000;

/** The events of a message's delivery with ISO times; none where they were not asked for. */
export function trackingOf({ tracking }: IDataObject): IDataObject[] {
	return objects(tracking).map(({ event, title, timestamp }) => ({ event, title, at: isoTime(timestamp) }));
}

export interface Message extends IDataObject {
	direction: 'incoming' | 'outgoing';
	text: string;
	/** When it was sent (ISO); null where the service does not say. */
	sent_at: string | null;
}

/** A text, not longer than an agent or a workflow gets it. */
export function cut(text: unknown): string {
	const whole = typeof text === 'string' ? text : '';
	return whole.length > longestText ? `${whole.slice(0, longestText).toWellFormed()}…` : whole;
}

/** The service names everybody's messages alike; those that come from our number are ours. */
function direction({ from }: IDataObject, number: string): Message['direction'] {
	return from === number ? 'outgoing' : 'incoming';
}

function message(entry: IDataObject, number: string): Message {
	const { message: text, timestamp, read, attachments, delivery, risk } = entry;
	return {
		direction: direction(entry, number),
		text: typeof text === 'string' ? text : '',
		sent_at: isoTime(timestamp),
		read_at: isoTime(read),
		status: at(delivery, ['status']) ?? null,
		status_at: isoTime(at(delivery, ['timestamp'])),
		attachments: attachments ?? [],
		reported_as_spam: ['auto_reported_as_spam', 'marked_as_spam'].some((name) => at(risk, [name]) === true),
		tracking: trackingOf(entry),
	};
}

/** The messages between a person and our number, newest first, with whole texts. One without a time stays where it stood. */
export function messagesIn({ conversation }: IDataObject, number: string): Message[] {
	return objects(conversation)
		.map((entry) => message(entry, number))
		.sort(({ sent_at: one }, { sent_at: other }) => (one && other ? other.localeCompare(one) : 0));
}

/** The texts that we wrote. */
export function ourTexts(messages: Message[]): string[] {
	return messages.filter(({ direction }) => direction === 'outgoing').map(({ text }) => text);
}

/** What somebody put on messages, as the service lists it. */
function reactionsIn({ reactions }: IDataObject, number: string): IDataObject[] {
	return objects(reactions).map((entry) => ({
		direction: direction(entry, number),
		reaction: entry.reaction,
		action: entry.action,
		on: cut(entry.on),
		at: isoTime(entry.timestamp),
	}));
}

/** A conversation as one item: its messages, newest first, and what an agent needs to answer it once. */
export function conversationItem(
	data: IDataObject,
	{ channel, person, number }: Between,
	unansweredOnly: boolean,
): IDataObject {
	const all = messagesIn(data, number).map((one) => ({ ...one, text: cut(one.text) }));
	const answered = all.findIndex((one) => one.direction === 'outgoing');
	const messages = unansweredOnly && answered !== -1 ? all.slice(0, answered) : all;
	const incoming = messages.filter((one) => one.direction === 'incoming').map(({ text }) => text);
	return {
		channel,
		from: person,
		to: number,
		count: messages.length,
		messages,
		reactions: reactionsIn(data, number),
		filtered: at(data.chat, ['filtered']) === true,
		marked_as_spam: at(data.chat, ['chat_marked_as_spam']) === true,
		chatInput: incoming.reverse().join('\n'),
		sessionId: `${channel}:${number}:${person}`,
	};
}
