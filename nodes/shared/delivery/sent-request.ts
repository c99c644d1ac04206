import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../operation/operation';
import type { Failure } from '../service/answer';
import type { Known } from './ledger/message';

/** The recipient of a message, as the item gave it. */
export function recipientIn({ body }: ServiceRequest): string {
	return String((body as IDataObject).to);
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return recipientIn(request).toLowerCase();
}

/** The request as a number sends it. */
export function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}

/** Thrown in place of a request whose message must not leave. */
export class NotLeaving extends Error {
	constructor(readonly known: Known) {
		super(known);
	}
}

/** A request that failed, to be explained when the run is over. */
export class RequestFailed extends Error {
	constructor(
		readonly failure: Failure,
		readonly request?: ServiceRequest,
	) {
		super(failure.kind);
	}
}

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}
