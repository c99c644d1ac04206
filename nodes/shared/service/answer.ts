import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { answerValues, serviceOperations, type OperationId, type Schema } from '../contract/contract';
import { plainText } from '../input/invalid-input';
import { cleanBody, type Mask } from './body';
import { isTime, retryAfterMs } from './times';

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

/**
 * A request that failed: `notSent` it never reached the service or was not taken, `rejected` the service said no, `unknown` it
 * left and the service may have acted on it. Its `kind` says why.
 */
export interface Failure {
	is: 'notSent' | 'rejected' | 'unknown';
	kind: FailureKind;
	status?: number;
	errorEnvelope?: ErrorEnvelope;
	/** A code such as ECONNREFUSED, n8n's words, where a redirect points to, what an answer lacks. */
	detail?: string;
	retryAfterMs?: number;
	/** How long the answer was awaited, in milliseconds, when that was too long. */
	limitMs?: number;
}

/** What the service answered to a request that it has carried out (section 2.1). */
export interface Accepted {
	is: 'accepted';
	envelope: ResponseEnvelope;
}

/** What the service answered, or why nobody knows. */
export type Answer = Accepted | Failure;

/** An answer of a 2xx that is not what the service promises, and why. */
export function unreadable(status: number, detail: string): Failure {
	return { is: 'unknown', kind: 'unreadable', status, detail };
}

/** A 301, 302 or 303 may follow a processed request; a 307 or 308 asks for the same request elsewhere. */
function statusFailure(status: number): Pick<Failure, 'is' | 'kind'> {
	if (status === 307 || status === 308) return { is: 'notSent', kind: 'redirected' };
	if (status === 429) return { is: 'rejected', kind: 'tooManyRequests' };
	if (status >= 500 || status === 408) return { is: 'unknown', kind: 'serverError' };
	if (status >= 400) return { is: 'rejected', kind: 'refused' };
	if (status >= 300) return { is: 'unknown', kind: 'redirected' };
	return { is: 'unknown', kind: 'unreadable' };
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
		return fault ? unreadable(status, fault) : { is: 'accepted', envelope: clean as ResponseEnvelope };
	}
	const failure = { ...statusFailure(status), status };
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
	if (answer.is !== 'accepted') return answer;
	const { answer: schema, values } = serviceOperations[service];
	const expected = answerValues[schema];
	const { data } = answer.envelope;
	const asked = { ...('query' in values && values.query), ...query };
	const fault = Object.keys(data).length === 0 ? 'data is empty' : faultIn(data, expected, 'data', asked);
	return fault === undefined ? answer : unreadable(200, fault);
}
