import type { IDataObject } from 'n8n-workflow';

import { explain, failureDetails } from '../../failure/explain';
import { asExplained, explainedError, type N8nError } from '../../failure/explained-error';
import { subjectOf, type AcceptedValues } from '../../failure/given-fields';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import type { Failure } from '../../service/answer';
import type { NodeRun, Settled, StartedItem } from '../steps/step';

/** What every result tells of its item. */
export interface ItemSummary {
	/** Whom or what the item is about, as far as it is known. */
	subject?: unknown;
	/** The number that sends, where the user or the pool chose one. */
	from?: string;
	answerOnly: boolean;
	isDryRun: boolean;
}

/** An item that was answered, checked by a dry run, or left out on purpose. */
export interface Done extends ItemSummary, Omit<Settled, 'ok'> {}

/** An item that failed; `unknown` where the service may have acted. */
export interface Failed extends ItemSummary {
	status: 'failed' | 'unknown';
	/** n8n's error, explained by what the whole run has shown. */
	error(): N8nError;
}

/** What became of an item. */
export type Result = Done | Failed;

/** Whether an item failed, or nobody knows what became of it. */
export function isFailed(result: Result): result is Failed {
	return result.status === 'failed' || result.status === 'unknown';
}

/** What every result tells of an item whose request is known. */
export function itemSummary({ options }: StartedItem, request?: ServiceRequest): ItemSummary {
	const { from, to } = (request?.body ?? {}) as IDataObject;
	const [only, ...others] = request?.senders ?? [];
	return {
		subject: to,
		from: (from as string | undefined) ?? (others.length === 0 ? only : undefined),
		answerOnly: options?.answerOnly === true,
		isDryRun: options?.dryRun === true,
	};
}

function failedItemSummary(operation: NodeOperation, item: StartedItem, request = item.asked): ItemSummary {
	const summary = itemSummary(item, request);
	return { ...summary, subject: summary.subject ?? subjectOf(operation, item.parameters) };
}

/** The result of an item whose request failed; `accepted` is what the service has accepted of the same run. */
export function failedRequestResult(
	{ node }: NodeRun,
	operation: NodeOperation,
	item: StartedItem,
	failure: Failure,
	request?: ServiceRequest,
	accepted?: AcceptedValues,
): Failed {
	return {
		...failedItemSummary(operation, item, request),
		status: failure.outcome === 'unknown' ? 'unknown' : 'failed',
		error: () => {
			const explanation = explain(failure, operation, request, accepted);
			return explainedError(node, explanation, failureDetails(failure, operation), item.index);
		},
	};
}

/** The result of an item that an error has ended. */
export function errorResult(
	{ node }: NodeRun,
	operation: NodeOperation,
	item: StartedItem,
	thrown: unknown,
): Failed {
	const outcome = item.left ? 'unknown' : 'notSent';
	const error = asExplained(thrown, node, { outcome }, item.index);
	return {
		...failedItemSummary(operation, item),
		status: item.left ? 'unknown' : 'failed',
		error: () => error,
	};
}
