import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../operation/operation';
import type { Failure } from '../service/answer';
import type { TimeOfLeaving } from './ledger/answers';
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

/** What tells a message of a number from others in a conversation. */
export function contentOf({ from, message, attachments }: IDataObject): string {
	return JSON.stringify([from, message ?? '', attachments ?? []]);
}

/** A message of this process that leaves; `content` is what a conversation shows of it. */
export class Leaving {
	private static readonly underWay = new Set<Leaving>();

	/** Those that ended since the oldest one under way began. */
	private static readonly over = new Set<Leaving>();

	private readonly from = Date.now();

	private to = Infinity;

	constructor(private readonly content: string) {
		Leaving.underWay.add(this);
	}

	/** Ends it; one that was not sent counts no more. */
	end(mayHaveLeft: boolean): void {
		const { underWay, over } = Leaving;
		const [oldest = this] = underWay;
		for (const one of over) {
			if (one.to >= oldest.from) break;
			over.delete(one);
		}
		this.to = Date.now();
		underWay.delete(this);
		if (mayHaveLeft) over.add(this);
	}

	/** When it may have left, once it has ended. */
	get time(): TimeOfLeaving {
		const { from, to, content } = this;
		const others = [...Leaving.underWay, ...Leaving.over].filter(
			(one) => one !== this && one.content === content && one.to >= from,
		);
		return { from, to, others: others.length };
	}
}
