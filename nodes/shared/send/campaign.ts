/** What the options of a campaign hold back: messages that are for a later run, or for nobody. */
import type { IDataObject } from 'n8n-workflow';

import { askForConversation, messagesIn } from '../service/conversation';
import { keywordIn, type Keyword } from '../input/words';
import { channelOf } from '../service/channels';
import { openingAt } from '../options/sending-hours';
import { WorkOrder } from '../pace/work-order';
import {
	recipientIn,
	settled,
	shortLimitMs,
	type Item,
	type RunContext,
	type Settled,
	type Step,
} from './step';

function deferred(item: Item, reason: string, sendAfter: string | null = null): Settled {
	return settled(item, { status: 'deferred', reason }, { send_after: sendAfter });
}

/** Leaves a message for a later run that its recipient may not get now. */
export function withinHours(): Step {
	return async (item, next) => {
		const { onlyAtTheseHours: hours } = item.options;
		if (!hours) return await next();
		for (;;) {
			const { isOpen, until } = openingAt(hours, Date.now());
			if (!isOpen) return deferred(item, 'Outside hours', new Date(until).toISOString());
			item.until = until;
			const delivered = await next();
			if (delivered.ok || delivered.kind !== 'late') return delivered;
		}
	};
}

/** What a number may still send in an execution: the places that are taken, and the messages that may give theirs back. */
interface Share {
	taken: number;
	underWay: Set<Promise<void>>;
}

/** The shares of the numbers in executions, tries and rounds of a loop together, by what n8n stores of them. */
const sharesOfExecutions = new WeakMap<IDataObject, Map<string, Share>>();

/**
 * Leaves a message for a later execution once its number has sent as many in this one as the user allows. A message takes a
 * place before it starts, and gives it back if it certainly did not leave. Who finds none waits for those.
 */
export function withinShare({ run }: RunContext): Step {
	const shares = sharesOfExecutions.get(run.memory) ?? new Map<string, Share>();
	sharesOfExecutions.set(run.memory, shares);
	const order = new WorkOrder();
	return async (item, next) => {
		const { maxPerNumber } = item.options;
		if (maxPerNumber === undefined) return await next();
		const number = String((item.request.body as IDataObject).from);
		const share = shares.get(number) ?? { taken: 0, underWay: new Set() };
		shares.set(number, share);
		const isFull = () => share.taken >= maxPerNumber;
		const started = await order.next(number, async () => {
			while (isFull() && share.underWay.size > 0) await Promise.race(share.underWay);
			if (isFull()) return undefined;
			share.taken += 1;
			const delivering = next();
			const end = (mayHaveLeft: boolean) => {
				if (!mayHaveLeft) share.taken -= 1;
				share.underWay.delete(over);
			};
			const over = delivering.then(
				(delivered) => end(item.left && (delivered.ok || delivered.outcome === 'unknown')),
				() => end(item.left),
			);
			share.underWay.add(over);
			return { delivering };
		});
		return started ? await started.delivering : deferred(item, 'Max per number');
	};
}

/** What a conversation says of its person; or why it says nothing, as the end of a sentence. */
type Conversation = { lastKeyword?: Keyword } | { reason: string };

/** The recipient and the number of an item, as far as conversations tell them apart. */
function pairOf({ request }: Item): string {
	const { from } = request.body as IDataObject;
	return JSON.stringify([request.service, from, recipientIn(request)]);
}

/** The conversations of a run (public material): each is read once, one after the other. */
export function conversationsOf({ connection }: RunContext) {
	const known = new Map<string, Promise<Conversation>>();
	const order = new WorkOrder();
	const conversationOf = async ({ request, options }: Item): Promise<Conversation> => {
		const { from } = request.body as IDataObject;
		if (typeof from !== 'string') return { reason: 'it needs From' };
		const between = { person: recipientIn(request), number: from };
		const read = await askForConversation(connection.ask, channelOf(request.service), between, shortLimitMs);
		if ('reason' in read) return read;
		const keywords = messagesIn(read.data, from)
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		return { lastKeyword: keywords.find(Boolean) };
	};
	return async (item: Item) => {
		const question = JSON.stringify([pairOf(item), item.options.optOutWords]);
		const conversation = known.get(question) ?? order.next('', async () => await conversationOf(item));
		known.set(question, conversation);
		return await conversation;
	};
}

type Conversations = ReturnType<typeof conversationsOf>;

/**
 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words, and not
 * START (public material). Who cannot be told is left out, too.
 */
export function unlessOptedOut(conversationOf: Conversations): Step {
	return async (item, next) => {
		if (!item.options.respectOptOuts) return await next();
		const conversation = await conversationOf(item);
		const skipped = (reason: string) => settled(item, { status: 'skipped', reason });
		if ('reason' in conversation) {
			return skipped(`Nobody knows whether the recipient has opted out: ${conversation.reason}`);
		}
		return conversation.lastKeyword === 'optOut' ? skipped('Opted out') : await next();
	};
}
