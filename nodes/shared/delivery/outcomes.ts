import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { explain, failureDetails } from '../failure/explain';
import {
	asExplained,
	explainedError,
	failedItem,
	shownDetails,
	type N8nError,
} from '../failure/explained-error';
import { subjectOf, type AcceptedValues } from '../failure/given-fields';
import type { Effect, NodeOperation, Output, ServiceRequest } from '../operation/operation';
import { quote } from '../input/invalid-input';
import type { Failure } from '../service/answer';
import type { DeliveryOptions } from './item-options';
import type { NodeRun } from './node-run';
import type { RunSummary } from './run-summary';
import { recipientIn } from './senders';
import { openingAt } from './sending-hours';
import type { Delivered, StartedItem } from './sends';

/** What every result tells of its item. */
export interface ItemSummary {
	/** Whom or what the item is about, as far as it is known. */
	subject?: unknown;
	/** The number that sends, where the user or the pool chose one. */
	from?: string;
	answerOnly: boolean;
	isDryRun: boolean;
}

/** An item that was answered, checked by a dry run, or left for a later run on purpose. */
export interface Done extends ItemSummary {
	status: 'accepted' | 'checked' | 'deferred';
	answer: Output;
	/** Why, unless the service just accepted it. */
	reason?: string;
	/** What a dry run has checked. */
	details?: IDataObject;
	/** Whether an earlier run or try has sent the message. */
	wasEarlier?: boolean;
}

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

/** The fields that a row has of its own. Those of the input with these names are left from an earlier send. */
const rowFields = new Set([
	'to',
	'status',
	'reason',
	'from',
	'message_id',
	'already_sent',
	'confirmed_by',
	'deferred',
	'send_after',
	'details',
	'error',
]);

function listFields(input: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([name]) => !rowFields.has(name)));
}

/** The items that leave a run, or the error that ends it. */
export class Outcomes {
	constructor(
		private readonly run: NodeRun,
		private readonly results: Result[],
		private readonly summary: RunSummary,
		private readonly effect: Effect,
	) {}

	/**
	 * The items in their order. Unless the workflow goes on, the error of the first one that failed, with a word about the
	 * others; but a dry run shows what it has checked.
	 */
	all(): INodeExecutionData[] {
		const { continuesOnFail } = this.run;
		const isEnd = (result: Result): result is Failed =>
			isFailed(result) && !continuesOnFail && !(result.isDryRun && this.summary.hasChecked);
		const first = this.results.find(isEnd);
		if (first) throw this.endOfRun(first.error());
		const gaps = this.gaps();
		return this.results.flatMap((result, index) => this.items(result, index, gaps));
	}

	/** Whether an item leaves as a row. A tool gives its agent the answer alone. */
	private isRow({ answerOnly }: Result): boolean {
		return this.effect === 'send' && !answerOnly && !isTool(this.run);
	}

	private endOfRun(error: N8nError): N8nError {
		const { message } = error;
		const description = [error.description, this.summary.ofFailedRun()].filter(Boolean).join(' ');
		if (isTool(this.run)) error.message = [message, description].filter(Boolean).join('. ');
		return Object.assign(error, { description });
	}

	/** The fields that only some rows of the run would have, without a value: so a table of them has no holes. */
	private gaps(): IDataObject {
		const rows = this.results.filter((result) => this.isRow(result));
		const hasSender = rows.some(({ from }) => from !== undefined);
		const has = (name: string) =>
			rows.some((row) => !isFailed(row) && row.status !== 'checked' && name in row.answer);
		const names = ['message_id', 'confirmed_by', 'send_after'].filter(has);
		return {
			...(hasSender && { from: null }),
			...(rows.some((row) => 'wasEarlier' in row && row.wasEarlier) && { already_sent: null }),
			...Object.fromEntries(names.map((name) => [name, null])),
		};
	}

	private items(result: Result, index: number, gaps: IDataObject): INodeExecutionData[] {
		const input = this.run.items[index]?.json ?? {};
		const pairedItem = { item: index };
		const asRow = this.isRow(result);
		if (isFailed(result)) {
			const error = result.error();
			const details = shownDetails(error);
			const json = asRow
				? { ...rowOf(result, input, gaps), reason: error.message, details }
				: { ...input, error: error.message, details };
			return [failedItem({ json, pairedItem }, error, this.run.node)];
		}
		const json = asRow ? { ...rowOf(result, input, gaps), ...answerInRow(result, input) } : result.answer;
		return [json].flat().map((one) => ({ json: one, pairedItem }));
	}
}

/** The fields of the list, and those that all rows of the run have. */
function rowOf(
	{ subject: to = null, from, status }: Result,
	input: IDataObject,
	gaps: IDataObject,
): IDataObject {
	const own = { to, status, reason: null, ...gaps, ...(from !== undefined && { from }) };
	return { ...listFields(input), ...own } as IDataObject;
}

/** What a row tells of its message. One that was sent earlier keeps the ID that its input has. */
function answerInRow(result: Done, { message_id: id }: IDataObject): IDataObject {
	const { status, reason = null, details, wasEarlier } = result;
	const answer = result.answer as IDataObject;
	if (status === 'checked') return { reason, ...(wasEarlier ? { already_sent: true } : { details }) };
	const isKept = wasEarlier && answer.message_id === null && typeof id === 'string';
	const kept = { ...(wasEarlier && { already_sent: true }), ...(isKept && { message_id: id }) };
	return { reason, ...answer, status, ...kept };
}

/** Whether an agent calls the node: newer ones show their model the message of an error and nothing else. */
export function isTool({ node }: NodeRun): boolean {
	return node.type.endsWith('Tool');
}

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** What a dry run says of a message that an earlier run has sent. */
export const acceptedBefore = {
	status: 'checked',
	answer: { dryRun: true },
	reason: 'Dry run: an earlier run has sent the message',
	wasEarlier: true,
} as const satisfies Partial<Done>;

/** What every result tells of an item whose request is known. */
export function itemSummary({ options }: StartedItem, request?: ServiceRequest): ItemSummary {
	const { from, to } = (request?.body ?? {}) as IDataObject;
	const [only, ...others] = request?.senders ?? [];
	return {
		subject: to,
		from: (from as string | undefined) ?? (others.length === 0 ? only : undefined),
		answerOnly: options?.answerOnly === true || options?.wholeResponse === true,
		isDryRun: options?.dryRun === true,
	};
}

function failedItemSummary(operation: NodeOperation, item: StartedItem, request = item.asked): ItemSummary {
	const told = itemSummary(item, request);
	return { ...told, subject: told.subject ?? subjectOf(operation, item.parameters) };
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

function earlierReason({ idempotencyKey, campaign }: DeliveryOptions): string {
	if (campaign !== undefined) return `This person has a message of the campaign ${quote(campaign)} already`;
	return idempotencyKey === undefined
		? 'An earlier run has sent the message, so it was not sent again'
		: 'A message with the same idempotency key was accepted before, so it was not sent again';
}

/**
 * What becomes of a message that this run has no answer for: a later run sends it, after a time, if that is known; or the
 * service has it already, by an earlier run or as its conversation shows, and its id is not known.
 */
export function resultWithoutAnswer(
	{ answer, request, isShown, wasEarlier = false }: Delivered,
	options: DeliveryOptions,
): Omit<Done, keyof ItemSummary> {
	const message = { to: recipientIn(request), message_id: null };
	const { hours } = options;
	const isDeferred = answer !== undefined;
	if (isDeferred) {
		const opening = hours && openingAt(hours, Date.now());
		const send_after = opening && !opening.isOpen ? new Date(opening.until).toISOString() : null;
		return {
			status: 'deferred',
			answer: { ...message, send_after },
			reason: send_after
				? 'It is outside the hours of the recipient'
				: 'The number has sent enough in this run',
		};
	}
	const isEarlier = wasEarlier || !isShown;
	return {
		status: 'accepted',
		answer: {
			...message,
			...(isEarlier && { already_sent: true }),
			...(isShown && { confirmed_by: 'conversation' }),
		},
		reason: isShown
			? 'The conversation with the recipient shows the message, so the service has accepted it'
			: earlierReason(options),
		wasEarlier: isEarlier,
	};
}
