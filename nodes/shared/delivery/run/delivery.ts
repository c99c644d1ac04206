import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { explain, failureDetails } from '../../failure/explain';
import { asExplained, explainedError, type N8nError } from '../../failure/explained-error';
import { givenFields, subjectOf } from '../../failure/given-fields';
import { InvalidInput } from '../../input/invalid-input';
import { fillInConversation } from '../../operation/conversation';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import { outputOf, repeatedValues, requestOf } from '../../operation/request';
import type { Answer, Failure } from '../../service/answer';
import { credentialType, serviceAccount, type ServiceAccount } from '../../service/service-address';
import { deliveryOptions, requestsAtOnceOf } from '../options/options';
import { RateQueues, Semaphore } from '../pace/rate-queues';
import { attempt, callerWith, httpRequest, stoppedBefore, type Caller } from '../request/attempt';
import { requestSettings } from '../request/request-settings';
import { SendRecord } from '../steps/record';
import type { Delivered, Item, NodeRun, RunContext, Settled, StartedItem, Way } from '../steps/step';
import { wayOf } from '../steps/steps';

interface ItemSummary {
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

export type Result = Done | Failed;

export function isFailed(result: Result): result is Failed {
	return result.status === 'failed' || result.status === 'unknown';
}

function itemSummary({ options }: StartedItem, request?: ServiceRequest): ItemSummary {
	const { from, to } = (request?.body ?? {}) as IDataObject;
	const [only, ...others] = request?.senders ?? [];
	return {
		subject: to,
		from: (from as string | undefined) ?? (others.length === 0 ? only : undefined),
		answerOnly: options?.answerOnly === true,
		isDryRun: options?.dryRun === true,
	};
}

function failed(
	operation: NodeOperation,
	item: StartedItem,
	isUnknown: boolean,
	error: () => N8nError,
	request = item.asked,
): Failed {
	const summary = itemSummary(item, request);
	const subject = summary.subject ?? subjectOf(operation, item.parameters);
	return { ...summary, subject, status: isUnknown ? 'unknown' : 'failed', error };
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
	return failed(operation, item, item.left, () => error);
}

export function startedItem(run: NodeRun, index: number): StartedItem {
	return { index, parameters: run.parameters(index), left: false };
}

const placeRemedy =
	'Check the name of the field. For rows that may lack it, say what counts instead, e.g. {{ $json.name ?? "there" }}.';

/** What the items of one run share, and what becomes of each. */
export class Delivery implements RunContext {
	readonly queues: RateQueues;

	readonly hints: RunContext['hints'] = [];

	/** Only a run that sends messages has one. */
	readonly record?: SendRecord;

	/** In how many items a place in a text has no value. */
	private readonly emptyPlaces = new Map<string, number>();

	/** The fields, as sentences name them, of the requests that the service accepted. */
	private readonly accepted = new Set<string>();

	private readonly deliver: Way;

	private constructor(
		readonly run: NodeRun,
		readonly operation: NodeOperation,
		readonly account: ServiceAccount,
		readonly settings: ReturnType<typeof requestSettings>,
		private readonly caller: Caller,
	) {
		const requestsAtOnce = requestsAtOnceOf(run.items.map((_, index) => run.parameters(index)));
		this.queues = new RateQueues(new Semaphore(requestsAtOnce));
		this.hints.push(() =>
			[...this.emptyPlaces].map(
				([place, count]) => `${place} had no value in ${count} of ${run.items.length} rows. ${placeRemedy}`,
			),
		);
		const isSend = serviceOperations[operation.service].effect === 'send';
		if (isSend) this.record = new SendRecord(this);
		this.deliver = wayOf(this, this.record);
	}

	/** Reads what all items need. InvalidInput or n8n's error for a credential or a setting that cannot be used. */
	static async begin(run: NodeRun, operation: NodeOperation): Promise<Delivery> {
		const credential = await run.caller.getCredentials(credentialType);
		const account = serviceAccount(credential);
		const settings = requestSettings(run.node, credential, run.parameters(0).raw('requestOptions'));
		return new Delivery(run, operation, account, settings, callerWith(run.caller, credential));
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
				this.prepare(item);
				return { ...itemSummary(item, item.asked), status: 'notAsked', answer: {} };
			} catch (error) {
				return errorResult(run, operation, item, error);
			}
		});
		return checked.some(isFailed) ? checked : undefined;
	}

	/** Reads what an item asks for. InvalidInput for a value that is none. */
	private prepare(item: StartedItem): ServiceRequest {
		const { operation, run } = this;
		const { parameters } = item;
		item.options = deliveryOptions(parameters);
		fillInConversation(operation, parameters, () => run.startingMessage(item.index));
		parameters.evaluate();
		item.asked = operation.request?.(parameters) ?? requestOf(operation, parameters);
		return item.asked;
	}

	/** Counts the places in the texts of a message that have no value. InvalidInput in a dry run. */
	private notePlaces({ parameters, options }: StartedItem): void {
		if (!this.record) return;
		const empty = new Set(parameters.emptyPlaces());
		for (const place of empty) this.emptyPlaces.set(place, (this.emptyPlaces.get(place) ?? 0) + 1);
		const [place] = empty;
		if (options?.dryRun && place) throw new InvalidInput(`${place} has no value`, placeRemedy);
	}

	/** Delivers one item. Never throws: that it failed is a result, too. */
	async item(index: number): Promise<Result> {
		const { run, operation } = this;
		const item = startedItem(run, index);
		try {
			if (run.signal?.aborted) return this.failure(item, stoppedBefore);
			const request = this.prepare(item);
			this.notePlaces(item);
			const underWay = Object.assign(item as Required<StartedItem>, { request });
			return this.result(underWay, await this.deliver(underWay));
		} catch (error) {
			return errorResult(run, operation, item, error);
		}
	}

	private failure(item: StartedItem, failure: Failure, request?: ServiceRequest): Failed {
		const { run, operation, accepted } = this;
		const error = () => {
			const explanation = explain(failure, operation, request, accepted);
			return explainedError(run.node, explanation, failureDetails(failure, operation), item.index);
		};
		return failed(operation, item, failure.outcome === 'unknown', error, request);
	}

	private result(item: Item, delivered: Delivered): Result {
		const { request, parameters } = item;
		if (!delivered.ok) return this.failure(item, delivered, request);
		const summary = itemSummary(item, request);
		if (delivered.status) {
			const { status, reason, details, wasEarlier } = delivered;
			const { to, ...known } = delivered.answer as IDataObject;
			const answer = to === undefined ? known : { ...repeatedValues(this.operation, request), ...known };
			return { ...summary, status, answer, reason, details, wasEarlier };
		}
		const { envelope, wasEarlier = false } = delivered;
		for (const { text } of givenFields(this.operation, request)) this.accepted.add(text);
		const answer = outputOf(this.operation, envelope.data, parameters, request);
		return { ...summary, status: 'accepted', answer, wasEarlier };
	}

	readonly attempt = async (request: ServiceRequest, longestMs = Infinity): Promise<Answer> => {
		const { timeout = Infinity, ...settings } = this.settings.http;
		const limitMs = Math.min(timeout, longestMs);
		const http: IHttpRequestOptions = {
			...settings,
			...httpRequest(request, this.account),
			...(limitMs < Infinity && { timeout: limitMs }),
		};
		return await attempt(this.caller, http);
	};
}
