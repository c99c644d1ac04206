import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../nodes/shared/contract/contract';
import { releases } from './document';
import type { ServiceErrorDetails } from './service-error';

/** What the simulator does with a connection once it has decided. */
export type Reaction =
	{ kind: 'answer'; status: number; headers: Record<string, string>; body: string } | { kind: 'reset' };

/** Labels differ from endpoint to endpoint (section 9). */
const apiVersions = releases();

const versionOfUnknownPaths = 'v2026.11.20';

function apiVersion(operationId: OperationId | null): string {
	return (operationId && apiVersions[operationId]) ?? versionOfUnknownPaths;
}

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
function envelopeStart(operationId: OperationId | null, prefix: 'req' | 'err') {
	return { id: newId(prefix), timestamp: Date.now(), api_version: apiVersion(operationId) };
}

/** The answer to a request that succeeded: the envelope around an operation's payload (section 2.1). */
export function successAnswer(operationId: OperationId, data: object): Reaction {
	return jsonAnswer(200, { ...envelopeStart(operationId, 'req'), object: 'response', data });
}

/** An error answer: envelope (section 2.2), and `Retry-After` where it is known. */
export function errorAnswer(
	operationId: OperationId | null,
	status: number,
	{ agreementUrl, retryAfter }: ServiceErrorDetails = {},
): Reaction {
	const data = { error: STATUS_CODES[status] ?? 'Unknown Status', status, agreement_url: agreementUrl };
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	return jsonAnswer(status, { ...envelopeStart(operationId, 'err'), object: 'error', data }, headers);
}
