import type { IDataObject } from 'n8n-workflow';

import { explain } from '../failure/explain';
import type { ServiceRequest } from '../operation/operation';
import type { ItemParameters } from '../operation/parameters';
import type { Answer } from '../service/answer';
import { ConversationHistory, timeOfEarlierTries } from './conversation-history';
import type { Delivery } from './delivery';
import { isOpenNow, type DeliveryOptions } from './item-options';
import { contentOf, Leaving, RememberedAnswers, type TimeOfLeaving } from './ledger/answers';
import { fingerprint, type Known, type Message, type MessageKey } from './ledger/message';
import { SendLedger } from './ledger/send-ledger';
import { isTool, NotLeaving, unknownBefore } from './outcomes';
import { lateBefore } from './request/request-in-turn';
import { SendingAdvice } from './run-summary';
import { NumberShares, recipientOf, RecipientOrder, senderFor, SenderPool, sentBy } from './senders';
import { Typing } from './typing';

/** One item on its way, as far as it has come. */
export interface StartedItem {
	index: number;
	parameters: ItemParameters;
	options?: DeliveryOptions;
	/** What the item asks for; the numbers that may send it are in `senders`. */
	asked?: ServiceRequest;
	/** Whether a request of it may have reached the service. */
	left: boolean;
}

/** One item of which the request is known. */
export type Item = Required<StartedItem>;

/** What became of an item's request, and the request as it was made; no answer to a message that was accepted before. */
export interface Delivered {
	answer?: Answer;
	request: ServiceRequest;
	/** Whether an earlier try of this execution has sent it. */
	wasEarlier?: boolean;
	/** Whether its conversation shows it. */
	isShown?: boolean;
}

/** What the messages of one run share. */
export class Sends {
	readonly answers: RememberedAnswers;

	readonly ledger: SendLedger;

	readonly advice = new SendingAdvice();

	readonly shares = new NumberShares();

	typing?: Typing;

	history?: ConversationHistory;

	private readonly pool = new SenderPool();

	private readonly order = new RecipientOrder();

	private readonly equal = new Map<string, number>();

	/** Only a run that sends messages keeps a record. */
	constructor(readonly delivery: Delivery) {
		const { run, effect, options } = delivery;
		const { memory, number, items, execution } = run;
		this.answers = new RememberedAnswers(memory, number);
		const ofLedger = { ...options, number, isTool: isTool(run), size: items.length };
		this.ledger = new SendLedger(effect === 'send' ? execution : undefined, ofLedger);
	}

	/** Sends the message of an item, after those to the same recipient, unless that was done before. */
	async send(item: Item): Promise<Delivered> {
		return await this.order.next(recipientOf(item.asked), async () => await new Send(this, item).once());
	}

	/** The number that sends the message of an item, where that is not left to the service. */
	senderOf({ asked, options }: Item): string | undefined {
		return this.pool.next(asked.senders ?? [], recipientOf(asked), options.senderChoice);
	}

	/** Counts the messages of the run that are equal to one. */
	countEqual(print: string): number {
		const count = (this.equal.get(print) ?? 0) + 1;
		this.equal.set(print, count);
		return count;
	}
}

/** One message on its way. */
class Send {
	/** Tells its request from others; who sends it does not matter. */
	private readonly print: string;

	private readonly message: Message;

	constructor(
		private readonly sends: Sends,
		private readonly item: Item,
	) {
		const { asked } = item;
		this.print = fingerprint([asked.service, sends.delivery.account.baseUrl, asked.body]);
		this.message = sends.ledger.next(this.print, this.key());
	}

	/** Sends it, unless this execution or one that it goes on with has done so already. */
	async once(): Promise<Delivered> {
		const { asked, index, options } = this.item;
		const remembered = this.sends.answers.recall(index, this.print, asked.senders ?? []);
		switch (remembered.state) {
			case 'accepted': {
				const answer: Answer = { ok: true, envelope: remembered.envelope };
				return { answer, request: sentBy(remembered.from, asked), wasEarlier: true };
			}
			case 'shown':
				return { request: asked, wasEarlier: true, isShown: true };
			case 'unknown':
				if (options.ifUnknown !== 'sendAgain') return await this.doubtful(remembered);
		}
		const { known, done } = await this.sends.ledger.recall(this.message, options.isDeferrable);
		try {
			if (known === 'accepted') return { request: this.ofEveryRun() };
			if (known === 'unknown') return await this.doubtful();
			const shown = known === 'unrecorded' && (await this.shownEarlier());
			return shown || (await this.inTime());
		} finally {
			done();
		}
	}

	/**
	 * Its idempotency key, which counts for one base URL, whatever token is used there. A message that may be deferred
	 * stands for itself: the same list comes again and again, at any distance in time.
	 */
	private key(): MessageKey | undefined {
		const { asked, options } = this.item;
		const { baseUrl } = this.sends.delivery.account;
		const recipient = fingerprint(recipientOf(asked));
		if (options.idempotencyKey) {
			return { key: fingerprint(['key', baseUrl, options.idempotencyKey]), recipient };
		}
		const isOfList = options.isDeferrable && options.after === 'everyRunSendsTheRest';
		if (!isOfList || !this.sends.delivery.run.execution) return undefined;
		return { key: fingerprint(['list', this.print, this.sends.countEqual(this.print)]), recipient };
	}

	/** Sends it unless it is not its time, or its number has sent enough: a later run sends it then. */
	private async inTime(): Promise<Delivered> {
		const { item, sends } = this;
		const { hours, mostPerNumber } = item.options;
		if (!isOpenNow(hours)) return { answer: lateBefore, request: this.ofEveryRun() };
		const from = sends.senderOf(item);
		const send = async () => await this.sendRecorded(from);
		const sent = await sends.shares.within(from, mostPerNumber, send, () => item.left);
		return sent ?? { answer: lateBefore, request: sentBy(from, item.asked) };
	}

	/** Sends it by a number; that it may have left is recorded before. */
	private async sendRecorded(from?: string): Promise<Delivered> {
		const { item, message, print, sends } = this;
		const { ledger, answers } = sends;
		const { typingSeconds } = item.options;
		const request = sentBy(from, item.asked);
		let leaving: Leaving | undefined;
		this.queueForRecording(from);
		try {
			const answer = await sends.delivery.ask(item, request, async () => {
				if (typingSeconds !== undefined) {
					sends.typing ??= new Typing(sends.delivery);
					await sends.typing.before(request, typingSeconds);
				}
				await this.mayLeave();
				leaving = new Leaving(this.shownOf(request));
			});
			leaving?.end(answer.ok || answer.outcome === 'unknown');
			if (answer.ok) {
				sends.advice.count(request, item.options);
				answers.noteAccepted(item.index, print, answer.envelope, from);
				ledger.commit(message);
				return { answer, request };
			}
			if (answer.outcome !== 'unknown') {
				await ledger.rollBack(message);
				return { answer, request };
			}
			const { message: reason } = explain(answer, sends.delivery.operation);
			answers.noteUnknown(item.index, print, reason, leaving?.time);
			ledger.noteUnknown(message);
			return (await this.shown(request, leaving?.time)) ?? { answer, request };
		} catch (error) {
			leaving?.end(true);
			if (error instanceof NotLeaving) return await this.notLeaving(error.known, from);
			if (item.left) {
				ledger.noteUnknown(message);
				answers.noteUnknown(item.index, print, String((error as Error).message));
			} else ledger.keepUnknown(message);
			return await Promise.reject(error as Error);
		}
	}

	/** Has it recorded with others that come up, unless it waits for a pause: a kill would leave it in doubt. */
	private queueForRecording(from?: string): void {
		if (this.item.options.secondsBetween === undefined)
			this.sends.ledger.queueForRecording(this.message, from);
	}

	private async mayLeave(): Promise<void> {
		const known = await this.sends.ledger.begin(this.message);
		if (known !== 'mayLeave' && !this.isAgain(known)) throw new NotLeaving(known);
	}

	/** What becomes of it when it must not leave by itself. */
	private async notLeaving(known: Known, from?: string): Promise<Delivered> {
		const { ledger } = this.sends;
		ledger.keepUnknown(this.message);
		const outcome = known === 'elsewhere' ? await ledger.outcomeElsewhere(this.message) : known;
		if (outcome === 'mayLeave' || this.isAgain(outcome)) return await this.sendRecorded(from);
		if (outcome === 'accepted') return { request: this.ofEveryRun() };
		return await this.doubtful({ reason: ledger.doubt });
	}

	private isAgain(known: Known): boolean {
		return known === 'unknown' && this.item.options.ifUnknown === 'sendAgain';
	}

	/** What becomes of it when an earlier try may have sent it: it is unknown, unless its conversation shows it. */
	private async doubtful({
		reason,
		time,
	}: { reason?: string; time?: TimeOfLeaving } = {}): Promise<Delivered> {
		return (await this.shownEarlier(time)) ?? { answer: unknownBefore(reason), request: this.item.asked };
	}

	private async shownEarlier(
		time = timeOfEarlierTries(this.sends.delivery.run),
	): Promise<Delivered | undefined> {
		const shown = await this.shown(this.ofEveryRun(), time);
		return shown && { ...shown, wasEarlier: true };
	}

	/** Its request as any run makes it: with the sender, where a recipient always has the same. */
	private ofEveryRun(): ServiceRequest {
		const { asked, options } = this.item;
		return sentBy(senderFor(asked.senders ?? [], recipientOf(asked), options.senderChoice), asked);
	}

	/** Takes it for accepted when its conversation shows that it left at a time. */
	private async shown(request: ServiceRequest, time?: TimeOfLeaving): Promise<Delivered | undefined> {
		const { item, message, sends } = this;
		if (item.options.ifUnknown !== 'askTheService' || !time) return undefined;
		const others = async () => await sends.ledger.acceptedLike(message);
		sends.history ??= new ConversationHistory(async (asked) => await sends.delivery.look(asked));
		if (!(await sends.history.shows(request, time, others))) return undefined;
		sends.answers.noteShown(item.index, this.print);
		sends.ledger.commit(message, true);
		return { request, isShown: true };
	}

	/** What a conversation shows of it, by the number that sends it. */
	private shownOf({ service, body }: ServiceRequest): string {
		const { baseUrl } = this.sends.delivery.account;
		return fingerprint([service, baseUrl, recipientOf(this.item.asked), contentOf(body as IDataObject)]);
	}
}
