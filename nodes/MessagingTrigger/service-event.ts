import type { IDataObject } from 'n8n-workflow';

import type { Keyword } from '../shared/input/words';
import { isRecord } from '../shared/service/answer';
import { parsedJson } from '../shared/service/body';
import { isoTime } from '../shared/service/times';
import { channels } from '../shared/service/channels';
import { tapbackIn } from './tapback';

/** What a workflow can wait for. */
export type EventKind =
	'messageReceived' | Keyword | 'questionAnswered' | 'deliveryConfirmed' | 'deliveryFailed' | 'senderChanged';

/** A webhook event of the service, format v2 (public material). */
export interface ServiceEvent {
	id: string;
	type: string;
	/** Undefined for a type that this package does not know. */
	kind: EventKind | undefined;
	/** The first part of the type, e.g. `imessage`. */
	channel: string;
	data: IDataObject;
	/** Everything that came. */
	whole: IDataObject;
}

const kinds: ReadonlyArray<[RegExp, EventKind]> = [
	[/^[a-z]+\.incoming(\.[a-z]+)?$/, 'messageReceived'],
	[/^[a-z]+\.delivery\.confirmed$/, 'deliveryConfirmed'],
	[/^[a-z]+\.delivery\.failed$/, 'deliveryFailed'],
	[/^numbers\.substitution$/, 'senderChanged'],
];

/** The type in its present form, such as `text.incoming` for `communications.incoming.sms`: events have names of two kinds. */
function presentType(type: string): string {
	const [, channel] = /^communications\.incoming\.([a-z]+)$/.exec(type) ?? [];
	if (!channel) return type;
	return `${/^(sms|mms|rcs)$/.test(channel) ? 'text' : channel}.incoming`;
}

function kindOf(type: string, channel: string): EventKind | undefined {
	const kind = kinds.find(([pattern]) => pattern.test(type))?.[1];
	// Of other channels, such as email, there are no messages here.
	const isKnown = kind === 'senderChanged' || Object.hasOwn(channels, channel);
	return isKnown ? kind : undefined;
}

/** Levels of an event, of which the documented ones have four; n8n cannot store an item that is nested without end. */
const deepest = 50;

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

const longestName = 200;

function isName(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && value.length <= longestName;
}

/** Reads the body of a request, or says why it is no event. Of the data of an event nothing is expected. */
export function readEvent(body: Buffer): ServiceEvent | { fault: string } {
	const whole = parsedJson(body.toString('utf8'));
	if (!isRecord(whole)) return { fault: 'The body is not a JSON object' };
	if (isDeeperThan(deepest, whole)) return { fault: 'The body is nested too deeply' };
	const { id, type, data } = whole;
	if (!isName(id)) return { fault: 'The event has no ID; events of format v2 have one' };
	if (!isName(type)) return { fault: 'The event has no type' };
	const present = presentType(type);
	const [channel = ''] = present.split('.');
	return { id, type, kind: kindOf(present, channel), channel, data: isRecord(data) ? data : {}, whole };
}

/** A file of a message, as its event names it. */
export interface Attachment {
	url: string;
	mime: string | null;
	filename: string | null;
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** Values as they came: an error is a sentence, a number, or more. */
function values(data: IDataObject, ...names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
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

/** An address that stands for itself; undefined for anything else. */
function addressIn(value: unknown): string | undefined {
	return typeof value === 'string' && URL.canParse(value) ? value : undefined;
}

/** The files of a message: as objects, as documented, or as their addresses alone. */
function attachmentsOf({ attachments }: IDataObject): Attachment[] {
	const listed: unknown[] = Array.isArray(attachments) ? attachments : [attachments];
	return listed.flatMap((one) => {
		const { url, mime, filename }: IDataObject = isRecord(one) ? one : { url: addressIn(one) };
		return typeof url === 'string' ? [{ url, mime: mimeType(mime), filename: fileName(filename) }] : [];
	});
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
		reaction: tapbackIn(text) ?? null,
		attachments: attachments.map((attachment) => ({ ...attachment })),
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
			return { channel, ...texts(data, 'from', 'to'), ...values(data, 'message_id', 'error') };
		case 'senderChanged':
			return { ...texts(data, 'original_number', 'used_number'), ...values(data, 'reason', 'message_id') };
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
