import { deliveryOptions, type DeliveryOptions } from '../operation/options';
import type { NodeOperation } from '../operation/operation';
import type { ItemParameters } from '../operation/parameters';
import { requestOf, subjectOf } from '../operation/request';
import { fillInConversation } from '../operation/starting-message';
import { phoneNumberOrEmail } from '../input/addresses';
import { messageIn, type ServiceRequest } from '../service/service-request';
import type { NodeRun } from './node-run';

/** One item of a run, once its values are read. */
export interface Item {
	readonly options: DeliveryOptions;
	/** What it asks of the service. */
	readonly request: ServiceRequest;
}

/** Reads what an item asks for. InvalidInput for a value that is none. */
export function itemOf(
	run: NodeRun,
	operation: NodeOperation,
	parameters: ItemParameters,
	index: number,
): Item {
	fillInConversation(operation, parameters, () => run.startingMessage(index));
	const options = deliveryOptions(parameters);
	parameters.evaluate();
	return { options, request: operation.request?.(parameters) ?? requestOf(operation, parameters) };
}

/** Whether an item is only checked; not, where its options cannot be read. */
export function isDryRun(parameters: ItemParameters): boolean {
	try {
		return deliveryOptions(parameters).dryRun;
	} catch {
		return false;
	}
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return String(messageIn(request).to).toLowerCase();
}

/** The recipient of an item of which no request could be made, as its request would have it; '' where that cannot be read. */
export function recipientGiven(operation: NodeOperation, parameters: ItemParameters): string {
	try {
		return phoneNumberOrEmail('To', String(subjectOf(operation, parameters))).toLowerCase();
	} catch {
		return '';
	}
}
