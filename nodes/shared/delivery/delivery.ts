import { deepCopy, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { explain } from '../failure/explain';
import { failureError, itemErrorOf } from '../failure/item-error';
import type { ItemParameters } from '../operation/item-parameters';
import type { NodeOperation, ServiceRequest } from '../operation/operation';
import type { Answer, ResponseEnvelope } from '../service/answer';
import { serviceAccount, type ServiceAccount } from '../service/service-account';
import { deliveryOptions, requestsAtOnceOf, type DeliveryOptions } from './delivery-options';
import { fingerprint, Ledger, type AskedSend } from './ledger/ledger';
import type { NodeRun } from './node-run';
import { Lanes } from './pace/lanes';
import { rateOf } from './pace/rate-of';
import { Slots } from './pace/slots';
import { RecipientOrder } from './recipient-order';
import { callerWith, httpRequest, type Caller } from './request/attempt';
import { checkedAnswer } from './request/checked-answer';
import { requestInTurn, stoppedBefore } from './request/request-in-turn';
import { allowedDomains, requestSettings, type RequestSettings } from './request/request-settings';
import { longestRetryWaitMs } from './request/retry';
import type { RunSummary } from './run-summary';
import { SenderPool } from './sender-pool';

/** One item on its way. */
interface Item {
	index: number;
	parameters: ItemParameters;
	options: DeliveryOptions;
	/** What the item asks for; the numbers that may send it are in `senders`. */
	asked: ServiceRequest;
	/** Whether a request of it may have reached the service. */
	left: boolean;
}

/** What became of an item's request, and the request as it was made. */
interface Delivered {
	answer: Answer;
	request: ServiceRequest;
}

function recipientOf({ body }: ServiceRequest): string {
	return String((body as IDataObject).to).toLowerCase();
}

function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}

/** What the items of one run share, and the way of each. */
export class Delivery {
	readonly slots: Slots;

	private readonly lanes: Lanes;

	private readonly ledger: Ledger;

	private readonly pool = new SenderPool();

	private readonly order = new RecipientOrder();

	private readonly reads = new Map<string, Promise<Answer>>();

	private constructor(
		readonly run: NodeRun,
		private readonly operation: NodeOperation,
		private readonly summary: RunSummary,
		private readonly account: ServiceAccount,
		readonly settings: RequestSettings,
		private readonly caller: Caller,
	) {
		this.ledger = new Ledger(run.memory, run.number);
		this.slots = new Slots(requestsAtOnceOf(run.parameters(0)));
		this.lanes = new Lanes(this.slots);
	}

	/** Reads what all items need. InvalidInput or n8n's error for a credential or a setting that cannot be used. */
	static async begin(run: NodeRun, operation: NodeOperation, summary: RunSummary): Promise<Delivery> {
		const credential = await run.credential();
		const account = serviceAccount(credential);
		const { http, batching } = requestSettings(run.parameters(0).raw('requestOptions'));
		const settings = { http: { ...http, ...allowedDomains(run.node, credential) }, batching };
		const caller = callerWith(run.caller, credential);
		return new Delivery(run, operation, summary, account, settings, caller);
	}

	/** Delivers one item and answers its output; an error of n8n's own form otherwise. */
	async item(index: number): Promise<IDataObject> {
		const { node, signal } = this.run;
		const leaving = { left: false };
		try {
			if (signal?.aborted) throw failureError(stoppedBefore, this.operation, node, index);
			const parameters = this.run.parameters(index);
			const options = deliveryOptions(parameters);
			const asked = this.operation.request(parameters);
			const item: Item = Object.assign(leaving, { index, parameters, options, asked });
			if (options.dryRun) return this.dryRun(item);
			const { answer, request } = await this.delivered(item);
			if (!answer.ok) throw failureError(answer, this.operation, node, index);
			return this.output(item, request, answer.envelope);
		} catch (error) {
			throw itemErrorOf(error, node, index, leaving.left ? 'unknown' : 'notSent');
		}
	}

	/** Says what is to be said of the run, once no item is under way. */
	end(): void {
		if (this.summary.isWhole) this.ledger.forgetRun();
	}

	private async delivered(item: Item): Promise<Delivered> {
		const { asked } = item;
		switch (serviceOperations[this.operation.id].effect) {
			case 'send':
				return await this.order.next(recipientOf(asked), async () => await this.sendOnce(item));
			case 'read':
				return { answer: await this.readOnce(item), request: asked };
			case 'change':
				return { answer: await this.ask(item, asked), request: asked };
		}
	}

	/** Makes a request in its turn, and again where that is safe. */
	private async ask(item: Item, request: ServiceRequest): Promise<Answer> {
		const { operation, account } = this;
		const { options } = item;
		const http: IHttpRequestOptions = {
			...this.settings.http,
			...httpRequest(operation, request, account),
		};
		const lane = this.lanes.lane(rateOf(operation, request, account, options));
		const patience = { tries: options.tries, waitMs: longestRetryWaitMs };
		const leave = async () => {
			item.left = true;
		};
		return checkedAnswer(operation, await requestInTurn(this.caller, operation, http, lane, patience, leave));
	}

	/** A send, unless the execution has made it already. */
	private async sendOnce(item: Item): Promise<Delivered> {
		const { asked, index, options } = item;
		const send: AskedSend = {
			request: fingerprint([this.operation.id, this.account.baseUrl, asked.body]),
			senders: asked.senders ?? [],
		};
		const remembered = this.ledger.recall(index, send);
		if (remembered.state === 'accepted') {
			return { answer: { ok: true, envelope: remembered.envelope }, request: sentBy(remembered.from, asked) };
		}
		if (remembered.state === 'unknown' && !options.sendUnknownAgain) {
			const { reason: detail } = remembered;
			return { answer: { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail }, request: asked };
		}
		const from = this.senderOf(item);
		const request = sentBy(from, asked);
		const note = this.ledger.noteLeaving(index, send);
		const answer = await this.ask(item, request);
		if (answer.ok) note.accepted(answer.envelope, from);
		else if (answer.outcome === 'unknown') note.unknown(explain(answer, this.operation).message);
		else note.notTaken();
		return { answer, request };
	}

	private senderOf({ asked, options }: Item): string | undefined {
		return this.pool.next(asked.senders ?? [], recipientOf(asked), options.senderChoice);
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

	private dryRun(item: Item): IDataObject {
		this.summary.noteDryRun();
		const request = sentBy(this.senderOf(item), item.asked);
		const { method, url } = httpRequest(this.operation, request, this.account);
		return { dryRun: true, method, url, body: (request.body ?? {}) as IDataObject };
	}

	private output(
		{ parameters, options }: Item,
		request: ServiceRequest,
		envelope: ResponseEnvelope,
	): IDataObject {
		const data = this.operation.output?.(envelope.data, parameters, request) ?? { ...envelope.data };
		return options.wholeResponse ? { ...envelope, data } : data;
	}
}
