import type { IDataObject } from 'n8n-workflow';

import { explain, failureDetails } from '../explain/explain';
import { asExplained, explainedError, type N8nError } from '../explain/explained-error';
import type { NodeOperation, Output } from '../operation/operation';
import { outputOf, repeatedValues, type Failed, type Outcome, type Settled } from '../operation/outcome';
import type { ItemParameters } from '../operation/parameters';
import { subjectOf } from '../operation/request';
import { messageIn } from '../service/service-request';
import { isDryRun, type Item } from './item';
import type { NodeRun } from './node-run';

interface ItemSummary {
	/** Nothing, where it could not be read. */
	item?: Item;
	/** Whom or what the item is about, as far as it is known. */
	subject?: unknown;
	/** The number that sends, unless the service chooses it. */
	from?: string;
	isDryRun: boolean;
}

/** An item that was answered, checked by a dry run, or left out on purpose. */
export interface Done extends ItemSummary, Omit<Settled, 'ok'> {}

/** An item that failed; `unknown` where the service may have acted. */
export interface FailedResult extends ItemSummary {
	status: 'failed' | 'unknown';
	error(): N8nError;
}

export type Result = Done | FailedResult;

export function isFailed(result: Result): result is FailedResult {
	return result.status === 'failed' || result.status === 'unknown';
}

/** What became of an item of a run, as its row and the sentences of the run tell it. */
export function resultOf(
	run: NodeRun,
	operation: NodeOperation,
	{ index, parameters, item: asked }: { index: number; parameters: ItemParameters; item?: Item },
	outcome: Outcome,
): Result {
	const item = asked && sentItem(asked, outcome);
	const { from, to } = item ? messageIn(item.request) : {};
	const summary = {
		item,
		subject: to ?? subjectOf(operation, parameters),
		from,
		isDryRun: item ? item.options.dryRun : isDryRun(parameters),
	};
	if (!outcome.ok) {
		const status = outcome.outcome === 'unknown' ? 'unknown' : 'failed';
		return { ...summary, status, error: () => errorOf(run, operation, outcome, index, item) };
	}
	const answer = item ? answerIn(outcome, operation, parameters, item) : {};
	const { status = 'accepted', reason, wasEarlier = false } = outcome;
	return { ...summary, from: outcome.from ?? from, status, answer, reason, wasEarlier };
}

/** An item with the number that has sent its message, where that was another one in an earlier try. */
function sentItem({ options, request }: Item, outcome: Outcome): Item {
	const from = outcome.ok && !outcome.status ? outcome.from : undefined;
	return { options, request: from ? { ...request, body: { ...request.body, from } } : request };
}

function answerIn(
	outcome: Extract<Outcome, { ok: true }>,
	operation: NodeOperation,
	parameters: ItemParameters,
	{ request }: Item,
): Output {
	if (!outcome.status) return outputOf(operation, outcome.envelope.data, parameters, request);
	return { ...repeatedValues(operation, request), ...(outcome.answer as IDataObject) };
}

function errorOf(
	{ node }: NodeRun,
	operation: NodeOperation,
	failure: Failed,
	index: number,
	item?: Item,
): N8nError {
	const { kind, outcome, error } = failure;
	if (kind === 'thrown') return asExplained(error, node, { outcome }, index);
	const explanation = explain(failure, operation, item?.request);
	return explainedError(node, explanation, failureDetails(failure, operation), index);
}
