/**
 * The table of hostile events: bodies that a webhook may get, signed, and what is answered. What n8n answers itself, it
 * does before the node is called.
 */
import { eventOf } from '../support/incoming-events';

export interface HostileEvent {
	name: string;
	body: () => string | Buffer;
	contentType?: string;
	/** What the node answers; undefined where n8n answers, before it comes to the node. */
	status?: number;
	n8nStatus: number;
	/** The text of the item, where an execution starts. */
	text?: string;
}

const nesting = 100_000;
const nested = (open: string, close: string) => open.repeat(nesting) + close.repeat(nesting);

function json(value: unknown): () => string {
	return () => JSON.stringify(value);
}

function eventWith(part: string): () => string {
	return () => JSON.stringify(eventOf()).replace('"data":{', `"data":{${part},`);
}

const refused = { status: 400, n8nStatus: 400 };
const taken = { status: 200, n8nStatus: 200, text: 'Hello' };

export const hostileEvents: HostileEvent[] = [
	{ name: 'nothing', body: () => '', ...refused },
	{ name: 'invalid JSON', body: () => '{"id":', ...refused, n8nStatus: 422 },
	{ name: 'no UTF-8', body: () => Buffer.from([0xff, 0xfe, 0x00]), ...refused, n8nStatus: 422 },
	{ name: 'no object', body: json([eventOf()]), ...refused },
	{ name: 'null', body: json(null), ...refused },
	{ name: 'a text', body: json('event'), ...refused },
	{ name: 'no id', body: json({ ...eventOf(), id: undefined }), ...refused },
	{ name: 'an id that is no text', body: json({ ...eventOf(), id: 5 }), ...refused },
	{ name: 'an endless id', body: json({ ...eventOf(), id: 'e'.repeat(100_000) }), ...refused },
	{ name: 'no type', body: json({ ...eventOf(), type: null }), ...refused },
	{ name: 'arrays without end', body: eventWith(`"x":${nested('[', ']')}`), ...refused },
	{
		name: 'objects without end',
		body: eventWith(`"x":${'{"x":'.repeat(nesting)}1${'}'.repeat(nesting)}`),
		...refused,
	},
	{ name: '17 MB', body: json(eventOf({ body: 'x'.repeat(17 * 1024 * 1024) })), n8nStatus: 500 },
	{
		name: '17 MB of no known type',
		body: json(eventOf({ body: 'x'.repeat(17 * 1024 * 1024) })),
		contentType: 'application/octet-stream',
		n8nStatus: 413,
	},
	{ name: 'a form', body: () => 'id=1&type=2', contentType: 'application/x-www-form-urlencoded', ...refused },
	{
		name: 'a form of several parts',
		body: () => '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n',
		contentType: 'multipart/form-data; boundary=x',
		...refused,
		n8nStatus: 401,
	},
	{ name: 'no data', body: json({ ...eventOf(), data: null }), ...taken, text: '' },
	{ name: 'data of other types', body: json(eventOf({ body: {}, from: [], to: 1 })), ...taken, text: '' },
	{ name: 'unknown fields', body: json({ ...eventOf({ x: 1 }), y: 2 }), ...taken },
	{
		name: 'names of JavaScript',
		body: eventWith('"__proto__":{"body":"x"},"constructor":1,"toString":2'),
		...taken,
	},
	{
		name: '1 MB of text',
		body: json(eventOf({ body: 'x'.repeat(1024 * 1024) })),
		...taken,
		text: 'x'.repeat(1024 * 1024),
	},
	{ name: 'a time without end', body: json(eventOf({ timestamp: 1e300 })), ...taken },
	{
		name: 'characters out of order',
		body: json(eventOf({ body: '\ud800\u202e\u0000' })),
		...taken,
		text: '\ud800\u202e\u0000',
	},
	{ name: 'no content type', body: json(eventOf()), contentType: '', ...taken },
];
