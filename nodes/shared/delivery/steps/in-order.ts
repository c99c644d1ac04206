import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../operation/operation';
import type { Step } from './step';

/** Lets work for the same recipient begin only when what was asked for before is over, in the order of the asking. */
export class WorkOrder {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Does `work` once everything asked for the same `key` before is over, however that ended. */
	async next<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(key);
		const own = before ? before.then(work, work) : work();
		this.last.set(key, own);
		try {
			return await own;
		} finally {
			if (this.last.get(key) === own) this.last.delete(key);
		}
	}
}

/** The recipient of a message, as the item gave it. */
export function recipientIn({ body }: ServiceRequest): string {
	return String((body as IDataObject).to);
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return recipientIn(request).toLowerCase();
}

/** Sends a message once those before it to the same recipient are over. */
export function inOrder(): Step {
	const order = new WorkOrder();
	return async ({ asked }, next) => await order.next(recipientOf(asked), next);
}
