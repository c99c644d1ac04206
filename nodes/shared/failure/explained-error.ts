import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import type { Explanation } from './explain';

/**
 * n8n's error for an explanation, with facts that a workflow can act on in its context. The message is set once
 * more, because n8n replaces messages in which it finds an error code such as ENOENT, even inside a user's value.
 */
export function explainedError(
	node: INode,
	{ message, description }: Explanation,
	details: IDataObject,
	itemIndex?: number,
): NodeApiError {
	const httpCode = details.status === undefined ? undefined : String(details.status);
	const error = new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	error.message = message;
	Object.assign(error.context, details);
	return error;
}
