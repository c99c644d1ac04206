import { explain } from '../explain/explain';
import type { Failure } from '../service/answer';
import { RememberedAnswers } from '../record/answers';
import { fingerprint, Messages, type Message } from '../record/message';
import { ExecutionRecord, unrecorded, type Known } from '../record/record';
import { isTool, recipientOf, settled, type Delivered, type Item, type RunContext, type Step } from './step';

export interface Sending extends Item {
	message: Message;
}

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** What a message of a tool belongs to that is called outside of an execution, beside the number of its call. */
const noExecution = { establishedAt: 0, mode: 'trigger', source: 'trigger' } as const;

/** What is known of the messages of one run: by the execution, and by n8n's database. */
export class SendRecord {
	readonly answers: RememberedAnswers;

	/** The record in n8n's database; none for a tool that an older agent calls by itself. */
	readonly database?: ExecutionRecord;

	private readonly messages: Messages;

	constructor(readonly context: RunContext) {
		const { run, hints } = context;
		const { memory, number, items, execution, timeZone } = run;
		const options = { memory, number, isTool: isTool(run), size: items.length, timeZone };
		this.answers = new RememberedAnswers(memory);
		// Calls that an agent makes at once, and those of Retry On Fail between them, do not count each other's messages.
		this.messages = execution
			? new Messages(execution, options)
			: new Messages({ ...noExecution, identity: String(number) }, { ...options, memory: {} });
		this.database = execution && new ExecutionRecord(execution, options, this.messages);
		hints.push(() => [
			this.database?.refusal !== undefined &&
				`This run is not recorded, so a run that follows cannot know what it has sent. n8n says: ${String((this.database.refusal as Error).message)}`,
		]);
	}

	/** The next message of the run, which sends an item. InvalidInput for one that must be recorded and cannot be. */
	messageOf({ request, options }: Item): Message {
		const { baseUrl } = this.context.connection.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain } = options;
		if ((key || campaign) && !this.database) throw unrecorded();
		const recipient = recipientOf(request);
		// Fast track, like the sender, is how it goes, not what it says.
		const content = { ...request.body, to: recipient, from: undefined, fast_track: undefined };
		const text = fingerprint([request.service, baseUrl, content]);
		const message = this.messages.next({ baseUrl, recipient, request: text, key, campaign, isAgain });
		return Object.assign(message, { mayRepeat: options.sendAgainIfUnknown });
	}

	/**
	 * Counts an item of which no message could be made, if its recipient can be read: once it is fixed, a Retry sends it, and
	 * takes no other message to the same recipient for it.
	 */
	leaveOut(recipient: string): void {
		this.messages.count({ baseUrl: this.context.connection.account.baseUrl, recipient });
	}

	/**
	 * Ends what is kept of the run, once no item is under way; `isWhole` says that every item succeeded. Beside the run of a
	 * tool, an agent may have others.
	 */
	async end(isWhole: boolean): Promise<void> {
		if (isWhole && !isTool(this.context.run)) this.answers.forgetAll();
		await this.database?.close(isWhole);
	}
}

/** Goes on with a message that is new, and otherwise says what is known of it. */
async function unlessKnown(known: Known, item: Item, next: () => Promise<Delivered>): Promise<Delivered> {
	if (known === 'new') return await next();
	if (known === 'unknown') return unknownBefore();
	return settled(item, { status: 'accepted', wasEarlier: true }, { already_sent: true });
}

/** Sends a message unless an earlier try or another run has, or may have, as far as that is known: once nobody else sends it. */
export function unlessSent({ answers, database }: SendRecord): Step<Sending> {
	return async (item, next) => {
		const { message, request } = item;
		const remembered = answers.recall(message.id);
		if (remembered.state === 'accepted') {
			item.request = { ...request, body: { ...request.body, from: remembered.from } };
			return { ok: true, envelope: remembered.envelope, wasEarlier: true };
		}
		if (remembered.state === 'unknown' && !message.mayRepeat) return unknownBefore(remembered.reason);
		if (!database) return await next();
		return await database.oneAtATime(
			message,
			async () => await unlessKnown(await database.recall(message), item, next),
		);
	};
}

/** Records what became of a message that may have left, once no try of it follows in this run. */
export function outcomeRecorded({ answers, database, context }: SendRecord): Step<Sending> {
	return async (item, next) => {
		const { message } = item;
		const keepUnknown = (reason: string) => {
			answers.noteUnknown(message.id, reason);
			database?.keepUnknown(message);
		};
		const delivered = await next().catch(async (error: unknown) => {
			if (item.left) keepUnknown(String((error as Error).message));
			else await database?.refuse(message);
			throw error;
		});
		if (!delivered.ok && delivered.kind === 'unknownBefore') return delivered;
		if (!delivered.ok && delivered.outcome === 'unknown')
			keepUnknown(explain(delivered, context.operation).message);
		else if (!delivered.ok) await database?.refuse(message);
		if (!delivered.ok || delivered.status) return delivered;
		const { from } = item.request.body as { from?: string };
		answers.noteAccepted(message.id, delivered.envelope, from);
		await database?.accept(message);
		return delivered;
	};
}

/** Records that a message may leave, in its turn, right before its first request, unless somebody else sends it, or has. */
export function recordedBefore({ database }: SendRecord): Step<Sending> {
	return async (item, next) =>
		await unlessKnown(
			!database || item.message.claim ? 'new' : await database.claim(item.message),
			item,
			next,
		);
}
