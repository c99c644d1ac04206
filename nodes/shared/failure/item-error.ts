import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Failure } from '../service/answer';
import { explain, failureDetails } from './explain';
import { explainedError } from './explained-error';
import type { NodeOperation } from '../operation/operation';
import type { InvalidInput } from '../input/invalid-input';
import type { NodeRun } from '../delivery/node-run';

/** The error of an item whose request failed: explained, with the outcome and the service's own facts on it. */
export function failureError(
	failure: Failure,
	operation: NodeOperation,
	node: INode,
	itemIndex: number,
): NodeApiError {
	return explainedError(node, explain(failure, operation), failureDetails(failure, operation), itemIndex);
}

function asItemError(error: unknown, node: INode, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message, description } = error as Partial<InvalidInput>;
	const explanation = { message: message ?? String(error), description: description ?? '' };
	return explainedError(node, explanation, { outcome: 'notSent' }, itemIndex);
}

/**
 * What the engine gets for an item that failed. Without Continue On Fail the error is thrown; with it, the item
 * keeps the input's own fields and says in `error` and `details` what happened. For the error output n8n itself
 * adds the input's fields, to items that hold nothing but `error` and `details`.
 */
export function failedItem(
	item: IExecutePaginationFunctions,
	run: NodeRun,
	error: unknown,
): INodeExecutionData[] {
	const index = item.getItemIndex();
	const itemFailure = asItemError(error, run.node, index);
	if (!run.continuesOnFail) throw itemFailure;
	const { message, description, context } = itemFailure;
	const details = { ...(description && { description }), ...(context as IDataObject) };
	const input = run.node.onError === 'continueErrorOutput' ? {} : item.getInputData().json;
	return [{ json: { ...input, error: message, details }, pairedItem: { item: index } }];
}
