import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { answerValues, serviceOperations, type OperationId, type Schema } from '../contract/contract';
import { plainText } from '../input/invalid-input';

/** The success envelope (section 2.1). */
export type ResponseEnvelope = Omit<Schema<'ResponseEnvelope'>, 'data'> & { data: IDataObject };

/** What the service said with an error (section 2.2), cut to what can be shown. */
interface ErrorEnvelope {
	id: string;
	reason?: string;
	apiVersion?: string;
	/** The agreement that the caller must accept first (from public material). */
	agreementUrl?: string;
}

const longestText = 200;
const longestAddress = 500;
const latestMs = 8.64e15;

/** Whether a value is a time that a date can hold, in milliseconds since the epoch. */
export function isTime(value: unknown): value is number {
	return typeof value === 'number' && Math.abs(value) <= latestMs;
}

/** Whether a value is an identifier or a version label: visible ASCII, no blanks or markup, at most 100 characters. */
function isLabel(value: unknown): value is string {
	return typeof value === 'string' && /^[!-;=?-_a-~]{1,100}$/.test(value);
}

/** A text of the service as it is shown and kept: on one line, without markup, and cut; undefined for anything else. */
export function shownText(value: unknown, longest = longestText): string | undefined {
	if (typeof value !== 'string') return undefined;
	const line = plainText(value.slice(0, longest + 1).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '));
	const shown = line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line.trim();
	return shown === '' ? undefined : shown;
}

/** An address that an answer names, if it begins so and is short enough to show; undefined for anything else. */
function shownAddress(value: unknown, begin: RegExp): string | undefined {
	if (typeof value !== 'string' || value.length > longestAddress || !begin.test(value)) return undefined;
	return /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(value) ? value : undefined;
}

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in what should be a list of them; none in anything else. */
export function objects(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
}

/** What a body lacks to be the success envelope (section 2.1), in a few words; undefined when it is one. */
function faultOfResponse(body: unknown): string | undefined {
	if (!isRecord(body) || body.object !== 'response' || !isRecord(body.data)) return 'no success envelope';
	if (!isLabel(body.id)) return 'no request ID';
	if (!isTime(body.timestamp)) return 'no time';
	return isLabel(body.api_version) ? undefined : 'no version';
}

/** What an error envelope says (section 2.2); undefined for a body that is none. */
function errorEnvelopeOf(body: unknown): ErrorEnvelope | undefined {
	if (!isRecord(body) || body.object !== 'error' || !isRecord(body.data)) return undefined;
	const { id, api_version: apiVersion } = body;
	const { error, agreement_url: address } = body.data;
	if (!isLabel(id)) return undefined;
	return {
		id,
		reason: shownText(error),
		...(isLabel(apiVersion) && { apiVersion }),
		agreementUrl: shownAddress(address, /^https:\/\//),
	};
}

/** How long one request may take until its whole answer is there, unless the user sets another limit, in milliseconds. */
export const answerLimitMs = 60_000;

/**
 * What is known of a request that failed:
 * `notSent` it never reached the service or was not taken, `rejected` the service said no,
 * `unknown` it left and the service may have acted on it.
 */
export type Reached = 'notSent' | 'rejected' | 'unknown';

export type FailureKind =
	| 'unreachable'
	| 'blocked'
	| 'interrupted'
	| 'timedOut'
	| 'stopped'
	| 'redirected'
	| 'refused'
	| 'tooManyRequests'
	| 'serverError'
	| 'unreadable';

export interface Failure {
	ok: false;
	kind: FailureKind;
	outcome: Reached;
	status?: number;
	errorEnvelope?: ErrorEnvelope;
	/** A code such as ECONNREFUSED, n8n's words, where a redirect points to, what an answer lacks. */
	detail?: string;
	retryAfterMs?: number;
	/** How long the answer was awaited, in milliseconds, when that was too long. */
	limitMs?: number;
}

/** What the service answered to a request that it has carried out (section 2.1). */
export interface Success {
	ok: true;
	envelope: ResponseEnvelope;
}

/** What the service answered, or why nobody knows. */
export type Answer = Success | Failure;

/** An answer of a 2xx that is not what the service promises, and why. */
export function unreadable(status: number, detail: string): Failure {
	return { ok: false, kind: 'unreadable', outcome: 'unknown', status, detail };
}

/** A 301, 302 or 303 may follow a processed request; a 307 or 308 asks for the same request elsewhere. */
function statusFailure(status: number): Pick<Failure, 'kind' | 'outcome'> {
	if (status === 307 || status === 308) return { kind: 'redirected', outcome: 'notSent' };
	if (status === 429) return { kind: 'tooManyRequests', outcome: 'rejected' };
	if (status >= 500 || status === 408) return { kind: 'serverError', outcome: 'unknown' };
	if (status >= 400) return { kind: 'refused', outcome: 'rejected' };
	if (status >= 300) return { kind: 'redirected', outcome: 'unknown' };
	return { kind: 'unreadable', outcome: 'unknown' };
}

/**
 * What a response says (sections 2.1, 2.2 and 7). A 2xx without the success envelope is no success: HTML from a
 * proxy, truncated JSON or another `object` leave open what the service did. `mask` takes the token out of all texts.
 */
export function answerOf(
	{
		statusCode: status,
		headers,
		body,
	}: Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body: unknown },
	mask: Mask,
): Answer {
	const clean = cleanBody(body, mask);
	if (status >= 200 && status < 300) {
		const fault = faultOfResponse(clean);
		return fault ? unreadable(status, fault) : { ok: true, envelope: clean as ResponseEnvelope };
	}
	const failure = { ok: false as const, ...statusFailure(status), status };
	return failure.kind === 'redirected'
		? { ...failure, detail: shownAddress(cleanBody(headers.location, mask), /^(https?:\/)?\//) }
		: {
				...failure,
				errorEnvelope: errorEnvelopeOf(clean),
				retryAfterMs: retryAfterMs(headers),
			};
}

/** What a value of an answer must be: a kind, one of some values, or an object with values of its own. */
type Expected = string | readonly string[] | ExpectedValues;

interface ExpectedValues {
	readonly [name: string]: Expected;
}

const isOfKind: Record<string, (value: unknown) => boolean> = {
	flag: (value) => typeof value === 'boolean',
	number: (value) => typeof value === 'number',
	text: (value) => typeof value === 'string',
	list: (value) => Array.isArray(value),
	label: isLabel,
	any: (value) => value !== null && value !== undefined,
};

/** The flags that a request may have, those that it has as true. */
type Asked = Partial<Record<string, unknown>>;

/** What is wrong with a value, undefined for nothing. What was asked for is never null, what was not may be missing. */
function faultIn(value: unknown, expected: Expected, path: string, asked: Asked): string | undefined {
	const fault = `${path} ${value === null || value === undefined ? 'is missing' : 'has another form'}`;
	if (typeof expected === 'string') return isOfKind[expected]?.(value) ? undefined : fault;
	if (expected instanceof Array) return expected.some((one) => one === value) ? undefined : fault;
	if (!isRecord(value)) return fault;
	const faults = Object.entries(expected).map(([key, inner]) => {
		const name = key.replace('?', '');
		const mayBeNull = name !== key && asked[name] !== true;
		const held = name in asked ? (value[name] ?? null) : value[name];
		return mayBeNull && held === null ? undefined : faultIn(held, inner, `${path}.${name}`, asked);
	});
	return faults.find((found) => found !== undefined);
}

/**
 * The answer to a request, if its data hold what the contract promises: without that, nobody knows what the service has
 * done, and a workflow would decide on nothing. `query` has the flags that were asked for.
 */
export function checkedAnswer(
	{ service, query }: { service: OperationId; query?: Record<string, boolean> },
	answer: Answer,
): Answer {
	if (!answer.ok) return answer;
	const { answer: schema, values } = serviceOperations[service];
	const expected = answerValues[schema];
	const { data } = answer.envelope;
	const asked = { ...('query' in values && values.query), ...query };
	const fault = Object.keys(data).length === 0 ? 'data is empty' : faultIn(data, expected, 'data', asked);
	return fault === undefined ? answer : unreadable(200, fault);
}

type Mask = (text: string) => string;

/** A shorter token could be guessed, and stands in many a word. */
const shortestToken = 6;

/** The mask of the last token: every answer needs it. */
let last: { token: string; mask: Mask } = { token: '', mask: (text) => text };

/** Node.js refuses a pattern of much more characters. */
const longestPattern = 1_000;

/**
 * Takes a token out of texts that the service or somebody on the way wrote, as it is, wholly or partly percent-encoded. A token of
 * fewer than 6 characters is left where it is, one of more than 1,000 where it is partly percent-encoded.
 */
export function tokenMask(token: string): Mask {
	if (token !== last.token) last = { token, mask: maskOf(token) };
	return last.mask;
}

function maskOf(token: string): Mask {
	if (token.length < shortestToken) return (text) => text;
	const isLong = token.length > longestPattern;
	const forms = isLong ? [token, encodeURIComponent(token)] : [percentEncoded(token)];
	return (text) => forms.reduce<string>((masked, form) => masked.replaceAll(form, '***'), text);
}

/** A text of ASCII, in which any character may be percent-encoded, in capitals or not. */
function percentEncoded(text: string): RegExp {
	const forms = [...text].map((character) => {
		const code = character.charCodeAt(0).toString(16);
		return `(?:\\x${code}|%${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
	});
	return new RegExp(forms.join(''), 'g');
}

/** No answer of the service is nested half as deep; n8n copies deeper ones until its stack is full. */
const deepest = 32;

/**
 * A parsed body as it may be kept and handed on: the token masked in every text and name, and no name that would
 * change the object that it is copied into. Undefined in place of what is nested deeper than any answer.
 */
function cleanBody(value: unknown, mask: Mask, depth = 0): unknown {
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

/** Times from here on are milliseconds: as seconds they would be in the year 5138. */
const minMilliseconds = 1e11;

function dateOf(time: unknown): Date {
	if (typeof time === 'string' && !/^[0-9]+(\.[0-9]+)?$/.test(time)) return new Date(time);
	const number = Number(time);
	return new Date(number < minMilliseconds ? number * 1000 : number);
}

/** A time of the service (it uses milliseconds, seconds and ISO texts) as ISO text; null for none, also for 0. */
export function isoTime(time: unknown): string | null {
	if ((typeof time !== 'number' && typeof time !== 'string') || Number(time) === 0) return null;
	const date = dateOf(time);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const longestRetryAfterMs = 86_400_000;

/** More seconds than this are no wait, but a point in time: a year. */
const maxSeconds = 31_536_000;

/** The time of a header that is an HTTP date, in milliseconds; NaN for any other one. */
function httpDate(header: unknown): number {
	return typeof header === 'string' && /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : NaN;
}

/**
 * The wait that the headers of an answer ask for by Retry-After, in milliseconds, a day at most; undefined for none. It has
 * seconds, or a time, which counts from that of the answer.
 */
export function retryAfterMs({ 'retry-after': header, date }: IN8nHttpFullResponse['headers']) {
	const text = typeof header === 'string' ? header.trim() : '';
	const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	const until = seconds > maxSeconds ? dateOf(seconds).getTime() : httpDate(text);
	const ms = seconds <= maxSeconds ? seconds * 1000 : until - (httpDate(date) || Date.now());
	return ms > 0 ? Math.min(ms, longestRetryAfterMs) : undefined;
}
