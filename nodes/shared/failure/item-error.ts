import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { NodeOperation, ServiceRequest } from '../operation/operation';
import type { Failure, Outcome } from '../service/answer';
import type { AcceptedValues } from './given-fields';
import { explain, failureDetails } from './explain';
import { asExplained, explainedError, type N8nError } from './explained-error';

/** The error of an item whose request failed: explained, with the outcome and the service's own facts on it. */
export function failureError(
	failure: Failure,
	operation: NodeOperation,
	node: INode,
	itemIndex: number,
	request?: ServiceRequest,
	accepted?: AcceptedValues,
): NodeApiError {
	const explanation = explain(failure, operation, request, accepted);
	return explainedError(node, explanation, failureDetails(failure, operation), itemIndex);
}

/** Whatever was thrown for an item as n8n's error; `outcome` is what is known of its request at that point. */
export function itemErrorOf(error: unknown, node: INode, itemIndex: number, outcome: Outcome): N8nError {
	return asExplained(error, node, { outcome }, itemIndex);
}

/** What an error says beside its message: what to do, and the facts that a workflow can act on. */
export function shownDetails({ description, context }: N8nError): IDataObject {
	return { ...(description && { description }), ...(context as IDataObject) };
}

function hide(target: object, error: unknown): void {
	if (!('error' in target)) Object.defineProperty(target, 'error', { value: error, enumerable: false });
}

/**
 * A failed item when the workflow goes on, with its error where n8n looks for it: Retry On Fail in the JSON, the error
 * output in the item. Where n8n still finds an error once the item is sorted, it throws away all fields but the message.
 * Not enumerable, it is seen by the first and not copied for the second.
 */
export function failedItem(
	item: INodeExecutionData,
	error: N8nError,
	{ onError }: Pick<INode, 'onError'>,
): INodeExecutionData {
	hide(item.json, error.message);
	if (onError === 'continueErrorOutput') hide(item, error);
	return item;
}
