import { UserError, type IDataObject } from 'n8n-workflow';

import { isRecord, type Failure } from './answer';

const neverLeft = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENETDOWN',
	'ERR_INVALID_URL',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
]);

/** A Node.js request, as far as an error of n8n's client carries it. */
interface NodeRequest {
	writableFinished?: unknown;
	socket?: {
		/** Whether TLS has still to be agreed on; nothing of the request goes before. */
		secureConnecting?: boolean;
		bytesWritten?: number;
		writableLength?: number;
	} | null;
}

/**
 * An error, what caused it, and what caused that: n8n and its client wrap the network's errors, Node.js those of all
 * addresses that it tried.
 */
function networkErrors(error: unknown): IDataObject[] {
	return isRecord(error) ? [error, ...[error.cause, error.errors].flat().flatMap(networkErrors)] : [];
}

/** Larger requests may be in the network in part although the socket counts none of it as written. */
const surelyWhole = 16_384;

/** Whether not one byte of the request has left: there was no connection yet, or no TLS on it. */
function isUnsent({ writableFinished, socket }: NodeRequest): boolean {
	if (writableFinished !== false) return false;
	if (!socket || socket.secureConnecting === true) return true;
	const { bytesWritten, writableLength } = socket;
	return writableLength !== undefined && bytesWritten === writableLength && writableLength <= surelyWhole;
}

/** How a request ended that got no answer, where that was not the network's doing. */
export type End = 'stopped' | 'timedOut';

/**
 * What a request that got no answer says. Only faults that certainly came before the service can have read the
 * request count as `notSent`; every other one is `unknown`. `end` tells that the user or the time limit ended it.
 */
export function connectionFailure(error: unknown, end?: End): Failure {
	const chain = networkErrors(error);
	// n8n lets no request out to a host that the credential or the instance forbids.
	const refusal = chain.find((one) => one instanceof UserError);
	if (refusal) return { is: 'notSent', kind: 'blocked', detail: refusal.message };
	const detail = chain.map(({ code }) => code).find((code) => typeof code === 'string');
	const during = (...syscalls: unknown[]) => chain.some(({ syscall }) => syscalls.includes(syscall));
	const beforeConnection =
		detail !== undefined && (neverLeft.has(detail) || (detail === 'ETIMEDOUT' && during('connect')));
	const isUnread =
		chain.some(({ request }) => request && isUnsent(request as NodeRequest)) ||
		(beforeConnection && !during('read', 'write'));
	const is = isUnread ? 'notSent' : 'unknown';
	if (end) return { is, kind: end };
	return { is, kind: isUnread ? 'unreachable' : 'interrupted', detail };
}
