import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { plainText } from '../input/invalid-input';
import { explanationOf } from './explain';
import type { Explanation } from './refusals';

export type N8nError = NodeApiError | NodeOperationError;

/**
 * n8n's error for an explanation, with facts that a workflow can act on in its context. Its words hold no markup, which
 * n8n's editor would show. The message is set once more, because n8n replaces messages in which it finds an error code
 * such as ENOENT, even inside a user's value. Releases of n8n that do not know `failure` leave it out.
 */
export function explainedError(
	node: INode,
	explanation: Explanation,
	details: IDataObject,
	itemIndex?: number,
): NodeApiError {
	const message = plainText(explanation.message);
	const description = plainText(explanation.description);
	const failure = explanation.cause;
	const httpCode = details.status === undefined ? undefined : String(details.status);
	const error = new NodeApiError(node, { message }, { message, description, httpCode, itemIndex, failure });
	error.message = message;
	Object.assign(error.context, details);
	return error;
}

/** Whatever was thrown, as n8n's error with these details; what it says stays as it is. */
export function asExplained(error: unknown, node: INode, details: IDataObject, itemIndex?: number): N8nError {
	const isN8nError = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isN8nError) return explainedError(node, explanationOf(error), details, itemIndex);
	error.description = explanationOf(error).description;
	Object.assign(error.context, { itemIndex }, details);
	return error;
}

/** What an error says beside its message: what to do, and the facts that a workflow can act on. */
export function shownDetails({ description, context }: N8nError): IDataObject {
	const facts = Object.entries(context as IDataObject).filter(([name]) => name !== 'itemIndex');
	return { ...(description && { description }), ...Object.fromEntries(facts) };
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
