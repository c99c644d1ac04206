import type { IDataObject } from 'n8n-workflow';

import type { Schema } from '../contract/contract';
import { plainText } from '../input/plain-text';

/** The success envelope (section 2.1). */
export type ResponseEnvelope = Omit<Schema<'ResponseEnvelope'>, 'data'> & { data: IDataObject };

/** What the service said with an error (section 2.2), cut to what can be shown. */
export interface ServiceWords {
	/** The identifier of the error, `err_…`. */
	id: string;
	/** `data.error`, the reason phrase. */
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
export function isLabel(value: unknown): value is string {
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
export function shownAddress(value: unknown, begin: RegExp): string | undefined {
	if (typeof value !== 'string' || value.length > longestAddress || !begin.test(value)) return undefined;
	return /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(value) ? value : undefined;
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a body lacks to be the success envelope (section 2.1), in a few words; undefined when it is one. */
export function faultOfResponse(body: unknown): string | undefined {
	if (!isRecord(body) || body.object !== 'response' || !isRecord(body.data)) return 'no success envelope';
	if (!isLabel(body.id)) return 'no request ID';
	if (!isTime(body.timestamp)) return 'no time';
	return isLabel(body.api_version) ? undefined : 'no version';
}

/** What an error envelope says (section 2.2); undefined for a body that is none. */
export function serviceWords(body: unknown): ServiceWords | undefined {
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
