import { keywordIn, type Keyword } from '../input/words';
import { leftOut, notSent, type Outcome } from '../service/outcome';
import { WorkOrder } from '../waiting/work-order';
import type { Answer } from '../service/answer';
import { channelOf } from '../service/channels';
import {
	askForConversation,
	isCutOff,
	messagesIn,
	readLimitMs,
	type Ask,
	type Unread,
} from '../service/conversation';
import type { Connection } from '../service/http';
import { messageIn } from '../service/service-request';
import type { Item } from '../items/item';
import type { NodeRun } from '../items/node-run';
import { RateQueues, unknownRate } from '../rate/rate-queues';
import { Tries } from '../rate/tries';

/** What a conversation says of its person; or why it says nothing. */
type Conversation = { lastKeyword?: Keyword } | Unread;

/** Who has opted out, by the conversations of a run (public material): each is read once, one after the other. */
export class OptOuts {
	private readonly conversations = new Map<string, Promise<Conversation>>();

	private readonly order = new WorkOrder();

	/** Reads hold no place of messages, which wait for them. */
	private readonly queue = new RateQueues().queue(unknownRate);

	constructor(
		private readonly connection: Pick<Connection, 'ask'>,
		private readonly run: Pick<NodeRun, 'signal' | 'timeZone'>,
	) {}

	/**
	 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words, and not
	 * START. Who can never be told is left out, too; what only cannot be read now fails, so that a Retry sends it.
	 */
	async skip(item: Item): Promise<Outcome | undefined> {
		if (!item.options.respectOptOuts) return undefined;
		const skipped = (reason: string) => leftOut('skipped', reason);
		const conversation = await this.conversationOf(item);
		if ('reason' in conversation) {
			const { reason, isNever } = conversation;
			return isNever
				? skipped(`Nobody knows whether the recipient has opted out: ${reason}`)
				: notSent('optOutUnknown', reason);
		}
		return conversation.lastKeyword === 'optOut' ? skipped('Opted out') : undefined;
	}

	private async conversationOf(item: Item): Promise<Conversation> {
		const { request, options } = item;
		const { from, to } = messageIn(request);
		const question = JSON.stringify([request.service, from, to, options.optOutWords]);
		const known = this.conversations.get(question) ?? this.order.next('', async () => await this.read(item));
		this.conversations.set(question, known);
		return await known;
	}

	private async read({ request, options }: Item): Promise<Conversation> {
		const { from, to } = messageIn(request);
		if (from === undefined) return { reason: 'Respect Opt-Outs needs From', isNever: true };
		const between = { person: String(to), number: from };
		const read = await askForConversation(this.ask, channelOf(request.service), between, readLimitMs);
		if ('reason' in read) return read;
		const keywords = messagesIn(read.data, from)
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		const lastKeyword = keywords.find(Boolean);
		if (lastKeyword || !isCutOff(read.data)) return { lastKeyword };
		return { reason: 'its newest messages do not say, and older ones cannot be read', isNever: true };
	}

	/** A read as any other: in its turn, and again where it failed for a moment. */
	private readonly ask: Ask = async (request, longestMs) => {
		const { connection, run, queue } = this;
		const endedBy = () => (run.signal?.aborted ? notSent('stopped') : undefined);
		const tries = new Tries<Answer>(request.service, queue, { rate: unknownRate, ...run, endedBy });
		for await (const attempt of tries) attempt.outcome = await connection.ask(request, longestMs);
		return tries.outcome;
	};
}
