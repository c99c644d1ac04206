import { deepCopy, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { AcceptedValues } from '../failure/given-fields';
import type { Effect, NodeOperation, Output, ServiceRequest } from '../operation/operation';
import { outputOf, requestOf } from '../operation/request';
import { checkedAnswer, type Answer, type Failure, type ResponseEnvelope } from '../service/answer';
import { credentialType, serviceAccount, type ServiceAccount } from '../service/service-address';
import { closingTime, deliveryOptions, runOptions } from './item-options';
import { fingerprint } from './ledger/message';
import { requestSettings, type NodeRun, type RequestSettings } from './node-run';
import {
	acceptedBefore,
	errorResult,
	failedRequestResult,
	itemSummary,
	resultWithoutAnswer,
	unknownBefore,
	type Result,
} from './outcomes';
import { rateOf, RateQueues, Semaphore } from './pace/rate-queues';
import { attempt, callerWith, httpRequest, type Caller } from './request/attempt';
import { requestInTurn, stoppedBefore } from './request/request-in-turn';
import { longestRetryWaitMs } from './request/retry';
import type { RunSummary } from './run-summary';
import { sentBy } from './senders';
import { Sends, type Delivered, type Item, type StartedItem } from './sends';

/** How long the service may take for what a message does not depend on, in milliseconds. */
const shortLimitMs = 10_000;

/** What the items of one run share, and the way of each. */
export class Delivery {
	readonly effect: Effect;

	readonly options: ReturnType<typeof runOptions>;

	readonly semaphore: Semaphore;

	private readonly queues: RateQueues;

	/** Only a run that sends messages has them. */
	private readonly sends?: Sends;

	private readonly accepted = new AcceptedValues();

	private readonly reads = new Map<string, Promise<Answer>>();

	private constructor(
		readonly run: NodeRun,
		readonly operation: NodeOperation,
		readonly account: ServiceAccount,
		readonly settings: RequestSettings,
		private readonly caller: Caller,
	) {
		this.effect = serviceOperations[operation.service].effect;
		this.options = runOptions(run);
		this.semaphore = new Semaphore(this.options.requestsAtOnce);
		this.queues = new RateQueues(this.semaphore);
		if (this.effect === 'send') this.sends = new Sends(this);
	}

	/** Reads what all items need. InvalidInput or n8n's error for a credential or a setting that cannot be used. */
	static async begin(run: NodeRun, operation: NodeOperation): Promise<Delivery> {
		const credential = await run.caller.getCredentials(credentialType);
		const account = serviceAccount(credential);
		const settings = requestSettings(run.node, credential, run.parameters(0).raw('requestOptions'));
		const caller = callerWith(run.caller, credential);
		return new Delivery(run, operation, account, settings, caller);
	}

	/** Delivers one item. Never throws: that it failed is a result, too. */
	async item(index: number): Promise<Result> {
		const item: StartedItem = { index, parameters: this.run.parameters(index), left: false };
		const { run, operation } = this;
		try {
			if (run.signal?.aborted) return failedRequestResult(run, operation, item, stoppedBefore);
			item.options = deliveryOptions(item.parameters);
			item.parameters.evaluate();
			item.asked = operation.request?.(item.parameters) ?? requestOf(operation, item.parameters);
			return await this.done(item as Item);
		} catch (error) {
			return errorResult(run, operation, item, error);
		}
	}

	private async done(item: Item): Promise<Result> {
		const { options } = item;
		if (options.dryRun) return await this.dryRunResult(item);
		const delivered = await this.deliver(item);
		const { answer, request, wasEarlier = false } = delivered;
		const told = itemSummary(item, request);
		if (!answer || (!answer.ok && answer.kind === 'late')) {
			const { answer: data, ...result } = resultWithoutAnswer(delivered, options);
			return { ...told, ...result, answer: options.wholeResponse ? { data } : data };
		}
		if (!answer.ok) {
			return failedRequestResult(this.run, this.operation, item, answer, request, this.accepted);
		}
		const { envelope } = answer;
		this.accepted.note(this.operation, request);
		return {
			...told,
			status: 'accepted',
			answer: this.output(item, request, envelope),
			wasEarlier,
		};
	}

	/** Ends what is kept of the run, once no item is under way. */
	async end(summary: RunSummary): Promise<void> {
		await this.sends?.end(summary.isWhole);
		summary.noteEnd(this.run, this.sends?.ledger, this.queues);
		this.sends?.hints().forEach(this.run.hint);
	}

	private async deliver(item: Item): Promise<Delivered> {
		if (this.sends) return await this.sends.send(item);
		const { asked: request } = item;
		const answer = this.effect === 'read' ? this.readOnce(item) : this.ask(item, request);
		return { answer: await answer, request };
	}

	/** Makes a request in its turn, and again where that is safe. */
	async ask(
		item: Item,
		request: ServiceRequest,
		beforeFirst?: () => Promise<Failure | undefined>,
	): Promise<Answer> {
		const { options } = item;
		const queue = this.queues.queue(rateOf(request, this.account, options));
		const { tries, giveUpAfterMs: refusedMs, hours } = options;
		const patience = { tries, waitMs: longestRetryWaitMs, refusedMs, until: closingTime(hours) };
		const leave = async () => {
			const failure = item.left ? undefined : await beforeFirst?.();
			item.left ||= failure === undefined;
			return failure;
		};
		const http = this.http(request);
		const answer = await requestInTurn(this.caller, request.service, http, queue, patience, leave);
		return checkedAnswer(request, answer);
	}

	/** Reads a conversation, once and not for long. */
	async look(request: ServiceRequest): Promise<Answer> {
		const http = this.http(request, shortLimitMs);
		const queue = this.queues.queue({ key: 'conversations' });
		return await requestInTurn(this.caller, request.service, http, queue, { tries: 1, waitMs: 0 });
	}

	/** Makes a request beside another one that is about to leave, not for long. */
	async beside(request: ServiceRequest): Promise<Answer> {
		return await attempt(this.caller, this.http(request, shortLimitMs));
	}

	private http(request: ServiceRequest, longestMs = Infinity): IHttpRequestOptions {
		const { timeout = Infinity, ...settings } = this.settings.http;
		const limitMs = Math.min(timeout, longestMs);
		return {
			...settings,
			...httpRequest(request, this.account),
			...(limitMs < Infinity && { timeout: limitMs }),
		};
	}

	/** The answer to a read, asked once in this run however many items want it. */
	private async readOnce(item: Item): Promise<Answer> {
		const { asked } = item;
		const key = fingerprint([asked.path, asked.query]);
		const known = this.reads.get(key);
		if (known) return deepCopy(await known);
		const answer = this.ask(item, asked);
		this.reads.set(key, answer);
		return await answer;
	}

	private async dryRunResult(item: Item): Promise<Result> {
		const { asked, options } = item;
		const known = (await this.sends?.planned(item)) ?? 'new';
		if (known === 'unknown' && options.ifUnknown !== 'sendAgain') {
			return failedRequestResult(this.run, this.operation, item, unknownBefore(), asked, this.accepted);
		}
		if (known === 'accepted') return { ...itemSummary(item, asked), ...acceptedBefore };
		const request = sentBy(this.sends?.senderOf(item), asked);
		const rate = rateOf(request, this.account, item.options);
		if (this.queues.plan(rate, item.options.mostPerNumber)) this.sends?.advice.count(request, item.options);
		const { method, url } = httpRequest(request, this.account);
		const checked = { method, url, body: (request.body ?? {}) as IDataObject };
		return {
			...itemSummary(item, request),
			status: 'checked',
			answer: { dryRun: true, ...checked },
			reason: 'Dry run: nothing was sent',
			details: { outcome: 'notSent', request: checked },
		};
	}

	private output({ parameters, options }: Item, request: ServiceRequest, envelope: ResponseEnvelope): Output {
		const output = outputOf(this.operation, envelope.data, parameters, request);
		if (!options.wholeResponse) return output;
		if (!Array.isArray(output)) return { ...envelope, data: output };
		return output.map((data) => ({ ...envelope, data }));
	}
}
