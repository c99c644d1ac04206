import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { ServiceErrorDetails } from './service-error';

/** What the simulator does with a connection once it has decided. */
export type Reaction =
	{ kind: 'answer'; status: number; headers: Record<string, string>; body: string } | { kind: 'reset' };

/** The release of everything here (section 9). */
export const apiVersion = 'v2026.11.20';

/** A new identifier with the prefix that its kind has. */
export function newId(prefix: 'req' | 'err' | 'imsg' | 'wapp' | 'text' | 'ent'): string {
	return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** An answer with a JSON body. */
function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): Reaction {
	return {
		kind: 'answer',
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: JSON.stringify(body),
	};
}

/** What every envelope begins with (sections 2.1 and 2.2). */
function envelopeStart(prefix: 'req' | 'err') {
	return { id: newId(prefix), timestamp: Date.now(), api_version: apiVersion };
}

/** The answer to a request that succeeded: the envelope around an operation's payload (section 2.1). */
export function successAnswer(data: object): Reaction {
	return jsonAnswer(200, { ...envelopeStart('req'), object: 'response', data });
}

/** An error answer: envelope (section 2.2), and `Retry-After` where it is known. */
export function errorAnswer(
	status: number,
	{ agreementUrl, retryAfter }: ServiceErrorDetails = {},
): Reaction {
	const data = { error: STATUS_CODES[status] ?? 'Unknown Status', status, agreement_url: agreementUrl };
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	return jsonAnswer(status, { ...envelopeStart('err'), object: 'error', data }, headers);
}
