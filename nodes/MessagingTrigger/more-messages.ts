import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	askForConversation,
	cut,
	messagesIn,
	newest,
	ourTexts,
	readLimitMs,
	type Message,
	type Unread,
} from '../shared/service/conversation';
import { pause } from '../shared/service/times';
import { connection } from '../shared/service/http';
import { objects } from '../shared/service/answer';
import { channels, type Channel } from '../shared/service/channels';
import { rememberedMs } from './received-events';

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

/** The messages of a person around one, newest first: equal ones, later ones, and those before it since the last answer. */
interface Around {
	after: Message[];
	equal: Message[];
	before: Message[];
}

/** The item with all the messages that it brings, oldest first. */
function joined(item: IDataObject, { after, equal, before }: Around): IDataObject {
	const [earlier, later] = [before.toReversed(), after.toReversed()];
	// The event says more of a file, but not of those of an equal message in the same second, such as another photo.
	const [files, ownFiles] = [filesOf(equal), objects(item.attachments)];
	const own = { text: item.text, sent_at: item.received_at, attachments: item.attachments };
	const messages = [...earlier, own, ...later].map(({ text, sent_at, attachments }) => ({
		text: cut(text),
		sent_at,
		attachments,
	}));
	const texts = messages.map(({ text }) => text).filter((one) => one !== '');
	return {
		...item,
		attachments: [
			...filesOf(earlier),
			...(files.length > ownFiles.length ? files : ownFiles),
			...filesOf(later),
		],
		chatInput: texts.join('\n') || item.chatInput,
		messages,
	};
}

/** Whether nobody remembers any more which execution has brought a message. */
function isForgotten(sentAt: string | null): boolean {
	return Date.parse(String(sentAt)) < Date.now() - rememberedMs;
}

/** Which execution brings which message, by the names of messages. */
export interface Bringing {
	/** Whether this one does: the first that asks, also when it asks again. */
	isFirst(message: string): Promise<boolean>;
	/** Whether it has asked first earlier, so that this is a Retry. */
	wasFirst(message: string): Promise<boolean>;
	/** Whether a message belongs to no other one, behind those that we wrote. */
	standsAlone(message: string, text: string, ours: string[]): boolean;
}

/**
 * Waits until the person writes nothing more, and gives the item with all that they wrote since the last answer; undefined if the
 * execution of another message brings this one. Of several, that of the newest message looks first: where its event never comes, an
 * earlier one brings all. A Retry brings again what was brought, and nothing newer. Why a conversation cannot be read is a hint, and
 * the message comes alone; so does an old one.
 */
export async function withMore(
	run: IExecuteFunctions,
	item: IDataObject,
	seconds: number,
	{ isFirst, wasFirst, standsAlone }: Bringing,
): Promise<IDataObject | undefined> {
	const { channel, from, to, received_at: at } = item;
	const stop = run.getExecutionCancelSignal();
	const { ask } = await connection(run);
	const ownName = nameOfMessage(item);
	const nameOf = (message: Message) =>
		nameOfMessage({ ...item, text: message.text, received_at: message.sent_at });

	const look = async (): Promise<Around | Unread> => {
		if (typeof at !== 'string') return { reason: 'the event has no time', isNever: true };
		if (isForgotten(at)) return { reason: 'it is about a day old', isNever: true };
		const between = { person: String(from), number: String(to) };
		const read = await askForConversation(ask, channels[channel as Channel], between, readLimitMs, newest);
		if ('reason' in read) return read;
		const isIncoming = ({ direction }: Message) => direction === 'incoming';
		const isEqual = (message: Message) => isIncoming(message) && nameOf(message) === ownName;
		const written = messagesIn(read.data, between.number);
		const ours = ourTexts(written);
		const isForOthers = (message: Message) =>
			isForgotten(message.sent_at) || standsAlone(nameOf(message), message.text, ours);
		const all = written.filter(
			(message) => !isIncoming(message) || isEqual(message) || !isForOthers(message),
		);
		const [newer, older] = aroundOf(all, isEqual, at);
		const answered = older.findIndex((message) => !isIncoming(message));
		const since = older.slice(0, answered === -1 ? undefined : answered);
		const before = since.filter((message) => !isEqual(message));
		return { after: newer.filter(isIncoming), equal: since.filter(isEqual), before };
	};

	const those = async (messages: Message[], isBrought: Bringing['isFirst']) => {
		const brought = new Set<string>();
		for (const name of new Set(messages.map(nameOf))) if (await isBrought(name)) brought.add(name);
		return messages.filter((message) => brought.has(nameOf(message)));
	};

	const isRetry = await wasFirst(ownName);
	let newestName: string | undefined;
	for (let waitMs = seconds * 1000; ; waitMs = seconds * 1000 + readLimitMs) {
		if (!isRetry) await pause(waitMs, stop);
		if (stop?.aborted) return undefined;
		const around = await look();
		if ('reason' in around) {
			if (!around.isNever && !(await isFirst(ownName))) return undefined;
			const message = `Wait for More brings this message alone: ${around.reason}.`;
			run.addExecutionHints({ message, location: 'outputPane' });
			return item;
		}
		const nameBefore = newestName;
		[newestName] = around.after.map(nameOf);
		if (!isRetry && newestName !== nameBefore) continue;
		// Who does not bring its own message leaves the others to those who do.
		if (!(await isFirst(ownName))) return undefined;
		const before = await those(around.before, isFirst);
		return joined(item, {
			...around,
			before,
			after: await those(around.after, isRetry ? wasFirst : isFirst),
		});
	}
}
