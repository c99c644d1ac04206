import { keywordIn, type Keyword } from '../input/words';
import { settled, type Outcome } from '../operation/outcome';
import { WorkOrder } from '../record/work-order';
import { channelOf } from '../service/channels';
import { askForConversation, messagesIn } from '../service/conversation';
import type { Connection } from '../service/http';
import { messageIn } from '../service/service-request';
import type { Item } from './item';

/** How long the service may take for a conversation, in milliseconds. */
const limitMs = 10_000;

/** What a conversation says of its person; or why it says nothing, as the end of a sentence. */
type Conversation = { lastKeyword?: Keyword } | { reason: string };

/** Who has opted out, by the conversations of a run (public material): each is read once, one after the other. */
export class OptOuts {
	private readonly conversations = new Map<string, Promise<Conversation>>();

	private readonly order = new WorkOrder();

	constructor(private readonly ask: Connection['ask']) {}

	/**
	 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words, and not
	 * START. Who cannot be told is left out, too.
	 */
	async skip(item: Item): Promise<Outcome | undefined> {
		if (!item.options.respectOptOuts) return undefined;
		const skipped = (reason: string) => settled({ status: 'skipped', reason });
		const conversation = await this.conversationOf(item);
		if ('reason' in conversation) {
			return skipped(`Nobody knows whether the recipient has opted out: ${conversation.reason}`);
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
		if (from === undefined) return { reason: 'it needs From' };
		const between = { person: String(to), number: from };
		const read = await askForConversation(this.ask, channelOf(request.service), between, limitMs);
		if ('reason' in read) return read;
		const keywords = messagesIn(read.data, from)
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		return { lastKeyword: keywords.find(Boolean) };
	}
}
