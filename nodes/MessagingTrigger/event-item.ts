import type { IDataObject } from 'n8n-workflow';

import { objects, isoTime } from '../shared/service/answer';
import type { EventKind, ServiceEvent } from './service-event';

/** A file of a message, as its event names it. */
export interface Attachment {
	url: string;
	mime: string | null;
	filename: string | null;
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function texts(data: IDataObject, ...names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, textOrNull(data[name])]));
}

const longestFileName = 200;

/** The last part of a path, without what no file name has; null when nothing is left. */
export function fileName(path: unknown): string | null {
	const name = textOrNull(path)?.split(/[/\\]/).at(-1) ?? '';
	const visible = name
		.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
		.replace(/^\.+/, '')
		.trim();
	return visible.slice(-longestFileName).toWellFormed() || null;
}

/** A MIME type without its parameters; null for what is none. */
export function mimeType(type: unknown): string | null {
	return /^[a-z]+\/[\w.+-]{1,100}(?=\s*(;|$))/i.exec(String(type))?.[0] ?? null;
}

function attachmentsOf({ attachments }: IDataObject): Attachment[] {
	return objects(attachments)
		.filter(({ url }) => typeof url === 'string')
		.map(({ url, mime, filename }) => ({
			url: String(url),
			mime: mimeType(mime),
			filename: fileName(filename),
		}));
}

/** The text of a message, '' for none. */
export function messageText({ body, message: text }: IDataObject): string {
	return textOrNull(body) ?? textOrNull(text) ?? '';
}

function message({ channel, data }: ServiceEvent): IDataObject {
	const from = textOrNull(data.from);
	const to = textOrNull(data.to);
	const text = messageText(data);
	const attachments = attachmentsOf(data);
	const files = attachments.map(({ filename, url }) => `[attachment: ${filename ?? url}]`).join(' ');
	return {
		channel,
		from,
		to,
		text,
		attachments: attachments as unknown as IDataObject[],
		chatInput: text || files,
		sessionId: `${channel}:${to ?? 'unknown'}:${from ?? 'unknown'}`,
	};
}

function delivery({ channel, data }: ServiceEvent): IDataObject {
	return { channel, ...texts(data, 'from', 'to', 'message_id', 'error') };
}

const parts: Record<EventKind, (event: ServiceEvent) => IDataObject> = {
	messageReceived: message,
	optOut: message,
	optIn: message,
	questionAnswered: message,
	deliveryConfirmed: delivery,
	deliveryFailed: delivery,
	numberSubstituted: ({ data }) => texts(data, 'original_number', 'used_number', 'reason', 'message_id'),
};

/** The item of an event, flat. What is missing is null; an event of an unknown type brings its data as it came. */
export function eventItem(event: ServiceEvent, includesWhole: boolean): IDataObject {
	const { id, type, kind, data, whole } = event;
	return {
		event: kind ?? 'other',
		type,
		event_id: id,
		received_at: isoTime(data.timestamp) ?? isoTime(whole.timestamp),
		...(kind ? parts[kind](event) : { data }),
		...(includesWhole && { whole_event: whole }),
	};
}
