import { deepCopy } from 'n8n-workflow';

import { explain } from '../explain/explain';
import { fingerprint } from '../input/fingerprint';
import type { NodeOperation } from '../operation/operation';
import { isFailed, leftOut, mayHaveLeft, meaningOf, notSent, type Outcome } from '../service/outcome';
import { openingAt } from '../operation/sending-hours';
import { RateQueues, rateOf } from '../rate/rate-queues';
import { holding, WorkOrder } from '../waiting/work-order';
import type { Message } from '../record/message';
import { SendRecord } from '../record/record';
import { httpRequest, type Connection } from '../service/http';
import { effectOf, messageIn } from '../service/service-request';
import { contentOf } from '../items/content';
import { sizeText } from '../items/files';
import { recipientOf, type Item } from '../items/item';
import { MaxPerNumber } from '../rate/max-per-number';
import { OptOuts } from './opt-outs';
import type { NodeRun } from '../items/node-run';
import { Tries } from '../rate/tries';

/** What the items of one run share on their way to the service. */
export class Delivery {
	readonly queues = new RateQueues();

	/** Only a run that sends messages has one. */
	readonly record?: SendRecord;

	/** The line in which items are read. */
	readonly reading = new WorkOrder();

	private readonly order = new WorkOrder();

	private readonly answers = new Map<string, Promise<Outcome>>();

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
		if (meaningOf(outcome).left === 'never') record.noteNotSent(message);
		return outcome;
	}

	/** Sends a message: to nobody twice, in order, when its recipient may get it, and at its rate. */
	private async send(item: Item, message: Message, record: SendRecord): Promise<Outcome> {
		const { request } = item;
		return await holding(async (hold) => {
			const afterOthers = hold(await this.order.turn([recipientOf(request)], this.stopped));
			if (afterOthers.isStopped) return notSent('stopped');
			const alone = hold(await record.turn(message, this.stopped));
			if (alone.isStopped) return notSent('stopped');
			const known = await record.find(message);
			if (known) return known;
			const taken = await this.maxPerNumber.take(request, item.options.maxPerNumber);
			if ('is' in taken) return taken;
			const place = hold(taken);
			const tries = this.triesOf(item);
			for await (const attempt of tries) {
				const settledBefore = (await this.optOuts.skip(item)) ?? (await record.claim(message));
				// Both may have taken minutes.
				attempt.outcome = settledBefore ?? outsideHours(item) ?? (await this.connection.ask(request));
				// Until its next try, others may send it.
				if (!mayHaveLeft(attempt.outcome)) await record.giveBack(message);
			}
			place.outcome = tries.outcome;
			await record.settle(message, tries.outcome, messageIn(request).from, this.reasonOf(tries.outcome));
			return tries.outcome;
		});
	}

	/** Says what would become of a message, and sends nothing. n8n's error when it refuses to look. */
	private async check(item: Item, message: Message, record: SendRecord): Promise<Outcome> {
		const settledBefore = outsideHours(item) ?? (await this.optOuts.skip(item));
		if (settledBefore) return settledBefore;
		const { request } = item;
		const { message: text = null } = messageIn(request);
		const files = request.files?.map(({ name, bytes }) => `${name} (${sizeText(bytes)})`);
		const shown = { message: text, ...(files && { files }) };
		const known = await record.check(message);
		if (known && isFailed(known)) return known;
		if (known) return { is: 'checkedAlreadySent', reason: 'Sent earlier', further: shown };
		const { method, url } = httpRequest(request, this.connection.account);
		const details = { outcome: 'notSent', request: { method, url, body: request.body } };
		const isSingle = this.run.items.length === 1;
		return { is: 'checked', reason: 'Not sent', further: { ...shown, ...(isSingle && { details }) } };
	}

	/** Asks each question once in a run, however many items want its answer. */
	private async read(item: Item): Promise<Outcome> {
		const { service, path, query } = item.request;
		const question = fingerprint([service, path, query]);
		const known = this.answers.get(question);
		if (known) return deepCopy(await known);
		const answer = this.request(item);
		this.answers.set(question, answer);
		return await answer;
	}

	/** Makes the request of an item that sends nothing. */
	private async request(item: Item): Promise<Outcome> {
		const tries = this.triesOf(item);
		for await (const attempt of tries) attempt.outcome = await this.connection.ask(item.request);
		return tries.outcome;
	}

	/** The tries of an item's request at its rate, in the order in which items come here, until it has ended. */
	private triesOf(item: Item): Tries<Outcome> {
		const { request, options } = item;
		const { signal, timeZone } = this.run;
		const endedBy = () => (signal?.aborted ? notSent('stopped') : outsideHours(item));
		const rate = rateOf(request, this.connection.account, options);
		return new Tries(request.service, this.queues.queue(rate), { rate, timeZone, signal, endedBy });
	}

	private messageOf({ request, options }: Item, record: SendRecord): Message {
		const { baseUrl } = this.connection.account;
		const {
			idempotencyKey: key,
			campaign,
			sendAgain: ignoresHistory,
			sendAgainIfUnknown: resendsUnknown,
		} = options;
		const recipient = recipientOf(request);
		const text = fingerprint([
			request.service,
			baseUrl,
			contentOf(messageIn(request), recipient, request.files),
		]);
		return record.messages.nextMessage({
			baseUrl,
			recipient,
			request: text,
			key,
			campaign,
			ignoresHistory,
			resendsUnknown,
		});
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
		return isFailed(outcome) && outcome.is === 'unknown'
			? explain(outcome, this.operation).message
			: undefined;
	}
}

/** Leaves a message for a later run that its recipient may not get now. */
function outsideHours({ options }: Item): Outcome | undefined {
	const { onlyAtTheseHours: hours } = options;
	if (!hours) return undefined;
	const { isOpen, until } = openingAt(hours, Date.now());
	if (isOpen) return undefined;
	return leftOut('deferred', 'Outside hours', { send_after: new Date(until).toISOString() });
}
