import type { IDataObject } from 'n8n-workflow';

import { objects, isoTime } from '../shared/service/answer';
import type { ServiceEvent } from './service-event';

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
	return objects(attachments).flatMap(({ url, mime, filename }) =>
		typeof url === 'string' ? [{ url, mime: mimeType(mime), filename: fileName(filename) }] : [],
	);
}

/** The text of a message, '' for none. */
export function messageText({ body, message: text }: IDataObject): string {
	return textOrNull(body) ?? textOrNull(text) ?? '';
}

function message({ channel, data }: ServiceEvent): IDataObject {
	const { from, to } = texts(data, 'from', 'to');
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
		sessionId: `${channel}:${String(to ?? 'unknown')}:${String(from ?? 'unknown')}`,
	};
}

function parts(event: ServiceEvent): IDataObject {
	const { kind, channel, data } = event;
	switch (kind) {
		case undefined:
			return { data };
		case 'deliveryConfirmed':
		case 'deliveryFailed':
			return { channel, ...texts(data, 'from', 'to', 'message_id', 'error') };
		case 'numberSubstituted':
			return texts(data, 'original_number', 'used_number', 'reason', 'message_id');
		default:
			return message(event);
	}
}

/** The item of an event, flat. What is missing is null; an event of an unknown type brings its data as it came. */
export function eventItem(event: ServiceEvent, includesWhole: boolean): IDataObject {
	const { id, type, kind, data, whole } = event;
	return {
		event: kind ?? 'other',
		type,
		event_id: id,
		received_at: isoTime(data.timestamp) ?? isoTime(whole.timestamp),
		...parts(event),
		...(includesWhole && { whole_event: whole }),
	};
}
