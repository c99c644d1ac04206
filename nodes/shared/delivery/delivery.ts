import { deepCopy, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { aboutOf, AcceptedValues } from '../failure/given-fields';
import { explain } from '../failure/explain';
import { failureError, itemErrorOf } from '../failure/item-error';
import type { ItemParameters } from '../operation/parameters';
import type { NodeOperation, Output, ServiceRequest } from '../operation/operation';
import { checkedAnswer, outputOf } from '../operation/output';
import { requestOf } from '../operation/request';
import type { Answer, ResponseEnvelope } from '../service/answer';
import { serviceAccount, type ServiceAccount } from '../service/service-address';
import { ConversationHistory, timeOfEarlierTries } from './conversation-history';
import { deliveryOptions, runOptions, type DeliveryOptions } from './delivery-options';
import { RememberedAnswers } from './ledger/answers';
import { fingerprint } from './ledger/fingerprint';
import type { Known, Message, MessageKey } from './ledger/message';
import { SendLedger } from './ledger/send-ledger';
import { allowedDomains, requestSettings, type NodeRun, type RequestSettings } from './node-run';
import { noRate, rateOf } from './pace/rate-of';
import { RateQueues } from './pace/rate-queues';
import { Semaphore } from './pace/rate-queue';
import { RecipientOrder } from './recipient-order';
import { callerWith, httpRequest, type Caller } from './request/attempt';
import { lateBefore, requestInTurn, stoppedBefore } from './request/request-in-turn';
import { longestRetryWaitMs } from './request/retry';
import type { Result, Told } from './outcomes';
import { finishedBy, SendingAdvice, type RunSummary } from './run-summary';
import {
	contentOf,
	Leaving,
	NotLeaving,
	recipientIn,
	recipientOf,
	RequestFailed,
	sentBy,
	unknownBefore,
	type TimeOfLeaving,
} from './sent-request';
import { senderInEveryRun, SenderPool } from './sender-pool';
import { closingTime, deferral, isOpenNow, NumberShares, sentBefore, shownThere } from './not-sent';

/** How long the service may take to show a conversation, in milliseconds. */
const historyLimitMs = 10_000;

/** One item on its way, as far as it has come. */
interface StartedItem {
	index: number;
	parameters: ItemParameters;
	options?: DeliveryOptions;
	/** What the item asks for; the numbers that may send it are in `senders`. */
	asked?: ServiceRequest;
	/** Whether a request of it may have reached the service. */
	left: boolean;
}

/** One item of which the request is known. */
type Item = Required<StartedItem>;

/** What became of an item's request, and the request as it was made; no answer when there is none to a message that was accepted. */
interface Delivered {
	answer?: Answer;
	request: ServiceRequest;
	/** Whether an earlier try of this execution has sent it. */
	wasEarlier?: boolean;
	/** Whether its conversation shows it. */
	isShown?: boolean;
}

/** What a result tells of an item, however it ended. */
function toldOf({ options }: StartedItem, request?: ServiceRequest): Told {
	const { from, to } = (request?.body ?? {}) as IDataObject;
	const [only, ...others] = request?.senders ?? [];
	return {
		about: to,
		from: (from as string | undefined) ?? (others.length === 0 ? only : undefined),
		answerOnly: options?.answerOnly === true || options?.wholeResponse === true,
		isDryRun: options?.dryRun === true,
	};
}

/** What the items of one run share, and the way of each. */
export class Delivery {
	readonly semaphore: Semaphore;

	readonly requestsAtOnce: number;

	private readonly queues: RateQueues;

	private readonly answers: RememberedAnswers;

	private readonly ledger: SendLedger;

	private readonly pool = new SenderPool();

	private readonly order = new RecipientOrder();

	private readonly accepted = new AcceptedValues();

	private readonly advice = new SendingAdvice();

	private readonly shares = new NumberShares();

	private history?: ConversationHistory;

	private readonly reads = new Map<string, Promise<Answer>>();

	private constructor(
		readonly run: NodeRun,
		private readonly operation: NodeOperation,
		private readonly summary: RunSummary,
		private readonly account: ServiceAccount,
		readonly settings: RequestSettings,
		private readonly caller: Caller,
	) {
		this.answers = new RememberedAnswers(run.memory, run.number);
		const { requestsAtOnce, after } = runOptions(run);
		this.requestsAtOnce = requestsAtOnce;
		this.semaphore = new Semaphore(requestsAtOnce);
		const isTool = run.node.type.endsWith('Tool');
		const place = serviceOperations[operation.service].effect === 'send' ? run.place : undefined;
		const { number, items } = run;
		this.ledger = new SendLedger(place, { after, requestsAtOnce, number, isTool, size: items.length });
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

	/** Delivers one item. Never throws: that it failed is a result, too. */
	async item(index: number): Promise<Result> {
		const item: StartedItem = { index, parameters: this.run.parameters(index), left: false };
		try {
			if (this.run.signal?.aborted) throw new RequestFailed(stoppedBefore);
			item.options = deliveryOptions(item.parameters);
			item.parameters.evaluate();
			item.asked = this.operation.request?.(item.parameters) ?? requestOf(this.operation, item.parameters);
			return await this.done(item as Item);
		} catch (error) {
			return this.failed(item, error);
		}
	}

	private async done(item: Item): Promise<Result> {
		if (item.options.dryRun) return this.checked(item);
		const { answer, request, wasEarlier = false, isShown } = await this.delivered(item);
		if (isShown)
			return { ...toldOf(item, request), ...shownThere(item.options, recipientIn(request), wasEarlier) };
		if (!answer) return { ...toldOf(item, request), ...sentBefore(item.options, recipientIn(request)) };
		if (answer === lateBefore)
			return { ...toldOf(item, request), ...deferral(item.options, recipientIn(request)) };
		if (!answer.ok) throw new RequestFailed(answer, request);
		const { envelope } = answer;
		this.accepted.note(this.operation, request);
		return {
			...toldOf(item, request),
			status: 'accepted',
			answer: this.output(item, request, envelope),
			reason: 'The service accepted the message',
			details: { outcome: 'accepted', requestId: envelope.id, apiVersion: envelope.api_version },
			wasEarlier,
		};
	}

	private failed(item: StartedItem, error: unknown): Result {
		const { node } = this.run;
		const { index, left, asked } = item;
		const concerned = toldOf(item, error instanceof RequestFailed ? (error.request ?? asked) : asked);
		const told = { ...concerned, about: concerned.about ?? aboutOf(this.operation, item.parameters) };
		if (error instanceof RequestFailed) {
			const { failure, request } = error;
			return {
				...told,
				status: failure.outcome === 'unknown' ? 'unknown' : 'failed',
				error: () => failureError(failure, this.operation, node, index, request, this.accepted),
			};
		}
		const explained = itemErrorOf(error, node, index, left ? 'unknown' : 'notSent');
		return { ...told, status: left ? 'unknown' : 'failed', error: () => explained };
	}

	/** Ends what is kept of the run, once no item is under way. */
	async end(): Promise<void> {
		const { isWhole } = this.summary;
		if (isWhole) this.answers.forgetRun();
		await this.ledger.end(isWhole);
		if (this.ledger.refusal !== undefined) this.summary.noteNotRecorded(this.ledger.refusal);
		if (this.ledger.isTooLong) this.summary.noteTooLong();
		this.summary.noteFinishedBy(finishedBy(this.run, this.ledger.isKept));
		for (const [rate, waitedMs] of this.queues.waits()) this.summary.noteWait(rate, waitedMs);
		const { ms, rates } = this.queues.plannedTime;
		this.summary.notePlannedTime(ms, rates);
		this.advice.hints().forEach(this.run.hint);
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
		const { tries, giveUpAfterMs: refusedMs, hours } = options;
		const patience = { tries, waitMs: longestRetryWaitMs, refusedMs, until: closingTime(hours) };
		const leave = async () => {
			if (!item.left) await beforeLeaving();
			item.left = true;
		};
		return checkedAnswer(
			operation,
			await requestInTurn(this.caller, request.service, http, queue, patience, leave),
		);
	}

	/** A send, unless this execution or one that it goes on with has made it already. */
	private async sendOnce(item: Item): Promise<Delivered> {
		const { asked, index, options } = item;
		const request = fingerprint([asked.service, this.account.baseUrl, asked.body]);
		const message = this.ledger.next(request, this.keyOf(item));
		const remembered = this.answers.recall(index, request, asked.senders ?? []);
		if (remembered.state === 'accepted') {
			const answer: Answer = { ok: true, envelope: remembered.envelope };
			return { answer, request: sentBy(remembered.from, asked), wasEarlier: true };
		}
		if (remembered.state === 'shown') return { request: asked, wasEarlier: true, isShown: true };
		if (remembered.state === 'unknown' && options.ifUnknown !== 'sendAgain') {
			return await this.maybeSent(item, request, message, remembered);
		}
		const { known, done } = await this.ledger.recall(message);
		try {
			if (known === 'accepted') return { request: asked };
			if (known === 'unknown') return await this.maybeSent(item, request, message);
			const shown = known === 'unrecorded' && (await this.shownEarlier(item, request, message));
			return shown || (await this.sendInTime(item, request, message));
		} finally {
			done();
		}
	}

	/** The idempotency key of an item, which counts for one base URL, whatever token is used there. */
	private keyOf({ asked, options: { idempotencyKey } }: Item): MessageKey | undefined {
		if (!idempotencyKey) return undefined;
		const key = fingerprint(['key', this.account.baseUrl, idempotencyKey]);
		return { key, recipient: fingerprint(recipientOf(asked)) };
	}

	/** Sends a message unless it is not its time, or its number has sent enough: a later run sends it then. */
	private async sendInTime(item: Item, fingerprint: string, message: Message): Promise<Delivered> {
		const { asked, options } = item;
		const from = this.senderOf(item);
		const notYet = { answer: lateBefore, request: sentBy(from, asked) };
		if (!isOpenNow(options.hours)) return notYet;
		const send = async () => await this.sendRecorded(item, fingerprint, message, from);
		return (await this.shares.within(from, options.mostPerNumber, send, () => item.left)) ?? notYet;
	}

	/** Sends a message that is recorded before it leaves; `print` is the fingerprint of its request. */
	private async sendRecorded(item: Item, print: string, message: Message, from?: string): Promise<Delivered> {
		const { asked, index, options } = item;
		const request = sentBy(from, asked);
		const { to } = request.body as IDataObject;
		let leaving: Leaving | undefined;
		const beforeLeaving = async () => {
			const known = await this.ledger.begin(message);
			const isAgain = known === 'unknown' && options.ifUnknown === 'sendAgain';
			if (known !== 'mayLeave' && !isAgain) throw new NotLeaving(known);
			leaving = new Leaving(
				fingerprint([asked.service, this.account.baseUrl, to, contentOf(request.body as IDataObject)]),
			);
		};
		this.ledger.announce(message);
		const sent = this.ask(item, request, beforeLeaving).then(async (answer) => {
			leaving?.end(answer.ok || answer.outcome === 'unknown');
			if (answer.ok) {
				this.advice.count(request, options);
				this.answers.noteAccepted(index, print, answer.envelope, from);
				this.ledger.commit(message);
			} else if (answer.outcome === 'unknown') {
				this.answers.noteUnknown(index, print, explain(answer, this.operation).message, leaving?.time);
				this.ledger.keepUnknown(message);
				return (await this.shown(item, print, message, request, leaving?.time)) ?? { answer, request };
			} else {
				await this.ledger.rollBack(message);
			}
			return { answer, request };
		});
		return await sent.catch(async (error: unknown) => {
			leaving?.end(true);
			if (error instanceof NotLeaving) return await this.notLeaving(error.known, item, print, message, from);
			this.ledger.keepUnknown(message);
			if (item.left) this.answers.noteUnknown(index, print, String((error as Error).message));
			return await Promise.reject(error as Error);
		});
	}

	/** What becomes of a message that must not leave by itself. */
	private async notLeaving(
		known: Known,
		item: Item,
		print: string,
		message: Message,
		from?: string,
	): Promise<Delivered> {
		this.ledger.keepUnknown(message);
		const outcome = known === 'elsewhere' ? await this.ledger.outcomeElsewhere(message) : known;
		const isAgain = outcome === 'unknown' && item.options.ifUnknown === 'sendAgain';
		if (outcome === 'mayLeave' || isAgain) return await this.sendRecorded(item, print, message, from);
		if (outcome === 'accepted') return { request: item.asked };
		return await this.maybeSent(item, print, message);
	}

	/** A message that an earlier try may have sent: unknown, unless its conversation shows it. */
	private async maybeSent(
		item: Item,
		print: string,
		message: Message,
		{ reason, time }: { reason?: string; time?: TimeOfLeaving } = {},
	): Promise<Delivered> {
		const shown = await this.shownEarlier(item, print, message, time);
		return shown ?? { answer: unknownBefore(reason), request: item.asked };
	}

	private async shownEarlier(
		item: Item,
		print: string,
		message: Message,
		time = timeOfEarlierTries(this.run),
	): Promise<Delivered | undefined> {
		const { asked, options } = item;
		const from = senderInEveryRun(asked.senders ?? [], recipientOf(asked), options.senderChoice);
		const shown = await this.shown(item, print, message, sentBy(from, asked), time);
		return shown && { ...shown, wasEarlier: true };
	}

	/** A message whose conversation shows it. */
	private async shown(
		{ index, options: { ifUnknown } }: Item,
		print: string,
		message: Message,
		request: ServiceRequest,
		time?: TimeOfLeaving,
	): Promise<Delivered | undefined> {
		if (ifUnknown !== 'askTheService' || !time) return undefined;
		const others = async () => await this.ledger.acceptedLike(message);
		this.history ??= new ConversationHistory(async (asked) => await this.look(asked));
		if (!(await this.history.shows(request, time, others))) return undefined;
		this.answers.noteShown(index, print);
		this.ledger.commit(message, true);
		return { request, isShown: true };
	}

	/** Reads a conversation, once and not for long. */
	private async look(request: ServiceRequest): Promise<Answer> {
		const { timeout = historyLimitMs } = this.settings.http;
		const http = {
			...this.settings.http,
			...httpRequest(request, this.account),
			timeout: Math.min(timeout, historyLimitMs),
		};
		const queue = this.queues.queue(noRate('conversations'));
		return await requestInTurn(this.caller, request.service, http, queue, { tries: 1, waitMs: 0 });
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

	private checked(item: Item): Result {
		const request = sentBy(this.senderOf(item), item.asked);
		this.queues.plan(rateOf(this.operation, request, this.account, item.options));
		this.advice.count(request, item.options);
		const { method, url } = httpRequest(request, this.account);
		const checked = { method, url, body: (request.body ?? {}) as IDataObject };
		return {
			...toldOf(item, request),
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
