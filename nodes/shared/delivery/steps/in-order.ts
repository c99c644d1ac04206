import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../operation/operation';
import { WorkOrder } from '../ledger/work-order';
import type { Step } from './step';

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
