/** What the options of a campaign hold back: messages that are for a later run, or for nobody. */
import type { IDataObject } from 'n8n-workflow';

import { askForConversation, messagesIn } from '../../conversation/conversation';
import { keywordIn, type Keyword } from '../../conversation/keyword';
import type { ServiceRequest } from '../../operation/operation';
import { channelOf } from '../../service/channels';
import { unrecorded } from '../ledger/message';
import { dayOf, openingAt } from '../options/campaign-options';
import { WorkOrder } from '../pace/work-order';
import type { Sending, SendRecord } from './record';
import { asAnyRunSends } from './sender';
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
		const { hours } = item.options;
		if (!hours) return await next();
		for (;;) {
			const { isOpen, until } = openingAt(hours, Date.now());
			if (!isOpen) {
				item.request = asAnyRunSends(item);
				return deferred(item, 'Outside hours', new Date(until).toISOString());
			}
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
type Conversation = { isEmpty: boolean; lastKeyword?: Keyword } | { reason: string };

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
		const messages = messagesIn(read.data, from);
		const keywords = messages
			.filter(({ direction }) => direction === 'incoming')
			.map(({ text }) => keywordIn(text, options.optOutWords));
		return { isEmpty: messages.length === 0, lastKeyword: keywords.find(Boolean) };
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
 * Leaves out who has opted out: whose last keyword in the conversation with the number is STOP or one of the user's words,
 * and not START (public material). What cannot be read follows the option, and the run says why.
 */
export function unlessOptedOut({ hints }: RunContext, conversationOf: Conversations): Step {
	let unknown = 0;
	let lastReason = '';
	hints.push(() => [
		unknown > 0 && `Respect Opt-Outs could not tell of ${unknown} recipients: ${lastReason}.`,
	]);
	return async (item, next) => {
		const { respectOptOuts } = item.options;
		if (respectOptOuts === 'no') return await next();
		const conversation = await conversationOf(item);
		if (!('reason' in conversation)) {
			if (conversation.lastKeyword !== 'optOut') return await next();
			return settled(item, { status: 'skipped', reason: 'Opted out' });
		}
		unknown += 1;
		lastReason = conversation.reason;
		if (respectOptOuts === 'sendIfUnknown') return await next();
		const reason = `Nobody knows whether the recipient has opted out: ${lastReason}`;
		return settled(item, { status: 'skipped', reason });
	};
}

/** Whether a message has a link, or an attachment that is no contact card. */
function hasLinkOrFile({ body }: ServiceRequest): boolean {
	const { message, attachments } = body as IDataObject;
	const files = Array.isArray(attachments) ? attachments.map(String) : [];
	return (
		/\bhttps?:\/\/|\bwww\./i.test(String(message ?? '')) ||
		files.some((file) => !/\.vcf(?:[?#]|$)/i.test(file))
	);
}

/**
 * Leaves messages to new contacts for a later run once their number has written to as many on this day, by the workflow's
 * time zone. Whose conversation with the number is empty is new, and so is whose cannot be read. The places of a day are in
 * the node's list, so all runs and workers share them.
 */
export function withinNewContacts(
	{ run, hints }: RunContext,
	conversationOf: Conversations,
	{ ledger }: SendRecord,
): Step<Sending> {
	const taken = new Set<string>();
	const written = new Set<string>();
	let unread = 0;
	let lastReason = '';
	let withLinkOrFile = 0;
	hints.push(() => [
		unread > 0 &&
			`New Contacts per Day counts ${unread} recipients as new that it could not read: ${lastReason}.`,
		withLinkOrFile > 0 &&
			`${withLinkOrFile} first messages had a link or an attachment. Providers advise to begin with text, or a contact card.`,
	]);
	/** Takes the first free one of so many places; undefined when all are taken. */
	const takePlace = async (name: string, count: number) => {
		for (let number = 1; ledger && number <= count; number += 1) {
			const place = `${name} ${number}`;
			if (taken.has(place)) continue;
			taken.add(place);
			const found = await ledger.list.record([place]).catch((error: unknown) => {
				throw unrecorded(error);
			});
			if (!found.has(place)) return place;
		}
		return undefined;
	};
	return async (item, next) => {
		const { newContactsPerDay, sendingAdvice } = item.options;
		const pair = pairOf(item);
		if (newContactsPerDay === undefined || written.has(pair)) return await next();
		const conversation = await conversationOf(item);
		if ('reason' in conversation) {
			unread += 1;
			lastReason = conversation.reason;
		} else if (!conversation.isEmpty) return await next();
		const { from = '' } = item.request.body as { from?: string };
		const place = await takePlace(`contact ${from} ${dayOf(Date.now(), run.timeZone)}`, newContactsPerDay);
		if (place === undefined) return deferred(item, 'New contacts per day');
		const end = (mayHaveLeft: boolean) => {
			if (mayHaveLeft) written.add(pair);
			else {
				taken.delete(place);
				ledger?.list.removeSoon([place]);
			}
		};
		const delivered = await next().catch((error: unknown) => {
			end(item.left);
			throw error;
		});
		end(delivered.ok || delivered.outcome === 'unknown');
		const isFirst = delivered.ok && !('reason' in conversation);
		if (isFirst && sendingAdvice && hasLinkOrFile(item.request)) withLinkOrFile += 1;
		return delivered;
	};
}
