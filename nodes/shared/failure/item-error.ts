import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { NodeOperation } from '../operation/operation';
import type { Failure, Outcome } from '../service/answer';
import { explain, failureDetails } from './explain';
import { asExplained, explainedError, type N8nError } from './explained-error';

/** The error of an item in n8n's own form. */
export type ItemError = N8nError;

/** The error of an item whose request failed: explained, with the outcome and the service's own facts on it. */
export function failureError(
	failure: Failure,
	operation: NodeOperation,
	node: INode,
	itemIndex: number,
): NodeApiError {
	return explainedError(node, explain(failure, operation), failureDetails(failure, operation), itemIndex);
}

/** Whatever was thrown for an item as n8n's error; `outcome` is what is known of its request at that point. */
export function itemErrorOf(error: unknown, node: INode, itemIndex: number, outcome: Outcome): ItemError {
	return asExplained(error, node, { outcome }, itemIndex);
}

/**
 * The item that leaves in place of a failed one when the workflow goes on: the input's own fields, and in `error`
 * and `details` what happened. For the error output n8n itself adds the input's fields, to items that hold nothing
 * but `error` and `details`.
 */
export function failedItem(
	itemError: ItemError,
	node: INode,
	input: IDataObject,
	itemIndex: number,
): INodeExecutionData {
	const { message, description, context } = itemError;
	const details = { ...(description && { description }), ...(context as IDataObject) };
	const kept = node.onError === 'continueErrorOutput' ? {} : input;
	return { json: { ...kept, error: message, details }, pairedItem: { item: itemIndex } };
}
