import {
	NodeApiError,
	NodeOperationError,
	type Failure as DeclaredCause,
	type IDataObject,
	type INode,
} from 'n8n-workflow';

import { InvalidInput, plainText } from '../input/invalid-input';
import type { NodeOperation } from '../operation/operation';
import { meaningOf, type Failed } from '../service/outcome';
import { givenFields, type Given } from '../operation/request';
import { InvalidCredential } from '../service/service-address';
import { effectOf, type ServiceRequest } from '../service/service-request';
import {
	explanations,
	foreignForm,
	refusals,
	sentences,
	type ExplainedKind,
	type Explanation,
} from './explanations';

/** What the service said, and the name under which its provider finds it. */
function serviceReason({ errorEnvelope }: Failed): string {
	if (!errorEnvelope) return '';
	const lookUp = `provider can look it up as ${errorEnvelope.id}.`;
	return errorEnvelope.reason
		? `The service says "${errorEnvelope.reason}"; its ${lookUp}`
		: `The service's ${lookUp}`;
}

/** Why a request failed: none where it is not known. A refusal in another form than the service's may come from anybody. */
function causeOf({ kind, status, errorEnvelope, retryAfterMs }: Failed): DeclaredCause | undefined {
	const timed = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (['tooManyRequests', 'held'].includes(kind)) return { cause: 'rate-limited', ...timed };
	if (['serverError', 'unreachable', 'interrupted', 'timedOut'].includes(kind)) {
		return { cause: 'temporarily-unavailable', ...timed };
	}
	if (kind === 'refused' && status === 401) return { cause: 'credential-invalid' };
	const isLasting = kind === 'refused' ? errorEnvelope : ['redirected', 'blocked'].includes(kind);
	return isLasting ? { cause: 'configuration-invalid' } : undefined;
}

/** What an error means to the user that is no failed request: its own words, or what to do where it has none. */
export function explanationOf(error: unknown): Explanation {
	const { message, description } = (error ?? {}) as Partial<InvalidInput>;
	const cause = error instanceof InvalidCredential ? 'credential-invalid' : 'configuration-invalid';
	return {
		message: message || 'Something failed without a message',
		description:
			description ||
			'Look at the values and expressions of this node for this item. If they are right, the node itself is wrong: please report it.',
		cause: error instanceof InvalidInput ? { cause } : undefined,
	};
}

function isUnknown(failure: Failed): boolean {
	return meaningOf(failure).status === 'unknown';
}

/** What is not known after a request that may have been carried out. */
function unknownHint({ service, ifUnknown }: NodeOperation, [first]: Given[]): string {
	const concerned = first?.isSubject && first.text;
	if (ifUnknown) return ifUnknown;
	switch (effectOf(service)) {
		case 'read':
			return '';
		case 'send':
			return `The message${concerned ? ` for ${concerned}` : ''} may or may not have been sent. A retry does not send it again, unless you turn on 'Send Again If Unknown' in Options.`;
		case 'change':
			return `The change${concerned ? ` of ${concerned}` : ''} may or may not have been made; read the present state before you repeat it.`;
	}
}

/** What a failure of `request` means to the user. */
export function explain(failure: Failed, operation: NodeOperation, request?: ServiceRequest): Explanation {
	const { kind, status = 0, errorEnvelope } = failure;
	const given = givenFields(operation, request);
	const explanation = (kind === 'refused' && refusals[status]) || explanations[kind as ExplainedKind];
	const { message, description } = explanation(failure, operation, given);
	const isForeign = kind === 'refused' && !errorEnvelope && status !== 404;
	const unknown = isUnknown(failure) && unknownHint(operation, given);
	return {
		message,
		description: sentences(
			description,
			isForeign && `${foreignForm} check the base URL too.`,
			unknown,
			serviceReason(failure),
		),
		cause: causeOf(failure),
	};
}

/** The facts of a failure that a workflow can act on. */
export function failureDetails(failure: Failed, operation: NodeOperation): IDataObject {
	const { is, status, errorEnvelope } = failure;
	return {
		...(effectOf(operation.service) !== 'read' && { outcome: isUnknown(failure) ? 'unknown' : is }),
		...(status !== undefined && { status }),
		...(errorEnvelope && { errorId: errorEnvelope.id }),
		...(errorEnvelope?.apiVersion && { apiVersion: errorEnvelope.apiVersion }),
		...(errorEnvelope?.agreementUrl && { agreementUrl: errorEnvelope.agreementUrl }),
	};
}

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

/** n8n's error of an item that failed. */
export function errorOf(
	failure: Failed,
	operation: NodeOperation,
	{ node, index, request }: { node: INode; index: number; request?: ServiceRequest },
): N8nError {
	const { is, kind, error } = failure;
	if (kind === 'thrown') return asExplained(error, node, { outcome: is }, index);
	const explanation = explain(failure, operation, request);
	return explainedError(node, explanation, failureDetails(failure, operation), index);
}
