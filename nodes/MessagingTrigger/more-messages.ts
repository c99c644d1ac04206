import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { cut, messagesIn } from '../shared/conversation/conversation';
import { readConversation } from '../shared/conversation/read-conversation';
import { pause } from '../shared/delivery/pace/rate-limiter';
import { objects } from '../shared/service/answer';

const readLimitMs = 10_000;

interface Bubble extends IDataObject {
	text: string;
	sent_at: string;
}

/** When a message came, in whole seconds: events have no finer time. */
function secondOf({ sent_at: at }: Bubble): number {
	return Math.floor(Date.parse(at) / 1000);
}

/** What an event and the conversation have alike of one message. */
function nameOf(bubble: Bubble): string {
	return `${String(secondOf(bubble))} ${bubble.text}`;
}

/** What tells the message of an item from others, as the conversation shows it. */
export function nameOfMessage({ sessionId, text, received_at: at }: IDataObject): string {
	return `${String(sessionId)} ${nameOf({ text: cut(text), sent_at: String(at) })}`;
}

/** What a person wrote, oldest first and each once, with the message of the event. */
function bubbles(data: IDataObject, number: string, own: Bubble): Bubble[] {
	const incoming = messagesIn(data, number)
		.filter(({ direction, sent_at: at }) => direction === 'incoming' && at)
		.map(({ text, sent_at, attachments }) => ({ text: cut(text), sent_at, attachments }) as Bubble)
		.reverse();
	const names = incoming.map(nameOf);
	const all = names.includes(nameOf(own)) ? incoming : [...incoming, own];
	return all
		.filter((bubble, index) => bubble === own || names.indexOf(nameOf(bubble)) === index)
		.sort((one, other) => Date.parse(one.sent_at) - Date.parse(other.sent_at));
}

/**
 * The messages that came one after the other, each no later than the wait after the one before, up to that of the event;
 * undefined where a later one goes on. Those of the same second count as one.
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
	const between = { channel: String(channel), person: String(from), number: String(to) };
	const data = await readConversation(run, between, readLimitMs);
	if ('reason' in data || typeof at !== 'string') {
		const why = String(data.reason ?? 'the event has no time');
		run.addExecutionHints({
			message: `Wait for More brings this message alone: ${why}.`,
			location: 'outputPane',
		});
		return item;
	}
	const urls = objects(attachments).map(({ url }) => url);
	const own: Bubble = { text: cut(text), sent_at: at, attachments: urls };
	const nameInSession = (bubble: Bubble) => `${String(item.sessionId)} ${nameOf(bubble)}`;
	const all = bubbles(data, between.number, own).filter(
		(bubble) => bubble === own || !standsAlone(nameInSession(bubble), bubble.text),
	);
	const chain = chainOf(all, own, seconds);
	if (!chain) return undefined;
	const areFirst = await Promise.all(chain.map(async (bubble) => await isFirst(nameInSession(bubble))));
	const messages = chain.filter((_, place) => areFirst[place]);
	if (messages.length === 0) return undefined;
	const texts = messages.map((message) => message.text).filter((one) => one !== '');
	return { ...item, chatInput: texts.join('\n') || item.chatInput, messages };
}
