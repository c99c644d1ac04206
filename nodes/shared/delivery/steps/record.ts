import type { IDataObject } from 'n8n-workflow';

import { explain } from '../../failure/explain';
import type { Failure } from '../../service/answer';
import { RememberedAnswers, type SendTime } from '../ledger/answers';
import { Ledger } from '../ledger/ledger';
import { fingerprint, type Message } from '../ledger/message';
import { unrecorded } from '../ledger/refusals';
import type { Known } from '../ledger/claims';
import { Scopes } from '../ledger/scopes';
import { contentOf, ConversationHistory, SendWindow } from './conversation-history';
import { recipientIn, recipientOf } from './in-order';
import { requestInTurn } from './in-turn';
import {
	isTool,
	shortLimitMs,
	type Delivered,
	type Item,
	type RunContext,
	type Settled,
	type Step,
} from './step';

/** The item of a message on its way. */
export interface Sending extends Item {
	message: Message;
	/** While it leaves, and when it has. */
	sendWindow?: SendWindow;
}

/** What a message says that somebody else sends at this moment. */
const taken: Failure = { ok: false, kind: 'taken', outcome: 'notSent' };

/** What a message of a tool belongs to that is called outside of an execution. */
const noExecution = { identity: '', establishedAt: 0, token: '' };

/** What is known of the messages of one run: by the execution, by n8n's database, by their conversations. */
export class SendRecord {
	readonly answers: RememberedAnswers;

	/** The record; none for a tool that an older agent calls by itself. */
	readonly ledger?: Ledger;

	private readonly scopes: Scopes;

	private readonly history: ConversationHistory;

	private readonly plannedIds = new Set<string>();

	constructor(private readonly context: RunContext) {
		const { run, queues, attempt } = context;
		const { memory, number, items, mode, execution } = run;
		const options = { memory, number, isTool: isTool(run), size: items.length };
		this.answers = new RememberedAnswers(memory);
		this.scopes = new Scopes(execution ?? { ...noExecution, mode, source: mode }, options);
		this.ledger = execution && new Ledger(execution, this.scopes, options);
		this.history = new ConversationHistory(async (request) => {
			const queue = queues.queue({ key: 'conversations' });
			const ask = async () => await attempt(request, shortLimitMs);
			return await requestInTurn(request.service, ask, queue, { tries: 1, waitMs: 0 }, run.signal);
		});
	}

	/** The next message of the run, which sends an item. InvalidInput for one that must be recorded and cannot be. */
	messageOf({ asked, options }: Item): Message {
		const { baseUrl } = this.context.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain } = options;
		if ((key || campaign) && !this.ledger) throw unrecorded();
		const request = fingerprint([asked.service, baseUrl, asked.body]);
		return this.scopes.next({ baseUrl, recipient: recipientOf(asked), request, key, campaign, isAgain });
	}

	/** What is known of a message that is only checked: what this run would send counts as sent. */
	async planned(message: Message): Promise<Known> {
		const isRepeated = message.isNamed && message.ids.some((id) => this.plannedIds.has(id));
		for (const id of message.ids) this.plannedIds.add(id);
		return isRepeated ? 'accepted' : ((await this.ledger?.look(message)) ?? 'new');
	}

	/** Takes a message for accepted when its conversation shows that it left at a time, and the user wants that asked. */
	async shownInConversation(item: Sending, time?: SendTime, isEarlier = false): Promise<Settled | undefined> {
		const { options, message, request } = item;
		if (options.ifUnknown !== 'askTheService' || !time) return undefined;
		const others = async () => (await this.ledger?.claims.acceptedBeside(message)) ?? Infinity;
		if (!(await this.history.shows(request, time, others))) return undefined;
		this.answers.noteShown(message.id);
		this.ledger?.commit(message);
		return this.shown(item, isEarlier);
	}

	/** What becomes of a message of which an earlier try was shown by its conversation. */
	shown({ request }: Sending, isEarlier: boolean): Settled {
		return {
			ok: true,
			status: 'accepted',
			answer: {
				to: recipientIn(request),
				message_id: null,
				...(isEarlier && { already_sent: true }),
				confirmed_by: 'conversation',
			},
			wasEarlier: isEarlier,
		};
	}

	/** Notes that nobody knows whether the service took a message. */
	noteUnknown({ message, sendWindow }: Sending, reason: string): void {
		this.answers.noteUnknown(message.id, reason, sendWindow?.time);
		this.ledger?.keepUnknown(message);
	}

	/** A message as its conversation shows it, now that it leaves. */
	sendWindow({ asked, request: { service, body } }: Sending): SendWindow {
		const { baseUrl } = this.context.account;
		return new SendWindow(
			fingerprint([service, baseUrl, recipientOf(asked), contentOf(body as IDataObject)]),
		);
	}

	/** Ends what is kept of the run, once no item is under way; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		if (isWhole) this.answers.forgetAll();
		await this.ledger?.close(isWhole);
	}
}

/** Records what became of a message, once no try of it follows in this run. */
export function outcomeRecorded({ operation }: RunContext, record: SendRecord): Step<Sending> {
	const { answers, ledger } = record;
	const failed = async (item: Sending, failure: Failure): Promise<Delivered> => {
		if (failure.outcome === 'unknown') {
			record.noteUnknown(item, explain(failure, operation).message);
			return (await record.shownInConversation(item, item.sendWindow?.time)) ?? failure;
		}
		if (failure.kind !== 'taken') await ledger?.rollBack(item.message);
		return failure;
	};
	return async (item, next) => {
		const { message, options } = item;
		if (options.secondsBetween === undefined) ledger?.queue(message);
		const delivered = await next().catch(async (error: unknown) => {
			item.sendWindow?.end(true);
			if (item.left) record.noteUnknown(item, String((error as Error).message));
			else await ledger?.rollBack(message);
			throw error;
		});
		item.sendWindow?.end(delivered.ok || delivered.outcome === 'unknown');
		if (!delivered.ok) return await failed(item, delivered);
		const { from } = item.request.body as { from?: string };
		if (!delivered.status) answers.noteAccepted(message.id, delivered.envelope, from);
		ledger?.commit(message);
		return delivered;
	};
}

/** Records that a message may have left, before its first request leaves; not one that somebody else sends meanwhile. */
export function recordedBefore(record: SendRecord): Step<Sending> {
	return async (item, next) => {
		if (!item.left || (record.ledger && !item.message.begun)) {
			if ((await record.ledger?.begin(item.message)) === false) return taken;
			item.sendWindow = record.sendWindow(item);
		}
		return await next();
	};
}
