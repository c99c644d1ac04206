import { explain } from '../../failure/explain';
import type { Failure } from '../../service/answer';
import { RememberedAnswers } from '../ledger/answers';
import { Ledger } from '../ledger/ledger';
import { fingerprint, unrecorded, type Message } from '../ledger/message';
import { Scopes } from '../ledger/scopes';
import { isTool, recipientOf, settled, type Item, type RunContext, type Settled, type Step } from './step';

export interface Sending extends Item {
	message: Message;
}

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** A message that was accepted earlier, of which the service's answer is not known. */
function acceptedEarlier(item: Item): Settled {
	return settled(item, { status: 'accepted', wasEarlier: true }, { already_sent: true });
}

/** What a message of a tool belongs to that is called outside of an execution, beside the number of its call. */
const noExecution = { establishedAt: 0, token: '' };

/** What is known of the messages of one run: by the execution, and by n8n's database. */
export class SendRecord {
	readonly answers: RememberedAnswers;

	/** The record; none for a tool of an MCP server or of an older agent. */
	readonly ledger?: Ledger;

	private readonly scopes: Scopes;

	constructor(readonly context: RunContext) {
		const { run, hints } = context;
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
		hints.push(() => [
			this.ledger?.refusal !== undefined &&
				`This run is not recorded, so a run that follows cannot know what it has sent. n8n says: ${String((this.ledger.refusal as Error).message)}`,
			this.ledger?.isTooLong === true &&
				'This run has more messages than the node remembers. Send the list in parts, so that none is forgotten.',
		]);
	}

	/** The next message of the run, which sends an item. InvalidInput for one that must be recorded and cannot be. */
	messageOf({ request, options }: Item): Message {
		const { baseUrl } = this.context.connection.account;
		const { idempotencyKey: key, campaign, sendAgain: isAgain } = options;
		if ((key || campaign) && !this.ledger) throw unrecorded();
		const recipient = recipientOf(request);
		// Fast track, like the sender, is how it goes, not what it says.
		const content = { ...request.body, to: recipient, from: undefined, fast_track: undefined };
		const text = fingerprint([request.service, baseUrl, content]);
		return this.scopes.next({ baseUrl, recipient, request: text, key, campaign, isAgain });
	}

	/**
	 * Counts an item of which no message could be made, if its recipient can be read: once it is fixed, a Retry sends it, and
	 * takes no other message to the same recipient for it.
	 */
	leaveOut(recipient: string): void {
		this.scopes.count({ baseUrl: this.context.connection.account.baseUrl, recipient });
	}

	noteUnknown({ message }: Sending, reason: string): void {
		this.answers.noteUnknown(message.id, reason);
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
		const { message, request, options } = item;
		const remembered = record.answers.recall(message.id);
		message.mayRepeat = options.sendAgainIfUnknown;
		if (remembered.state === 'accepted') {
			item.request = { ...request, body: { ...request.body, from: remembered.from } };
			return { ok: true, envelope: remembered.envelope, wasEarlier: true };
		}
		if (remembered.state !== 'unknown' || message.mayRepeat) return await next();
		return unknownBefore(remembered.reason);
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
				if (known === 'accepted') return acceptedEarlier(item);
				const mayRepeat = item.message.mayRepeat && ledger.refusal === undefined;
				if (known === 'unknown' && !mayRepeat) return unknownBefore(ledger.claims.doubt);
				const delivered = await next();
				if (delivered.ok || delivered.kind !== 'taken') return delivered;
			}
		});
}

/** Records what became of a message, once no try of it follows in this run. */
export function outcomeRecorded(record: SendRecord): Step<Sending> {
	const { answers, ledger, context } = record;
	return async (item, next) => {
		const { message, options } = item;
		if (options.pause === undefined) ledger?.queue(message);
		const delivered = await next().catch(async (error: unknown) => {
			if (item.left) record.noteUnknown(item, String((error as Error).message));
			else await ledger?.rollBack(message);
			throw error;
		});
		if (!delivered.ok) {
			if (delivered.outcome === 'unknown') {
				record.noteUnknown(item, explain(delivered, context.operation).message);
			} else if (delivered.kind !== 'taken') await ledger?.rollBack(message);
			return delivered;
		}
		const { from } = item.request.body as { from?: string };
		if (!delivered.status) answers.noteAccepted(message.id, delivered.envelope, from);
		ledger?.commit(message);
		return delivered;
	};
}

/** Records that a message may have left, before its first request leaves; not one that somebody else sends meanwhile. */
export function recordedBefore({ ledger }: SendRecord): Step<Sending> {
	return async (item, next) => {
		if (!item.left || (ledger && !item.message.begun)) {
			const mayLeave = (await ledger?.begin(item.message)) ?? true;
			if (!mayLeave) return { ok: false, kind: 'taken', outcome: 'notSent' };
		}
		return await next();
	};
}
