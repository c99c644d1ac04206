import { errorOf, type N8nError } from '../explain/explain';
import { outputOf, repeatedValues, type NodeOperation, type Output } from '../operation/operation';
import { isFailed, meaningOf, type Done, type Failed, type Outcome, type Status } from '../service/outcome';
import type { ItemParameters } from '../parameters/parameters';
import { subjectOf } from '../operation/request';
import { messageIn, type ServiceRequest } from '../service/service-request';
import { isDryRun, type Item } from '../items/item';
import type { NodeRun } from '../items/node-run';

/** What is told of an item, in its row and in the sentences of the run. */
export interface Row {
	status: Status;
	/** Whether an earlier run or try has sent the message. */
	isAlreadySent: boolean;
	/** Whether a run that follows is to deliver it. */
	isMissing: boolean;
	reason?: string;
	/** Nothing, where it could not be read. */
	item?: Item;
	/** Whom or what the item is about, as far as it is known. */
	subject?: unknown;
	/** The number that sends, unless the service chooses it. */
	from?: string;
	isDryRun: boolean;
	/** What the operation gives; empty for an item that failed. */
	answer: Output;
	/** n8n's error of an item that failed. */
	error?: () => N8nError;
}

/** What is told of an item, once it is known what became of it. */
export function rowOf(
	{ node }: NodeRun,
	operation: NodeOperation,
	{ index, parameters, item: asked }: { index: number; parameters: ItemParameters; item?: Item },
	outcome: Outcome,
): Row {
	const { status, left, isMissing } = meaningOf(outcome);
	const done: Done = isFailed(outcome) ? {} : outcome;
	const item = asked && sentItem(asked, done.from);
	const request = item?.request;
	const { from, to } = request ? messageIn(request) : {};
	const row = {
		...{ status, isAlreadySent: left === 'earlier' && !isMissing, isMissing, item },
		...{ reason: done.reason, from: done.from ?? from },
		subject: to ?? subjectOf(operation, parameters),
		isDryRun: item ? item.options.dryRun : isDryRun(parameters),
		answer: {},
	};
	if (isFailed(outcome)) {
		return { ...row, error: () => errorOf(outcome, operation, { node, index, request }) };
	}
	return request ? { ...row, answer: answerOf(outcome, operation, parameters, request) } : row;
}

/** An item with the number that has sent its message, where that was another one in an earlier try. */
function sentItem({ options, request }: Item, from?: string): Item {
	return { options, request: from ? { ...request, body: { ...request.body, from } } : request };
}

function answerOf(
	outcome: Exclude<Outcome, Failed>,
	operation: NodeOperation,
	parameters: ItemParameters,
	request: ServiceRequest,
): Output {
	const repeated = repeatedValues(operation, request);
	switch (outcome.is) {
		case 'accepted':
			return outputOf(operation, outcome.envelope.data, parameters, request);
		case 'alreadySent':
			return outcome.data
				? outputOf(operation, outcome.data, parameters, request)
				: { ...repeated, already_sent: true };
		default:
			return { ...repeated, ...outcome.further };
	}
}
