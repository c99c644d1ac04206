import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { OperationId, Schema } from '../nodes/shared/contract/contract';
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

/** The success envelope around an operation's payload (section 2.1). */
export function successEnvelope(operationId: OperationId, data: object): Schema<'ResponseEnvelope'> {
	return {
		id: newId('req'),
		timestamp: Date.now(),
		api_version: apiVersion(operationId),
		object: 'response',
		data: data as Record<string, never>,
	};
}

/** The error envelope of a status (section 2.2). */
function errorEnvelope(
	operationId: OperationId | null,
	status: number,
	{ agreementUrl }: ServiceErrorDetails = {},
): Schema<'ErrorEnvelope'> {
	return {
		id: newId('err'),
		timestamp: Date.now(),
		api_version: apiVersion(operationId),
		object: 'error',
		data: {
			error: STATUS_CODES[status] ?? 'Unknown Status',
			status,
			...(agreementUrl !== undefined && { agreement_url: agreementUrl }),
		},
	};
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): Reaction {
	return {
		kind: 'answer',
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: JSON.stringify(body),
	};
}

/** An error answer: envelope, and `Retry-After` where it is known. */
export function errorAnswer(
	operationId: OperationId | null,
	status: number,
	details: ServiceErrorDetails = {},
): Reaction {
	const headers =
		details.retryAfter === undefined ? undefined : { 'retry-after': String(details.retryAfter) };
	return jsonAnswer(status, errorEnvelope(operationId, status, details), headers);
}
