import { randomUUID } from 'crypto';
import type { IDataObject, IN8nHttpFullResponse, IWebhookFunctions } from 'n8n-workflow';

import {
	askForConversation,
	messagesIn,
	newest,
	ourTexts,
	type Message,
} from '../shared/service/conversation';
import { waitingAddress } from '../shared/n8n/n8n-inside';
import { typedAnswer } from '../shared/service/typed-answer';
import { WorkOrder } from '../shared/waiting/work-order';
import { connection, withinLimit } from '../shared/service/http';
import { parsedJson } from '../shared/service/body';
import { channels, type Channel } from '../shared/service/channels';
import { accessToken } from '../shared/service/service-address';
import { nameOfMessage } from './more-messages';
import { forgetOldest } from './received-events';
import { tapbackIn } from './tapback';

/** How long a message may wait for this, in milliseconds: the provider waits for n8n's answer to its event. */
const limitMs = 2_000;

const maxSettled = 10_000;

/**
 * What is settled in this process: messages that answered a question, which answer no other one, and which those that follow do not
 * bring along; and the links of questions that are answered or over, which no message is offered to any more.
 */
export const settledNames = new Set<string>();

/** Messages that this process has answered by asking again. */
const askedAgain = new Set<string>();

/** How often a question is asked again. */
const mostAgain = 3;

function note(names: Set<string>, name: string): void {
	names.add(name);
	forgetOldest(names, maxSettled);
}

/** The messages of a person are offered one after the other; another trigger that hears one, too, waits for what comes of it. */
const order = new WorkOrder();

/** Characters of a link at most, far more than n8n's have. */
const longestLink = 1_000;

/**
 * The links of the questions of this n8n that a message may answer, newest first: those that our number asked last before it.
 * Behind anything else that it wrote, a "yes" could mean that.
 */
function linksBefore(messages: Message[], receivedAt: string, waiting: string): string[] {
	// Events count whole seconds, conversations milliseconds: what we wrote in the same second may have come after it.
	const since = Date.parse(receivedAt);
	const links: string[] = [];
	const perhapsLater: string[] = [];
	for (const { direction, sent_at: at, text } of messages) {
		const askedAt = Date.parse(at ?? '');
		if (direction !== 'outgoing' || !(askedAt < since + 1_000)) continue;
		const [address = ''] = /https?:\/\/\S+$/.exec(text.slice(-longestLink)) ?? [];
		// Where it leads, without segments such as `..`.
		const link = URL.canParse(address) ? new URL(address).href : '';
		const isInDoubt = askedAt >= since;
		if (!link.startsWith(waiting)) {
			if (isInDoubt) return [];
			break;
		}
		(isInDoubt ? perhapsLater : links).push(link);
	}
	// What was asked again was asked before, too.
	return perhapsLater.every((link) => links.includes(link)) ? [...perhapsLater, ...links] : [];
}

/** What came of an answer: it counts, or is none for an open question, or the question is closed, or nobody knows. */
interface Answered {
	outcome: 'answered' | 'refused' | 'closed' | 'unknown';
	/** What the person gets back; '' for nothing. */
	reply: string;
}

/**
 * Sends a form to the execution that waits at a link, as its page does. No credential goes there: the link is signed, and
 * is n8n's own.
 */
async function answer(
	webhook: IWebhookFunctions,
	link: string,
	fields: object,
	signal: AbortSignal,
): Promise<Answered> {
	const boundary = randomUUID();
	const parts = Object.entries(fields).map(
		([name, value]) =>
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
	);
	const response: unknown = await webhook.helpers.httpRequest({
		method: 'POST',
		url: link,
		headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
		body: `${parts.join('')}--${boundary}--\r\n`,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: signal,
	});
	const { statusCode: status, body } = response as IN8nHttpFullResponse;
	const { answered, reply = '' } = (parsedJson(String(body)) ?? {}) as { answered?: boolean; reply?: string };
	if (answered === true) return { outcome: 'answered', reply };
	if (answered !== false)
		return { outcome: [200, 401, 404, 410].includes(status) ? 'closed' : 'unknown', reply };
	if (status === 403) {
		webhook.logger.warn(
			`${webhook.getNode().name}: a question was asked with another access token, so its chat does not answer it`,
		);
	}
	return { outcome: 'refused', reply };
}

/** What becomes of a message that was offered to a question. */
interface Offered {
	/** `answered` it, or was refused so that the person is asked `again`; otherwise it is a message like any other. */
	as: 'answered' | 'again' | 'message';
	/** What the person gets back; '' for nothing. */
	reply: string;
	/** Why it could not be offered. */
	reason?: string;
}

const asMessage = (reason?: string): Offered => ({ as: 'message', reply: '', reason });

/** `reply` says how to answer the question of the link; '' where only its page is to be answered. */
function asAgain(name: string, link: string, reply: string): Offered {
	if (reply === '') return asMessage();
	note(askedAgain, name);
	return { as: 'again', reply: `${reply}\n\n${link}` };
}

type Item = Record<'channel' | 'from' | 'to' | 'text' | 'received_at', string>;

/**
 * Offers a message to the newest question that is not known to be closed. To no other one: a "yes" that comes when a question
 * was just answered may be meant for that.
 */
async function offer(
	webhook: IWebhookFunctions,
	message: IDataObject,
	signal: AbortSignal,
): Promise<Offered> {
	const { channel, from, to, text, received_at: at } = message as Item;
	const { credential, ask } = await connection(webhook, undefined, signal);
	const between = { person: from, number: to };
	const read = await askForConversation(ask, channels[channel as Channel], between, limitMs, newest);
	if ('reason' in read) return asMessage(read.reason);
	const messages = messagesIn(read.data, to);
	if (tapbackIn(text, ourTexts(messages))) return asMessage();
	const links = linksBefore(messages, at, waitingAddress(webhook));
	const link = links.find((one) => !settledNames.has(one));
	const name = nameOfMessage(message);
	// Another trigger may have heard it, too.
	if (settledNames.has(name)) return { as: 'answered', reply: '' };
	if (askedAgain.has(name)) return { as: 'again', reply: '' };
	if (!link) return asMessage();
	const signature = new URL(link).searchParams.get('signature');
	const fields = typedAnswer(accessToken(credential.accessToken), signature, from, text);
	const { outcome, reply } = await answer(webhook, link, fields, signal);
	if (outcome === 'answered') note(settledNames, name);
	if (['answered', 'closed'].includes(outcome)) note(settledNames, link);
	if (outcome === 'answered') {
		// Behind anything that our number writes, no answer would be taken for another question.
		const isLast = links.every((one) => settledNames.has(one));
		return { as: 'answered', reply: isLast ? reply : '' };
	}
	const isAskedOftenEnough = links.filter((one) => one === link).length > mostAgain;
	return outcome === 'refused' && !isAskedOftenEnough ? asAgain(name, link, reply) : asMessage();
}

/** Writes back to who has written; n8n's log says if that was not possible. */
async function writeBack(webhook: IWebhookFunctions, item: IDataObject, message: string): Promise<void> {
	const { channel, from, to } = item as Item;
	const { ask } = await connection(webhook);
	const service = channels[channel as Channel].send;
	const sent = await ask({ service, body: { to: from, from: to, message } }, limitMs);
	if (sent.is !== 'accepted')
		webhook.logger.warn(`${webhook.getNode().name}: ${from} got no answer (${sent.status ?? sent.kind})`);
}

/**
 * Gives the text of a message that came in to the execution that waits for it: the newest open question that our number
 * asked the person last, and that this n8n waits for. In doubt, or after two seconds, the message counts as no answer. The person
 * gets a word back for a yes or a choice, and for what is no answer, three times, how to answer.
 */
export async function offerToQuestion(
	webhook: IWebhookFunctions,
	message: IDataObject,
): Promise<Pick<Offered, 'as' | 'reason'>> {
	return await order.next(String(message.sessionId), async () => {
		const within = async (signal: AbortSignal) => await offer(webhook, message, signal);
		const offered = await withinLimit(limitMs, within).catch((error: unknown) =>
			asMessage(`its open questions could not be asked about in time (${(error as Error).message})`),
		);
		if (offered.reply !== '') await writeBack(webhook, message, offered.reply).catch(() => undefined);
		return offered;
	});
}
