import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { askForConversation, cut, messagesIn, newest } from '../shared/conversation/conversation';
import { pause } from '../shared/delivery/pace/rate-limiter';
import { connection } from '../shared/delivery/request/attempt';
import { objects } from '../shared/service/answer';
import { channels, type Channel } from '../shared/service/channels';

const readLimitMs = 10_000;

interface Bubble extends IDataObject {
	text: string;
	sent_at: string;
}

/** When a message came, in whole seconds: events have no finer time. */
function secondOf({ sent_at: at }: Bubble): number {
	return Math.floor(Date.parse(at) / 1000);
}

/** What tells the message of an item from others, as the event and the conversation show it alike. */
export function nameOfMessage({ sessionId, text, received_at: at }: IDataObject): string {
	return `${String(sessionId)} ${Math.floor(Date.parse(String(at)) / 1000)} ${cut(text)}`;
}

/** The files of a message in the conversation, which has their addresses alone. */
function filesOf({ attachments }: Bubble): IDataObject[] {
	const urls = [attachments].flat().filter((url) => typeof url === 'string');
	return urls.map((url) => ({ url, mime: null, filename: null }));
}

/**
 * The messages that came one after the other, each no later than the wait after the one before, up to that of the event;
 * undefined where a later one goes on. Those of the same second and text count as one, with the files of all.
 */
function chainOf(all: Bubble[], own: Bubble, seconds: number): Bubble[] | undefined {
	const at = secondOf(own);
	const isSoon = (earlier: number, later: number) => later - earlier <= seconds + 1;
	const chain: Bubble[] = [];
	for (const bubble of all) {
		const last = chain.at(-1);
		if (secondOf(bubble) > at) return isSoon(at, secondOf(bubble)) ? undefined : chain;
		if (last && !isSoon(secondOf(last), secondOf(bubble))) chain.length = 0;
		chain.push(bubble);
	}
	return chain;
}

/**
 * Waits for more messages, then looks into the conversation: the item with all messages of the chain, or undefined where another
 * one brings them. `isFirst` tells whether this execution is the first that brings a message, `standsAlone` whether a later one
 * brings no others. Why the conversation cannot be read is a hint, and the message comes alone.
 */
export async function withMore(
	run: IExecuteFunctions,
	item: IDataObject,
	seconds: number,
	isFirst: (message: string) => Promise<boolean>,
	standsAlone: (message: string, text: string) => boolean,
): Promise<IDataObject | undefined> {
	await pause(seconds * 1000, run.getExecutionCancelSignal());
	const { channel, from, to, text, received_at: at, attachments } = item;
	const between = { person: String(from), number: String(to) };
	const { ask } = await connection(run);
	const read = await askForConversation(ask, channels[channel as Channel], between, readLimitMs, newest);
	if ('reason' in read || typeof at !== 'string') {
		const why = 'reason' in read ? read.reason : 'the event has no time';
		run.addExecutionHints({
			message: `Wait for More brings this message alone: ${why}.`,
			location: 'outputPane',
		});
		return item;
	}
	const nameOf = (bubble: Bubble) =>
		nameOfMessage({ ...item, text: bubble.text, received_at: bubble.sent_at });
	const incoming = messagesIn(read.data, between.number)
		.filter(({ direction, sent_at }) => direction === 'incoming' && sent_at)
		.map(
			(message) =>
				({ text: cut(message.text), sent_at: message.sent_at, attachments: message.attachments }) as Bubble,
		)
		.filter((bubble) => !standsAlone(nameOf(bubble), bubble.text));
	const named = new Map<string, Bubble>();
	for (const bubble of incoming.reverse()) {
		const files = [named.get(nameOf(bubble))?.attachments ?? [], bubble.attachments].flat() as string[];
		named.set(nameOf(bubble), { ...bubble, attachments: files });
	}
	const own: Bubble = {
		text: cut(text),
		sent_at: at,
		attachments: objects(attachments).map(({ url }) => url),
	};
	if (!named.has(nameOf(own))) named.set(nameOf(own), own);
	const all = [...named.values()].sort((one, other) => Date.parse(one.sent_at) - Date.parse(other.sent_at));
	const chain = chainOf(all, own, seconds);
	if (!chain) return undefined;
	const areFirst = await Promise.all(chain.map(async (bubble) => await isFirst(nameOf(bubble))));
	const messages = chain.filter((_, place) => areFirst[place]);
	if (messages.length === 0) return undefined;
	const texts = messages.map((message) => message.text).filter((one) => one !== '');
	const ownFiles = objects(attachments);
	const files = messages.flatMap((bubble) => {
		const all = filesOf(bubble);
		// The event says more of a file, but not those of a message of the same second and text, such as another photo.
		return nameOf(bubble) === nameOf(own) && all.length <= ownFiles.length ? ownFiles : all;
	});
	return { ...item, attachments: files, chatInput: texts.join('\n') || item.chatInput, messages };
}
