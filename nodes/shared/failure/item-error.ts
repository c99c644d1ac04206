import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { NodeOperation, ServiceRequest } from '../operation/operation';
import type { Failure, Outcome } from '../service/answer';
import { explain, failureDetails } from './explain';
import { asExplained, explainedError, type N8nError } from './explained-error';

/** The error of an item whose request failed: explained, with the outcome and the service's own facts on it. */
export function failureError(
	failure: Failure,
	operation: NodeOperation,
	node: INode,
	itemIndex: number,
	request?: ServiceRequest,
): NodeApiError {
	const explanation = explain(failure, operation, request);
	return explainedError(node, explanation, failureDetails(failure, operation), itemIndex);
}

/** Whatever was thrown for an item as n8n's error; `outcome` is what is known of its request at that point. */
export function itemErrorOf(error: unknown, node: INode, itemIndex: number, outcome: Outcome): N8nError {
	return asExplained(error, node, { outcome }, itemIndex);
}

/**
 * The item that leaves in place of a failed one when the workflow goes on: the input's own fields, and in `error`
 * and `details` what happened. For the error output n8n itself adds the input's fields.
 */
export function failedItem(
	itemError: N8nError,
	node: INode,
	input: IDataObject,
	itemIndex: number,
): INodeExecutionData {
	const { message, description, context } = itemError;
	const details = { ...(description && { description }), ...(context as IDataObject) };
	const pairedItem = { item: itemIndex };
	if (node.onError !== 'continueErrorOutput') {
		return { json: { ...input, error: message, details }, pairedItem };
	}
	return markedAsFailed({ json: { error: message, details }, pairedItem }, itemError);
}

/**
 * The item with its error where n8n's error output looks for it. Before 2.35 n8n knows a failed item by that alone; but
 * where it still finds an error once the item is sorted, it throws away all fields but the message. Not enumerable, it
 * is seen by the first and not copied for the second.
 */
function markedAsFailed(item: INodeExecutionData, error: N8nError): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
}
