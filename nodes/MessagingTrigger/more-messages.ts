import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { askForConversation, cut, messagesIn, newest, type Message } from '../shared/service/conversation';
import { pause } from '../shared/service/times';
import { connection } from '../shared/service/http';
import { objects } from '../shared/service/answer';
import { channels, type Channel } from '../shared/service/channels';

const readLimitMs = 10_000;

/** What tells the message of an item from others, as the event (whole seconds) and the conversation show it alike. */
export function nameOfMessage({ sessionId, text, received_at: at }: IDataObject): string {
	return `${String(sessionId)} ${Math.floor(Date.parse(String(at)) / 1000)} ${cut(text)}`;
}

/** The messages newer than one, and those before it, newest first; one that the conversation does not show yet is placed by its time. */
function aroundOf(all: Message[], isOwn: (message: Message) => boolean, at: string): [Message[], Message[]] {
	const place = all.findIndex(isOwn);
	if (place !== -1) return [all.slice(0, place), all.slice(place)];
	const isNewer = ({ sent_at: sentAt }: Message) => Date.parse(String(sentAt)) >= Date.parse(at) + 1_000;
	return [all.filter(isNewer), all.filter((message) => !isNewer(message))];
}

/** The files of messages in a conversation, which has their addresses alone. */
function filesOf(messages: Message[]): IDataObject[] {
	const urls = messages.flatMap(({ attachments }) => attachments as unknown[]);
	return urls.map((url) => ({ url: String(url), mime: null, filename: null }));
}

/**
 * Waits, then looks into the conversation: undefined if the person has written something newer, which brings this message, too;
 * otherwise the item with all that they wrote since the last answer. `isFirst` tells whether this execution is the first that brings a
 * message, `standsAlone` whether a message belongs to no other one. Why a conversation cannot be read is a hint, and the message comes
 * alone.
 */
export async function withMore(
	run: IExecuteFunctions,
	item: IDataObject,
	seconds: number,
	isFirst: (message: string) => Promise<boolean>,
	standsAlone: (message: string, text: string) => boolean,
): Promise<IDataObject | undefined> {
	await pause(seconds * 1000, run.getExecutionCancelSignal());
	const { channel, from, to, text, received_at: at } = item;
	const between = { person: String(from), number: String(to) };
	const { ask } = await connection(run);
	const read = await askForConversation(ask, channels[channel as Channel], between, readLimitMs, newest);
	if ('reason' in read || typeof at !== 'string') {
		const why = 'reason' in read ? read.reason : 'the event has no time';
		const message = `Wait for More brings this message alone: ${why}.`;
		run.addExecutionHints({ message, location: 'outputPane' });
		return item;
	}
	const nameOf = (message: Message) =>
		nameOfMessage({ ...item, text: message.text, received_at: message.sent_at });
	const isIncoming = ({ direction }: Message) => direction === 'incoming';
	const isOwn = (message: Message) => isIncoming(message) && nameOf(message) === nameOfMessage(item);
	const all = messagesIn(read.data, between.number).filter(
		(message) => !isIncoming(message) || isOwn(message) || !standsAlone(nameOf(message), message.text),
	);
	const [newer, older] = aroundOf(all, isOwn, at);
	if (newer.some(isIncoming)) return undefined;
	const answered = older.findIndex((message) => !isIncoming(message));
	const since = older.slice(0, answered === -1 ? undefined : answered).reverse();
	const first = new Set<string>();
	for (const name of new Set([...since.map(nameOf), nameOfMessage(item)])) {
		if (await isFirst(name)) first.add(name);
	}
	if (!first.has(nameOfMessage(item))) return undefined;
	const brought = since.filter((message) => first.has(nameOf(message)));
	const own = { text: cut(text), sent_at: at, attachments: item.attachments };
	const messages = [...brought.filter((message) => !isOwn(message)), own].map((message) => ({
		text: cut(message.text),
		sent_at: message.sent_at,
		attachments: message.attachments,
	}));
	// The event says more of a file, but not of those of an equal message in the same second, such as another photo.
	const equal = filesOf(brought.filter(isOwn));
	const ownFiles = objects(item.attachments);
	const files = filesOf(brought.filter((message) => !isOwn(message)));
	files.push(...(equal.length > ownFiles.length ? equal : ownFiles));
	const texts = messages.map((message) => message.text).filter((one) => one !== '');
	return {
		...item,
		attachments: files,
		chatInput: texts.join('\n') || item.chatInput,
		messages,
	};
}
