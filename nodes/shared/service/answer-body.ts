/** Characters that the body of an answer may have; the longest of the service has some thousands. */
const longestBody = 2_000_000;

/** A body as n8n's client hands it over when it is asked for a stream. */
interface BodyStream extends AsyncIterable<unknown> {
	setEncoding(encoding: 'utf8'): void;
	destroy(): void;
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'setEncoding' in body;
}

/** An answer whose body is longer than any of the service. */
export class BodyTooLong extends Error {
	constructor() {
		super(`The body is longer than ${longestBody} characters`);
		this.name = 'BodyTooLong';
	}
}

async function textOf(stream: BodyStream, signal: AbortSignal): Promise<string> {
	const end = () => stream.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end, { once: true });
	try {
		stream.setEncoding('utf8');
		let text = '';
		for await (const chunk of stream) {
			text += String(chunk);
			if (text.length > longestBody) throw new BodyTooLong();
		}
		return text;
	} finally {
		signal.removeEventListener('abort', end);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

/** What was read of a body: the JSON in it, undefined for anything else, or why it could not be read to its end. */
export interface ReadBody {
	json?: unknown;
	/** BodyTooLong, or the network's error. */
	fault?: unknown;
}

/**
 * Reads the body of an answer. No more of it is read than a body of the service may have, unpacked, and none after
 * `signal` is aborted.
 */
export async function readBody(body: unknown, signal: AbortSignal): Promise<ReadBody> {
	try {
		const read = isStream(body) ? await textOf(body, signal) : body;
		return { json: typeof read === 'string' ? parsed(read) : read };
	} catch (fault) {
		return { fault };
	}
}

/** Ends the transfer of a body that nobody needs. */
export function discardBody(body: unknown): void {
	if (isStream(body)) body.destroy();
}
