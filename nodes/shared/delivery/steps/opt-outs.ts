import type { IDataObject } from 'n8n-workflow';

import { messagesIn } from '../../conversation/conversation';
import { keywordIn } from '../../conversation/keyword';
import { conversationRequest, unreadableReason } from '../../conversation/read-conversation';
import { checkedAnswer } from '../../service/answer';
import { channelNameOf } from '../../service/channels';
import { recipientIn, WorkOrder } from './in-order';
import { shortLimitMs, type Item, type RunContext, type Step } from './step';

/** What a conversation says of its person; or why it says nothing. */
type Found = 'optedOut' | 'mayBeSent' | { reason: string };

/**
 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words,
 * and not START (public material). Each conversation is read once in a run, one after the other. What cannot be read
 * follows the option, and the run says why.
 */
export function unlessOptedOut({ attempt, hints }: RunContext): Step {
	const found = new Map<string, Promise<Found>>();
	const order = new WorkOrder();
	let unknown = 0;
	let lastReason = '';
	hints.push(() =>
		unknown === 0 ? [] : [`Respect Opt-Outs could not tell of ${unknown} recipients: ${lastReason}.`],
	);
	const find = async ({ request, options }: Item): Promise<Found> => {
		const { from } = request.body as IDataObject;
		if (typeof from !== 'string') return { reason: 'it needs From' };
		const between = { channel: channelNameOf(request.service), person: recipientIn(request), number: from };
		const read = conversationRequest(between, 'all');
		if ('reason' in read) return read;
		const answer = checkedAnswer(read, await attempt(read, shortLimitMs));
		if (!answer.ok) return { reason: unreadableReason(answer) };
		const keywords = messagesIn(answer.envelope.data, from)
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		return keywords.find(Boolean) === 'optOut' ? 'optedOut' : 'mayBeSent';
	};
	return async (item, next) => {
		const { respectOptOuts } = item.options;
		if (respectOptOuts === undefined) return await next();
		const { from } = item.request.body as IDataObject;
		const key = JSON.stringify([item.request.service, from, recipientIn(item.request)]);
		const known = found.get(key) ?? order.next('', async () => await find(item));
		found.set(key, known);
		const state = await known;
		if (state === 'mayBeSent') return await next();
		const answer = { to: recipientIn(item.request), message_id: null };
		if (state === 'optedOut') {
			return { ok: true, status: 'skipped', answer, reason: 'The recipient has opted out' };
		}
		unknown += 1;
		lastReason = state.reason;
		if (respectOptOuts === 'sendIfUnknown') return await next();
		const reason = `Nobody knows whether the recipient has opted out: ${state.reason}`;
		return { ok: true, status: 'skipped', answer, reason };
	};
}
