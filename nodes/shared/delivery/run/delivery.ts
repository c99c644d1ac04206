import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { AcceptedValues } from '../../failure/given-fields';
import { InvalidInput } from '../../input/invalid-input';
import { fillInConversation } from '../../operation/conversation';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import { outputOf, repeatedValues, requestOf } from '../../operation/request';
import type { Answer } from '../../service/answer';
import { credentialType, serviceAccount, type ServiceAccount } from '../../service/service-address';
import { deliveryOptions, requestsAtOnceOf } from '../options/options';
import { RateQueues, Semaphore } from '../pace/rate-queues';
import { SendingPlan } from '../pace/sending-plan';
import { attempt, callerWith, httpRequest, stoppedBefore, type Caller } from '../request/attempt';
import { requestSettings, type RequestSettings } from '../request/request-settings';
import { SendRecord } from '../steps/record';
import type { Delivered, Item, NodeRun, RunContext, StartedItem } from '../steps/step';
import { wayOf } from '../steps/steps';
import { errorResult, failedRequestResult, isFailed, itemSummary, type Result } from './results';
import type { RunSummary } from './run-summary';

const placeRemedy =
	'Check the name of the field. For rows that may lack it, say what counts instead, e.g. {{ $json.name ?? "there" }}.';

/** What the items of one run share, and what becomes of each. */
export class Delivery implements RunContext {
	readonly requestsAtOnce: number;

	readonly semaphore: Semaphore;

	readonly queues: RateQueues;

	readonly plan = new SendingPlan();

	readonly hints: Array<() => string[]> = [];

	/** In how many items a place in a text has no value. */
	private readonly emptyPlaces = new Map<string, number>();

	private readonly accepted = new AcceptedValues();

	/** Only a run that sends messages has one. */
	private readonly record?: SendRecord;

	private readonly deliver: (item: Item) => Promise<Delivered>;

	private constructor(
		readonly run: NodeRun,
		readonly operation: NodeOperation,
		readonly account: ServiceAccount,
		readonly settings: RequestSettings,
		private readonly caller: Caller,
	) {
		this.requestsAtOnce = requestsAtOnceOf(run.items.map((_, index) => run.parameters(index)));
		this.semaphore = new Semaphore(this.requestsAtOnce);
		this.queues = new RateQueues(this.semaphore);
		const isSend = serviceOperations[operation.service].effect === 'send';
		if (isSend) this.record = new SendRecord(this);
		this.deliver = wayOf(this, this.record);
	}

	/** Reads what all items need. InvalidInput or n8n's error for a credential or a setting that cannot be used. */
	static async begin(run: NodeRun, operation: NodeOperation): Promise<Delivery> {
		const credential = await run.caller.getCredentials(credentialType);
		const account = serviceAccount(credential);
		const settings = requestSettings(run.node, credential, run.parameters(0).raw('requestOptions'));
		const caller = callerWith(run.caller, credential);
		return new Delivery(run, operation, account, settings, caller);
	}

	/**
	 * Checks the values of all items that are to be read about, where one that is wrong would end the workflow and so throw
	 * the answers of the others away: whether any is. The results are then those of the wrong ones, and that no other was
	 * asked about.
	 */
	refusesBeforehand(results: Result[]): boolean {
		const { run, operation } = this;
		const { effect } = serviceOperations[operation.service];
		if (effect !== 'read' || run.continuesOnFail || run.items.length < 2) return false;
		const checked = run.items.map((_, index): Result => {
			const item = this.started(index);
			try {
				this.prepare(item);
				return { ...itemSummary(item, item.asked), status: 'notAsked', answer: {} };
			} catch (error) {
				return errorResult(run, operation, item, error);
			}
		});
		if (!checked.some(isFailed)) return false;
		results.push(...checked);
		return true;
	}

	private started(index: number): StartedItem {
		return { index, parameters: this.run.parameters(index), left: false };
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
		const item = this.started(index);
		const { run, operation } = this;
		try {
			if (run.signal?.aborted) return failedRequestResult(run, operation, item, stoppedBefore);
			const request = this.prepare(item);
			this.notePlaces(item);
			const underWay = Object.assign(item as Required<StartedItem>, { request });
			return this.result(underWay, await this.deliver(underWay));
		} catch (error) {
			return errorResult(run, operation, item, error);
		}
	}

	private result(item: Item, delivered: Delivered): Result {
		const { request } = item;
		if (!delivered.ok) {
			return failedRequestResult(this.run, this.operation, item, delivered, request, this.accepted);
		}
		const summary = itemSummary(item, request);
		if (delivered.status) {
			const { status, reason, details, wasEarlier } = delivered;
			const { to, ...known } = delivered.answer as IDataObject;
			const answer = to === undefined ? known : { ...repeatedValues(this.operation, request), ...known };
			return { ...summary, status, answer, reason, details, wasEarlier };
		}
		const { envelope, wasEarlier = false } = delivered;
		this.accepted.note(this.operation, request);
		const answer = outputOf(this.operation, envelope.data, item.parameters, request);
		return { ...summary, status: 'accepted', answer, wasEarlier };
	}

	/** Ends what is kept of the run, once no item is under way. */
	async end(summary: RunSummary): Promise<void> {
		await this.record?.end(summary.isWhole);
		summary.noteEnd(this.run, this.plan, this.record?.ledger, this.queues);
		const { length } = this.run.items;
		for (const [place, count] of this.emptyPlaces) {
			this.run.hint(`${place} had no value in ${count} of ${length} rows. ${placeRemedy}`);
		}
		this.hints.flatMap((hints) => hints()).forEach(this.run.hint);
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
