import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { explain, failureDetails } from '../explain/explain';
import { asExplained, explainedError, type N8nError } from '../explain/explained-error';
import { phoneNumberOrEmail } from '../input/addresses';
import { fillInConversation } from '../operation/starting-message';
import type { NodeOperation } from '../operation/operation';
import { outputOf, repeatedValues, requestOf, subjectOf } from '../operation/request';
import type { Failure } from '../service/answer';
import { deliveryOptions } from '../options/options';
import { RateQueues } from '../pace/rate-queues';
import { connection, stoppedBefore, type Connection } from '../service/http';
import { SendRecord } from './recorded';
import type { Delivered, Item, NodeRun, RunContext, Settled, StartedItem, Way } from './step';
import { wayOf } from './steps';

interface ItemSummary {
	/** Whom or what the item is about, as far as it is known. */
	subject?: unknown;
	/** The number that sends, unless the service chooses it. */
	from?: string;
	isDryRun: boolean;
}

/** An item that was answered, checked by a dry run, or left out on purpose. */
export interface Done extends ItemSummary, Omit<Settled, 'ok'> {}

/** An item that failed; `unknown` where the service may have acted. */
export interface Failed extends ItemSummary {
	status: 'failed' | 'unknown';
	error(): N8nError;
}

export type Result = Done | Failed;

export function isFailed(result: Result): result is Failed {
	return result.status === 'failed' || result.status === 'unknown';
}

function itemSummary(operation: NodeOperation, item: StartedItem): ItemSummary {
	const { options, request, parameters } = item;
	const { from, to } = (request?.body ?? {}) as { from?: string; to?: unknown };
	return {
		subject: to ?? subjectOf(operation, parameters),
		from,
		isDryRun: options?.dryRun === true,
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
	return { ...itemSummary(operation, item), status: item.left ? 'unknown' : 'failed', error: () => error };
}

export function startedItem(run: NodeRun, index: number): StartedItem {
	return { index, parameters: run.parameters(index), left: false };
}

/** What the items of one run share, and what becomes of each. */
export class Delivery implements RunContext {
	readonly queues = new RateQueues();

	readonly hints: RunContext['hints'] = [];

	/** Only a run that sends messages has one. */
	readonly record?: SendRecord;

	private readonly deliver: Way;

	private constructor(
		readonly run: NodeRun,
		readonly operation: NodeOperation,
		readonly connection: Connection,
	) {
		const isSend = serviceOperations[operation.service].effect === 'send';
		if (isSend) this.record = new SendRecord(this);
		this.deliver = wayOf(this, this.record);
	}

	/** Reads what all items need. InvalidInput or n8n's error for a credential or a setting that cannot be used. */
	static async begin(run: NodeRun, operation: NodeOperation): Promise<Delivery> {
		const requestOptions = run.parameters(0).raw('requestOptions');
		return new Delivery(run, operation, await connection(run.caller, requestOptions));
	}

	/**
	 * Checks the values of all items that are to be read about, where one that is wrong would end the workflow and so throw
	 * the answers of the others away. If any is, the results are those of the wrong ones, and that no other was asked about.
	 */
	refusedBeforehand(): Result[] | undefined {
		const { run, operation } = this;
		const { effect } = serviceOperations[operation.service];
		if (effect !== 'read' || run.continuesOnFail || run.items.length < 2) return undefined;
		const checked = run.items.map((_, index): Result => {
			const item = startedItem(run, index);
			try {
				return { ...itemSummary(operation, this.prepare(item)), status: 'notAsked', answer: {} };
			} catch (error) {
				return errorResult(run, operation, item, error);
			}
		});
		return checked.some(isFailed) ? checked : undefined;
	}

	/** Reads what an item asks for. InvalidInput for a value that is none. */
	private prepare(item: StartedItem): Item {
		const { operation, run } = this;
		const { parameters } = item;
		const options = (item.options = deliveryOptions(parameters));
		fillInConversation(operation, parameters, () => run.startingMessage(item.index));
		parameters.evaluate();
		const request = operation.request?.(parameters) ?? requestOf(operation, parameters);
		return Object.assign(item, { options, request });
	}

	/** Delivers one item. Never throws: that it failed is a result, too. */
	async item(index: number): Promise<Result> {
		const { run, operation } = this;
		const item = startedItem(run, index);
		try {
			if (run.signal?.aborted) return this.failure(item, stoppedBefore);
			const prepared = this.prepare(item);
			return this.result(prepared, await this.deliver(prepared));
		} catch (error) {
			if (!item.request) this.record?.leaveOut(this.recipientGiven(item));
			return errorResult(run, operation, item, error);
		}
	}

	/** The recipient of an item of which no request could be made, as its request would have it; '' where that cannot be read. */
	private recipientGiven({ index, parameters }: StartedItem): string {
		const { run, operation } = this;
		try {
			fillInConversation(operation, parameters, () => run.startingMessage(index));
			return phoneNumberOrEmail('To', String(subjectOf(operation, parameters))).toLowerCase();
		} catch {
			return '';
		}
	}

	private failure(item: StartedItem, failure: Failure): Failed {
		const { run, operation } = this;
		const { index, request } = item;
		const error = () => {
			const explanation = explain(failure, operation, request);
			return explainedError(run.node, explanation, failureDetails(failure, operation), index);
		};
		const status = failure.outcome === 'unknown' ? 'unknown' : 'failed';
		return { ...itemSummary(operation, item), status, error };
	}

	private result(item: Item, delivered: Delivered): Result {
		if (!delivered.ok) return this.failure(item, delivered);
		const { operation } = this;
		const { request, parameters } = item;
		const summary = itemSummary(operation, item);
		if (delivered.status) {
			const { status, reason, wasEarlier } = delivered;
			const { to, ...known } = delivered.answer as IDataObject;
			const answer = to === undefined ? known : { ...repeatedValues(operation, request), ...known };
			return { ...summary, status, answer, reason, wasEarlier };
		}
		const { envelope, wasEarlier = false } = delivered;
		const answer = outputOf(operation, envelope.data, parameters, request);
		return { ...summary, status: 'accepted', answer, wasEarlier };
	}
}
