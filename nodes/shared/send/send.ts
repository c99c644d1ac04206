import { deepCopy, type IDataObject } from 'n8n-workflow';

import { explain } from '../explain/explain';
import { fingerprint } from '../input/fingerprint';
import type { NodeOperation } from '../operation/operation';
import { mayBeSent, mayHaveLeft, notSent, settled, type Outcome } from '../operation/outcome';
import { openingAt } from '../operation/sending-hours';
import { RateQueues, rateOf, type Rate } from './rate-queues';
import { inTurn } from './in-turn';
import { WorkOrder } from '../service/work-order';
import type { Message } from '../record/message';
import { SendRecord } from '../record/record';
import type { Connection } from '../service/http';
import { effectOf, messageIn } from '../service/service-request';
import { durationWords } from './advice';
import { contentOf } from './content';
import { DryRun } from './dry-run';
import { recipientOf, type Item } from './item';
import { MaxPerNumber } from './max-per-number';
import { OptOuts } from './opt-outs';
import type { NodeRun } from './node-run';

/** How long a person in the editor may see nothing before the first answer, in milliseconds. */
const longestSilenceMs = 30_000;

/** What the items of one run share on their way to the service. */
export class Delivery {
	readonly queues = new RateQueues();

	/** Only a run that sends messages has one. */
	readonly record?: SendRecord;

	/** Items are read one after the other, so that they keep their order however long one takes. */
	readonly reading = new WorkOrder();

	private readonly order = new WorkOrder();

	private readonly answers = new Map<string, Promise<Outcome>>();

	private readonly dryRun: DryRun;

	private readonly maxPerNumber: MaxPerNumber;

	private readonly optOuts: OptOuts;

	/** Resolves when the execution is stopped. */
	private readonly stopped: Promise<unknown>;

	constructor(
		readonly run: NodeRun,
		readonly operation: NodeOperation,
		readonly connection: Connection,
	) {
		if (effectOf(operation.service) === 'send') this.record = new SendRecord(run);
		this.dryRun = new DryRun(connection.account, run.items.length === 1);
		this.maxPerNumber = new MaxPerNumber(run.memory, run.signal);
		this.optOuts = new OptOuts(connection, run);
		this.stopped = new Promise((resolve) => {
			run.signal?.addEventListener('abort', resolve, { once: true });
		});
	}

	/** Delivers what an item asks for. Throws nothing once it may have left. */
	async deliver(item: Item): Promise<Outcome> {
		const { record } = this;
		if (!record) {
			return effectOf(this.operation.service) === 'read' ? await this.read(item) : await this.request(item);
		}
		const message = this.messageOf(item, record);
		if (item.options.dryRun) return await this.check(item, message, record);
		const outcome = await this.send(item, message, record);
		if (!mayBeSent(outcome)) record.noteNotSent(message);
		return outcome;
	}

	/** Says what would become of a message, and sends nothing. */
	private async check(item: Item, message: Message, record: SendRecord): Promise<Outcome> {
		const leftOut = outsideHours(item) ?? (await this.optOuts.skip(item));
		return leftOut ?? (await this.dryRun.check(item, message, record));
	}

	/** Sends a message: to nobody twice, in order, when its recipient may get it, and at its rate. */
	private async send(item: Item, message: Message, record: SendRecord): Promise<Outcome> {
		const { request } = item;
		using afterOthers = await this.order.turn([recipientOf(request)], this.stopped);
		if (afterOthers.isStopped) return notSent('stopped');
		using alone = await record.turn(message, this.stopped);
		if (alone.isStopped) return notSent('stopped');
		const known = await record.find(message);
		if (known) return known;
		const taken = await this.maxPerNumber.take(item);
		if ('ok' in taken) return taken;
		using place = taken;
		place.outcome = await this.request(item, async () => {
			const settledBefore = (await this.optOuts.skip(item)) ?? (await record.claim(message));
			// Both may have taken minutes.
			const answer = settledBefore ?? outsideHours(item) ?? (await this.connection.ask(request));
			// Until its next try, others may send it.
			if (!mayHaveLeft(answer)) await record.giveBack(message);
			return answer;
		});
		await record.settle(message, place.outcome, messageIn(request).from, this.reasonOf(place.outcome));
		return place.outcome;
	}

	/** Asks each question once in a run, however many items want its answer. */
	private async read(item: Item): Promise<Outcome> {
		const { service, path, query } = item.request;
		const question = fingerprint([service, path, query]);
		const known = this.answers.get(question);
		if (known) return deepCopy(await known);
		const answer = this.behindOthers(item) ?? this.request(item);
		this.answers.set(question, answer);
		return await answer;
	}

	/** Says at once how long a person in the editor would see nothing, because another execution is first. */
	private behindOthers(item: Item): Promise<Outcome> | undefined {
		const rate = this.rateOf(item);
		const behindMs = this.queues.queue(rate).behind * rate.limit.intervalMs;
		if (this.run.mode !== 'manual' || behindMs < longestSilenceMs) return undefined;
		return Promise.resolve(notSent('behindOthers', durationWords(behindMs)));
	}

	private rateOf({ request, options }: Item): Rate {
		return rateOf(request, this.connection.account, options);
	}

	/** Makes the request of an item at its rate, in the order in which items come here, and again where that is safe. */
	private async request(
		item: Item,
		attempt: () => Promise<Outcome> = async () => await this.connection.ask(item.request),
	): Promise<Outcome> {
		const { signal, timeZone } = this.run;
		const over = () => (signal?.aborted ? notSent('stopped') : outsideHours(item));
		const { service } = item.request;
		const rate = this.rateOf(item);
		return await inTurn(service, this.queues.queue(rate), { rate, timeZone, signal, over }, attempt);
	}

	private messageOf({ request, options }: Item, record: SendRecord): Message {
		const { baseUrl } = this.connection.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain, sendAgainIfUnknown: mayRepeat } = options;
		const recipient = recipientOf(request);
		const text = fingerprint([
			request.service,
			baseUrl,
			contentOf(messageIn(request), recipient, request.files),
		]);
		return record.messages.next({ baseUrl, recipient, request: text, key, campaign, isAgain, mayRepeat });
	}

	/**
	 * Counts an item of which no message could be made: once it is fixed, a Retry sends it, and takes no other message to the same
	 * recipient for it.
	 */
	leaveOut(recipient: string): void {
		this.record?.messages.count(recipient);
	}

	/** Why nobody knows what became of a message. */
	private reasonOf(outcome: Outcome): string | undefined {
		return outcome.ok || outcome.outcome !== 'unknown' ? undefined : explain(outcome, this.operation).message;
	}
}

/** Leaves a message for a later run that its recipient may not get now. */
function outsideHours({ options }: Item): Outcome | undefined {
	const { onlyAtTheseHours: hours } = options;
	if (!hours) return undefined;
	const { isOpen, until } = openingAt(hours, Date.now());
	if (isOpen) return undefined;
	const sendAfter: IDataObject = { send_after: new Date(until).toISOString() };
	return settled({ status: 'deferred', reason: 'Outside hours' }, sendAfter);
}
