import type { IDataObject } from 'n8n-workflow';

import { messagesIn } from '../../conversation/conversation';
import { keywordIn, type Keyword } from '../../conversation/keyword';
import { conversationRequest, unreadableReason } from '../../conversation/read-conversation';
import { checkedAnswer } from '../../service/answer';
import { channelNameOf } from '../../service/channels';
import { WorkOrder } from '../ledger/work-order';
import { recipientIn } from './in-order';
import { shortLimitMs, type Item, type RunContext } from './step';

/** What a conversation says of its person; or why it says nothing, as the end of a sentence. */
export type Conversation = { isEmpty: boolean; lastKeyword?: Keyword } | { reason: string };

/** The recipient and the number of an item, as far as conversations tell them apart. */
export function pairOf({ request }: Item): string {
	const { from } = request.body as IDataObject;
	return JSON.stringify([request.service, from, recipientIn(request)]);
}

/** The conversations of a run's recipients with its numbers (public material): each is read once, one after the other. */
export class Conversations {
	private readonly known = new Map<string, Promise<Conversation>>();

	private readonly order = new WorkOrder();

	constructor(private readonly attempt: RunContext['attempt']) {}

	/** The conversation of an item's recipient with the number that sends it. */
	async of(item: Item): Promise<Conversation> {
		const pair = pairOf(item);
		const known = this.known.get(pair) ?? this.order.next('', async () => await this.read(item));
		this.known.set(pair, known);
		return await known;
	}

	private async read({ request, options }: Item): Promise<Conversation> {
		const { from } = request.body as IDataObject;
		if (typeof from !== 'string') return { reason: 'it needs From' };
		const between = { channel: channelNameOf(request.service), person: recipientIn(request), number: from };
		const read = conversationRequest(between, 'all');
		if ('reason' in read) return read;
		const answer = checkedAnswer(read, await this.attempt(read, shortLimitMs));
		if (!answer.ok) return { reason: unreadableReason(answer) };
		const messages = messagesIn(answer.envelope.data, from);
		const keywords = messages
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		return { isEmpty: messages.length === 0, lastKeyword: keywords.find(Boolean) };
	}
}
