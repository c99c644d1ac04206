import type { IDataObject } from 'n8n-workflow';

import { explain } from '../failure/explain';
import type { ServiceRequest } from '../operation/operation';
import type { ItemParameters } from '../operation/parameters';
import type { Answer, Failure } from '../service/answer';
import { ConversationHistory, timeOfEarlierTries } from './conversation-history';
import type { Delivery } from './delivery';
import { isOpenNow, type DeliveryOptions } from './item-options';
import { contentOf, Leaving, RememberedAnswers, type TimeOfLeaving } from './ledger/answers';
import { Ledger, type Known } from './ledger/ledger';
import { fingerprint, type Message } from './ledger/message';
import { unrecorded } from './ledger/names';
import { Scopes } from './ledger/scopes';
import { isTool, unknownBefore } from './outcomes';
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

/** What a message says that a later run sends, and one that somebody else sends at this moment. */
const later: Failure = { ok: false, kind: 'late', outcome: 'notSent' };
const taken: Failure = { ok: false, kind: 'taken', outcome: 'notSent' };

/** What a message of a tool belongs to that is called outside of an execution. */
const noExecution = { identity: '', establishedAt: 0, token: '' };

/** What the messages of one run share. */
export class Sends {
	readonly answers: RememberedAnswers;

	/** The record; none for a tool that an older agent calls by itself. */
	readonly ledger?: Ledger;

	readonly scopes: Scopes;

	readonly advice = new SendingAdvice();

	readonly shares = new NumberShares();

	typing?: Typing;

	history?: ConversationHistory;

	private readonly plannedIds = new Set<string>();

	private readonly pool = new SenderPool();

	private readonly order = new RecipientOrder();

	constructor(readonly delivery: Delivery) {
		const { run } = delivery;
		const { memory, number, items, mode, execution } = run;
		const options = { memory, number, isTool: isTool(run), size: items.length };
		this.answers = new RememberedAnswers(memory);
		this.scopes = new Scopes(execution ?? { ...noExecution, mode, source: mode }, options);
		this.ledger = execution && new Ledger(execution, this.scopes, options);
	}

	/** Sends the message of an item, after those to the same recipient, unless that was done before. */
	async send(item: Item): Promise<Delivered> {
		return await this.order.next(recipientOf(item.asked), async () => await new Send(this, item).once());
	}

	/** What is known of the message of an item that is only checked: what this run would send counts as sent. */
	async planned(item: Item): Promise<Known> {
		const message = this.messageOf(item);
		const isRepeated = message.isNamed && message.ids.some((id) => this.plannedIds.has(id));
		for (const id of message.ids) this.plannedIds.add(id);
		return isRepeated ? 'accepted' : ((await this.ledger?.look(message)) ?? 'new');
	}

	/** The next message of the run, which sends an item. InvalidInput for one that must be recorded and cannot be. */
	messageOf({ asked, options }: Item): Message {
		const { baseUrl } = this.delivery.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain } = options;
		if ((key || campaign) && !this.ledger) throw unrecorded();
		return this.scopes.next({
			baseUrl,
			recipient: recipientOf(asked),
			request: fingerprint([asked.service, baseUrl, asked.body]),
			key,
			campaign,
			isAgain,
		});
	}

	/** Ends what is kept of the run, once no item is under way; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		if (isWhole) this.answers.forgetAll();
		await this.ledger?.close(isWhole);
	}

	/** What the run should say of how it has sent. */
	hints(): string[] {
		return [...this.advice.hints(), ...(this.typing?.hints() ?? [])];
	}

	/** The number that sends the message of an item, where that is not left to the service. */
	senderOf({ asked, options }: Item): string | undefined {
		return this.pool.next(asked.senders ?? [], recipientOf(asked), options.senderChoice);
	}
}

/** One message on its way. */
class Send {
	private readonly message: Message;

	private leaving?: Leaving;

	constructor(
		private readonly sends: Sends,
		private readonly item: Item,
	) {
		this.message = sends.messageOf(item);
	}

	/** Sends it, unless this execution or another one has done so already. */
	async once(): Promise<Delivered> {
		const { answers, ledger } = this.sends;
		const { asked, options } = this.item;
		const remembered = answers.recall(this.message.id, asked.senders ?? []);
		if (remembered.state === 'accepted') {
			const answer: Answer = { ok: true, envelope: remembered.envelope };
			return { answer, request: sentBy(remembered.from, asked), wasEarlier: true };
		}
		if (remembered.state === 'shown') return { request: asked, wasEarlier: true, isShown: true };
		this.message.mayRepeat = options.ifUnknown === 'sendAgain';
		if (remembered.state === 'unknown' && !this.message.mayRepeat) {
			const { reason, time } = remembered;
			return await this.doubtful(reason, time && { ...time, others: undefined });
		}
		try {
			return await this.unlessSent();
		} finally {
			ledger?.release(this.message);
		}
	}

	/** Sends it as soon as nobody else does, unless that one has sent it. */
	private async unlessSent(): Promise<Delivered> {
		const { message, sends } = this;
		for (;;) {
			const known = (await sends.ledger?.recall(message)) ?? 'new';
			if (known === 'accepted') return { request: this.ofEveryRun() };
			if (known === 'unknown' && !message.mayRepeat) return await this.doubtful(sends.ledger?.doubt);
			const delivered = await this.inTime();
			if (delivered.answer !== taken) return delivered;
		}
	}

	/** Sends it unless it is not its time, or its number has sent enough: a later run sends it then. */
	private async inTime(): Promise<Delivered> {
		const { item, sends } = this;
		const { hours, mostPerNumber } = item.options;
		if (!isOpenNow(hours)) return { answer: later, request: this.ofEveryRun() };
		const from = sends.senderOf(item);
		const send = async () => await this.sendRecorded(sentBy(from, item.asked), from);
		const sent = await sends.shares.within(from, mostPerNumber, send, () => item.left);
		return sent ?? { answer: later, request: sentBy(from, item.asked) };
	}

	/** Sends it by a number, once it is recorded that it may have left, and records its outcome. */
	private async sendRecorded(request: ServiceRequest, from?: string): Promise<Delivered> {
		const { item, message, sends } = this;
		if (item.options.secondsBetween === undefined) sends.ledger?.queue(message);
		const answer = await this.requested(request);
		this.leaving?.end(answer.ok || answer.outcome === 'unknown');
		if (answer.ok) {
			sends.advice.count(request, item.options);
			sends.answers.noteAccepted(message.id, answer.envelope, from);
			sends.ledger?.commit(message);
		} else if (answer.outcome === 'unknown') {
			this.noteUnknown(explain(answer, sends.delivery.operation).message);
			return (await this.shown(request, this.leaving?.time)) ?? { answer, request };
		} else if (answer !== taken) sends.ledger?.rollBack(message);
		return { answer, request };
	}

	private noteUnknown(reason: string): void {
		this.sends.answers.noteUnknown(this.message.id, reason, this.leaving?.time);
		this.sends.ledger?.keepUnknown(this.message);
	}

	/** Makes its request once its turn has come, and it is recorded. */
	private async requested(request: ServiceRequest): Promise<Answer> {
		const { item, message, sends } = this;
		const { typingSeconds } = item.options;
		try {
			return await sends.delivery.ask(item, request, async () => {
				if (typingSeconds !== undefined) {
					sends.typing ??= new Typing(sends.delivery);
					await sends.typing.before(request, typingSeconds);
				}
				if ((await sends.ledger?.begin(message)) === false) return taken;
				this.leaving = new Leaving(this.shownOf(request));
				return undefined;
			});
		} catch (error) {
			this.leaving?.end(true);
			if (item.left) this.noteUnknown(String((error as Error).message));
			else sends.ledger?.rollBack(message);
			return await Promise.reject(error as Error);
		}
	}

	/** What becomes of it when an earlier try may have sent it: it is unknown, unless its conversation shows it. */
	private async doubtful(
		reason?: string,
		time = timeOfEarlierTries(this.sends.delivery.run),
	): Promise<Delivered> {
		const shown = await this.shown(this.ofEveryRun(), time);
		if (shown) return { ...shown, wasEarlier: true };
		return { answer: unknownBefore(reason), request: this.item.asked };
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
		const others = async () => (await sends.ledger?.acceptedBeside(message)) ?? Infinity;
		sends.history ??= new ConversationHistory(async (asked) => await sends.delivery.look(asked));
		if (!(await sends.history.shows(request, time, others))) return undefined;
		sends.answers.noteShown(message.id);
		sends.ledger?.commit(message);
		return { request, isShown: true };
	}

	/** What a conversation shows of it, by the number that sends it. */
	private shownOf({ service, body }: ServiceRequest): string {
		const { baseUrl } = this.sends.delivery.account;
		return fingerprint([service, baseUrl, recipientOf(this.item.asked), contentOf(body as IDataObject)]);
	}
}
