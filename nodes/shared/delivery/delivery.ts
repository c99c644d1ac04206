import { deepCopy, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { explain } from '../failure/explain';
import { failureError, itemErrorOf } from '../failure/item-error';
import type { ItemParameters } from '../operation/item-parameters';
import type { NodeOperation, Output, ServiceRequest } from '../operation/operation';
import { outputOf } from '../operation/output';
import { requestOf } from '../operation/request';
import type { Answer, Failure, ResponseEnvelope } from '../service/answer';
import { serviceAccount, type ServiceAccount } from '../service/service-account';
import { deliveryOptions, runOptions, type DeliveryOptions } from './delivery-options';
import { fingerprint, Ledger, type AskedSend, type LeavingSend } from './ledger/ledger';
import { RunRecords, type RecordedMessage } from './ledger/run-records';
import type { BeforeLeaving } from './ledger/send-record';
import type { NodeRun } from './node-run';
import { rateOf } from './pace/rate-of';
import { RateQueues } from './pace/rate-queues';
import { Semaphore } from './pace/semaphore';
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

/** What became of an item's request, and the request as it was made; no answer when an earlier run sent it. */
interface Delivered {
	answer?: Answer;
	request: ServiceRequest;
}

/** Thrown in place of a request whose message an earlier run has sent, or may have sent. */
class NotLeaving extends Error {
	constructor(readonly known: 'accepted' | 'unknown') {
		super(known);
	}
}

function recipientOf({ body }: ServiceRequest): string {
	return String((body as IDataObject).to).toLowerCase();
}

function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}

function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** What the items of one run share, and the way of each. */
export class Delivery {
	readonly semaphore: Semaphore;

	readonly requestsAtOnce: number;

	private readonly queues: RateQueues;

	private readonly ledger: Ledger;

	private readonly records: RunRecords;

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
		const ofRun = runOptions(run);
		this.requestsAtOnce = ofRun.requestsAtOnce;
		this.semaphore = new Semaphore(ofRun.requestsAtOnce);
		this.records = new RunRecords(run, { ...ofRun, recordedAtOnce: ofRun.requestsAtOnce });
		this.queues = new RateQueues(this.semaphore);
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
	async item(index: number): Promise<Output> {
		const { node, signal } = this.run;
		const leaving = { left: false };
		try {
			if (signal?.aborted) throw failureError(stoppedBefore, this.operation, node, index);
			const parameters = this.run.parameters(index);
			parameters.evaluate();
			const options = deliveryOptions(parameters);
			const asked = this.operation.request?.(parameters) ?? requestOf(this.operation, parameters);
			const item: Item = Object.assign(leaving, { index, parameters, options, asked });
			if (options.dryRun) return this.dryRun(item);
			const { answer, request } = await this.delivered(item);
			if (!answer) return this.sentBefore(item, request);
			if (!answer.ok) throw failureError(answer, this.operation, node, index, request);
			return this.output(item, request, answer.envelope);
		} catch (error) {
			throw itemErrorOf(error, node, index, leaving.left ? 'unknown' : 'notSent');
		}
	}

	/** Ends what is kept of the run, once no item is under way. */
	async end(): Promise<void> {
		const { isWhole } = this.summary;
		if (isWhole) this.ledger.forgetRun();
		await this.records.end(isWhole);
		if (this.records.refusal !== undefined) this.summary.noteNotRecorded(this.records.refusal);
		this.summary.noteFinishedBy(this.records.finishedBy);
		for (const [rate, waitedMs] of this.queues.waits()) this.summary.noteWait(rate, waitedMs);
	}

	private async delivered(item: Item): Promise<Delivered> {
		const { asked } = item;
		switch (serviceOperations[this.operation.service].effect) {
			case 'send':
				return await this.order.next(recipientOf(asked), async () => await this.sendOnce(item));
			case 'read':
				return { answer: await this.readOnce(item), request: asked };
			case 'change':
				return { answer: await this.ask(item, asked), request: asked };
		}
	}

	/** Makes a request in its turn, and again where that is safe. */
	private async ask(item: Item, request: ServiceRequest, beforeLeaving = async () => {}): Promise<Answer> {
		const { operation, account } = this;
		const { options } = item;
		const http: IHttpRequestOptions = {
			...this.settings.http,
			...httpRequest(request, account),
		};
		const queue = this.queues.queue(rateOf(operation, request, account, options));
		const { tries, giveUpAfterMs: refusedMs } = options;
		const patience = { tries, waitMs: longestRetryWaitMs, refusedMs };
		const leave = async () => {
			if (!item.left) await beforeLeaving();
			item.left = true;
		};
		return checkedAnswer(
			operation,
			await requestInTurn(this.caller, request.service, http, queue, patience, leave),
		);
	}

	/** A send, unless the execution has made it already, or a run that this one finishes. */
	private async sendOnce(item: Item): Promise<Delivered> {
		const { asked, index, options } = item;
		const request = fingerprint([asked.service, this.account.baseUrl, asked.body]);
		const send: AskedSend = { request, senders: asked.senders ?? [] };
		const message = this.records.next(request, this.keyOf(item));
		const remembered = this.ledger.recall(index, send);
		if (remembered.state === 'accepted') {
			this.records.noteSentByEarlierTry(message);
			return { answer: { ok: true, envelope: remembered.envelope }, request: sentBy(remembered.from, asked) };
		}
		if (remembered.state === 'unknown' && !options.sendUnknownAgain) {
			return { answer: unknownBefore(remembered.reason), request: asked };
		}
		return await this.sendRecorded(item, this.ledger.noteLeaving(index, send), message);
	}

	/** The fingerprint of an item's idempotency key, which counts for one base URL, whatever token is used there. */
	private keyOf({ options: { idempotencyKey } }: Item): string | undefined {
		return idempotencyKey && fingerprint(['key', this.account.baseUrl, idempotencyKey]);
	}

	private async sendRecorded(
		item: Item,
		note: LeavingSend,
		{ record, name }: RecordedMessage,
	): Promise<Delivered> {
		const { asked, options } = item;
		const from = this.senderOf(item);
		const request = sentBy(from, asked);
		let known: BeforeLeaving = 'mayLeave';
		const beforeLeaving = async () => {
			known = (await record?.beforeLeaving(name)) ?? 'mayLeave';
			if (known === 'accepted' || (known === 'unknown' && !options.sendUnknownAgain)) {
				throw new NotLeaving(known);
			}
		};
		record?.announce(name);
		const delivered = async (): Promise<Delivered> => {
			const answer = await this.ask(item, request, beforeLeaving);
			if (answer.ok) {
				note.accepted(answer.envelope, from);
				await record?.noteAccepted(name);
			} else if (answer.outcome === 'unknown') {
				note.unknown(explain(answer, this.operation).message);
			} else {
				note.notTaken();
				if (known === 'mayLeave') await record?.noteNotTaken(name);
			}
			return { answer, request };
		};
		return await delivered().catch((error: unknown) => {
			if (item.left) note.unknown(String((error as Error).message));
			else note.notTaken();
			if (!(error instanceof NotLeaving)) throw error;
			if (error.known === 'accepted') return { request: asked };
			return { answer: unknownBefore(), request: asked };
		});
	}

	/** The output of a message that an earlier run sent: its id was not kept. */
	private sentBefore({ options }: Item, { body }: ServiceRequest): IDataObject {
		this.summary.noteSentBefore(options.idempotencyKey !== undefined);
		const data = { to: (body as IDataObject).to, message_id: null, already_sent: true };
		return options.wholeResponse ? { data } : data;
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
		const { method, url } = httpRequest(request, this.account);
		return { dryRun: true, method, url, body: (request.body ?? {}) as IDataObject };
	}

	private output({ parameters, options }: Item, request: ServiceRequest, envelope: ResponseEnvelope): Output {
		const output = outputOf(this.operation, envelope.data, parameters, request);
		if (!options.wholeResponse) return output;
		if (!Array.isArray(output)) return { ...envelope, data: output };
		return output.map((data) => ({ ...envelope, data }));
	}
}
