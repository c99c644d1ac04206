/** The body of an answer: as it comes, as JSON, and without the access token in it. */

/** Takes something out of a text. */
export type Mask = (text: string) => string;

/** A shorter token could be guessed, and stands in many a word. */
const shortestToken = 6;

/** The address of a file that went out with a message, which opens it without a login. */
const signedAddress = /(binary-data(?:\\?\/|%2f)signed(?:\?|%3f)token(?:=|%3d))[\w.-]+/gi;

/**
 * Takes a token out of texts that the service or somebody on the way wrote, as it is or percent-encoded, and those of n8n's
 * addresses. One of fewer than 6 characters is left where it is.
 */
export function tokenMask(token: string): Mask {
	const withoutSigned: Mask = (text) => text.replace(signedAddress, '$1***');
	if (token.length < shortestToken) return withoutSigned;
	const encoded = encodeURIComponent(token);
	const lowerCase = encoded.replace(/%../g, (code) => code.toLowerCase());
	return (text) =>
		[token, encoded, lowerCase].reduce((masked, form) => masked.replaceAll(form, '***'), withoutSigned(text));
}

/** No answer of the service is nested half as deep; n8n copies deeper ones until its stack is full. */
const deepest = 32;

/**
 * A parsed body as it may be kept and handed on: the token masked in every text and name, and no name that would
 * change the object that it is copied into. Undefined in place of what is nested deeper than any answer.
 */
export function cleanBody(value: unknown, mask: Mask, depth = 0): unknown {
	if (typeof value === 'string') return mask(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === deepest) return undefined;
	if (Array.isArray(value)) return value.map((inner) => cleanBody(inner, mask, depth + 1));
	const named = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(named.map(([name, inner]) => [mask(name), cleanBody(inner, mask, depth + 1)]));
}

/** Characters that the body of an answer may have; the longest of the service has some thousands. */
const longestBody = 2_000_000;

export class BodyTooLong extends Error {
	override message = `The body is longer than ${longestBody} characters`;
}

interface BodyStream extends AsyncIterable<unknown> {
	setEncoding(encoding: 'utf8'): void;
	destroy(): void;
}

/** The parts of a body as they come; it breaks off when `signal` is aborted. */
export async function* chunksOf<Chunk>(
	body: AsyncIterable<Chunk> & { destroy(): void },
	signal: AbortSignal,
): AsyncGenerator<Chunk> {
	const end = () => body.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end, { once: true });
	try {
		yield* body;
	} finally {
		signal.removeEventListener('abort', end);
	}
}

export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

/** The JSON in a body, undefined for anything else. BodyTooLong, or the network's error when it breaks off. */
export async function readBody(body: unknown, signal: AbortSignal): Promise<unknown> {
	const stream = body as BodyStream;
	stream.setEncoding('utf8');
	let text = '';
	for await (const chunk of chunksOf(stream, signal)) {
		text += String(chunk);
		if (text.length > longestBody) throw new BodyTooLong();
	}
	return parsedJson(text);
}
