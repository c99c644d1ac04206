import type { IDataObject } from 'n8n-workflow';

import { explain } from '../../failure/explain';
import type { Failure } from '../../service/answer';
import { RememberedAnswers, type SendTime } from '../ledger/answers';
import { Ledger } from '../ledger/ledger';
import { fingerprint, unrecorded, type Message } from '../ledger/message';
import { Scopes } from '../ledger/scopes';
import {
	closeWindow,
	contentOf,
	conversationHistory,
	openWindow,
	timeOfEarlierTries,
} from './conversation-history';
import { asAnyRunSends, sentBy } from './sender';
import {
	isTool,
	recipientOf,
	settled,
	type Delivered,
	type Item,
	type RunContext,
	type Settled,
	type Step,
} from './step';

export interface Sending extends Item {
	message: Message;
	/** While it leaves, and when it has. */
	sendWindow?: SendTime;
}

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** A message that was accepted, of which the service's answer is not known. */
function accepted(item: Item, wasEarlier: boolean, further?: IDataObject): Settled {
	const earlier = wasEarlier && { already_sent: true };
	return settled(item, { status: 'accepted', wasEarlier }, { ...earlier, ...further });
}

function shown(item: Item, wasEarlier: boolean): Settled {
	return accepted(item, wasEarlier, { confirmed_by: 'conversation' });
}

/** What a message of a tool belongs to that is called outside of an execution, beside the number of its call. */
const noExecution = { establishedAt: 0, token: '' };

/** What is known of the messages of one run: by the execution, by n8n's database, by their conversations. */
export class SendRecord {
	readonly answers: RememberedAnswers;

	/** The record; none for a tool of an MCP server or of an older agent. */
	readonly ledger?: Ledger;

	private readonly scopes: Scopes;

	private readonly isShown: ReturnType<typeof conversationHistory>;

	constructor(readonly context: RunContext) {
		const { run, connection, hints } = context;
		const { memory, number, items, mode, execution } = run;
		const options = { memory, number, isTool: isTool(run), size: items.length };
		this.answers = new RememberedAnswers(memory);
		// Calls that an agent makes at once, and those of Retry On Fail between them, do not count each other's messages.
		this.scopes = execution
			? new Scopes(execution, options)
			: new Scopes(
					{ ...noExecution, identity: String(number), mode, source: mode },
					{ ...options, memory: {} },
				);
		this.ledger = execution && new Ledger(execution, this.scopes, options);
		this.isShown = conversationHistory(connection.ask);
		hints.push(() => [
			this.ledger?.refusal !== undefined &&
				`This run is not recorded, so a run that follows cannot know what it has sent. n8n says: ${String((this.ledger.refusal as Error).message)}`,
			this.ledger?.isTooLong === true &&
				'This run has more messages than the node remembers. Send the list in parts, so that none is forgotten.',
		]);
	}

	/** The next message of the run, which sends an item. InvalidInput for one that must be recorded and cannot be. */
	messageOf({ asked, options }: Item): Message {
		const { baseUrl } = this.context.connection.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain } = options;
		if ((key || campaign) && !this.ledger) throw unrecorded();
		const recipient = recipientOf(asked);
		// Fast track, like the sender, is how it goes, not what it says.
		const content = { ...asked.body, to: recipient, fast_track: undefined };
		const request = fingerprint([asked.service, baseUrl, content]);
		return this.scopes.next({ baseUrl, recipient, request, key, campaign, isAgain });
	}

	/**
	 * Counts an item of which no message could be made, if its recipient can be read: once it is fixed, a Retry sends it, and
	 * takes no other message to the same recipient for it.
	 */
	leaveOut(recipient: string): void {
		this.scopes.count({ baseUrl: this.context.connection.account.baseUrl, recipient });
	}

	/**
	 * Takes a message for accepted when its conversation shows that it left at a time, and the user wants that asked. Later, it
	 * may also show those that left right after it.
	 */
	async shownInConversation(
		item: Sending,
		time: SendTime | undefined,
		wasEarlier: boolean,
	): Promise<Settled | undefined> {
		const { options, message, request } = item;
		if (options.ifUnknown !== 'askTheService' || !time) return undefined;
		const beside = async () => (await this.ledger?.claims.acceptedBeside(message)) ?? Infinity;
		const others = async () => (time.others ?? 0) + (wasEarlier ? await beside() : 0);
		if (!(await this.isShown(request, time, others))) return undefined;
		this.answers.noteShown(message.id);
		this.ledger?.commit(message);
		return shown(item, wasEarlier);
	}

	/** What becomes of a message that may have left before: it is unknown, unless its conversation shows it. */
	async doubtful(
		item: Sending,
		reason?: string,
		time = timeOfEarlierTries(this.context.run),
	): Promise<Delivered> {
		item.request = asAnyRunSends(item);
		const found = await this.shownInConversation(item, time, true);
		if (found) return found;
		item.request = item.asked;
		return unknownBefore(reason);
	}

	noteUnknown({ message, sendWindow }: Sending, reason: string): void {
		this.answers.noteUnknown(message.id, reason, sendWindow);
		this.ledger?.keepUnknown(message);
	}

	/**
	 * Ends what is kept of the run, once no item is under way; `isWhole` says that every item succeeded. Beside the run of a
	 * tool, an agent may have others.
	 */
	async end(isWhole: boolean): Promise<void> {
		if (isWhole && !isTool(this.context.run)) this.answers.forgetAll();
		await this.ledger?.close(isWhole);
	}
}

/** Sends a message unless the execution has its answer, or knows that it may have left. */
export function unlessAnswered(record: SendRecord): Step<Sending> {
	return async (item, next) => {
		const { message, asked, options } = item;
		const remembered = record.answers.recall(message.id, asked.senders ?? []);
		message.mayRepeat = options.ifUnknown === 'sendAgain';
		if (remembered.state === 'accepted') {
			item.request = sentBy(remembered.from, asked);
			return { ok: true, envelope: remembered.envelope, wasEarlier: true };
		}
		if (remembered.state === 'shown') return shown(item, true);
		if (remembered.state !== 'unknown' || message.mayRepeat) return await next();
		const { reason, time } = remembered;
		return await record.doubtful(item, reason, time);
	};
}

/**
 * Sends a message unless the record says that an earlier try or another run has, or may have, and while nobody else sends
 * it: where somebody else was faster (`taken`), it asks again.
 */
export function unlessRecorded(record: SendRecord): Step<Sending> {
	const { ledger } = record;
	if (!ledger) return async (_, next) => await next();
	return async (item, next) =>
		await ledger.oneAtATime(item.message, async () => {
			for (;;) {
				const known = await ledger.recall(item.message);
				if (known === 'accepted') {
					item.request = asAnyRunSends(item);
					return accepted(item, true);
				}
				const mayRepeat = item.message.mayRepeat && ledger.refusal === undefined;
				if (known === 'unknown' && !mayRepeat) return await record.doubtful(item, ledger.claims.doubt);
				const delivered = await next();
				if (delivered.ok || delivered.kind !== 'taken') return delivered;
			}
		});
}

/** Records what became of a message, once no try of it follows in this run. */
export function outcomeRecorded(record: SendRecord): Step<Sending> {
	const { answers, ledger, context } = record;
	const failed = async (item: Sending, failure: Failure): Promise<Delivered> => {
		if (failure.outcome === 'unknown') {
			record.noteUnknown(item, explain(failure, context.operation).message);
			return (await record.shownInConversation(item, item.sendWindow, false)) ?? failure;
		}
		if (failure.kind !== 'taken') await ledger?.rollBack(item.message);
		return failure;
	};
	return async (item, next) => {
		const { message, options } = item;
		if (options.secondsBetween === undefined) ledger?.queue(message);
		const delivered = await next().catch(async (error: unknown) => {
			if (item.sendWindow) closeWindow(item.sendWindow, true);
			if (item.left) record.noteUnknown(item, String((error as Error).message));
			else await ledger?.rollBack(message);
			throw error;
		});
		if (item.sendWindow) closeWindow(item.sendWindow, delivered.ok || delivered.outcome === 'unknown');
		if (!delivered.ok) return await failed(item, delivered);
		const { from } = item.request.body as { from?: string };
		if (!delivered.status) answers.noteAccepted(message.id, delivered.envelope, from);
		ledger?.commit(message);
		return delivered;
	};
}

/** Records that a message may have left, before its first request leaves; not one that somebody else sends meanwhile. */
export function recordedBefore({ ledger, context }: SendRecord): Step<Sending> {
	return async (item, next) => {
		if (!item.left || (ledger && !item.message.begun)) {
			const mayLeave = (await ledger?.begin(item.message)) ?? true;
			if (!mayLeave) return { ok: false, kind: 'taken', outcome: 'notSent' };
			const { service, body } = item.request;
			const content = [
				service,
				context.connection.account.baseUrl,
				recipientOf(item.asked),
				contentOf(body as IDataObject),
			];
			item.sendWindow = openWindow(fingerprint(content));
		}
		return await next();
	};
}
