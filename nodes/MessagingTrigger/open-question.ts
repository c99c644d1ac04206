import { randomUUID } from 'crypto';
import type { IDataObject, IN8nHttpFullResponse, IWebhookFunctions } from 'n8n-workflow';

import {
	askForConversation,
	messagesIn,
	newest,
	reactionsIn,
	type Message,
} from '../shared/service/conversation';
import { typedAnswer } from '../shared/service/typed-answer';
import { visible } from '../shared/input/words';
import { WorkOrder } from '../shared/pace/work-order';
import { connection, withinLimit } from '../shared/service/http';
import { parsedJson } from '../shared/service/body';
import { channels, type Channel } from '../shared/service/channels';
import { accessToken } from '../shared/service/service-address';
import { nameOfMessage } from './more-messages';
import { remember } from './received-events';
import { tapbackIn } from './tapback';

/** How long a message may wait for this, in milliseconds: the provider waits for n8n's answer to its event. */
const limitMs = 2_000;

/** The last messages that answered a question here: they answer no other one, and those that follow do not bring them along. */
export const answers = new Set<string>();

/** The links of questions that are answered or over, which no message is offered to any more; the oldest fall out. */
const closed = new Set<string>();

/** Another trigger that hears a message, too, waits for what comes of it. */
const order = new WorkOrder();

/** Characters of a link at most, far more than n8n's have. */
const longestLink = 1_000;

/** The tapbacks that decide, as the service names them. */
const thumbs = new Map([
	['like', '👍'],
	['thumbsup', '👍'],
	['dislike', '👎'],
	['thumbsdown', '👎'],
]);

/** The address below which the executions of this n8n wait; n8n offers nodes no other way to it. */
function waitingAddress(webhook: IWebhookFunctions): string {
	const { additionalData } = webhook as unknown as { additionalData?: { webhookWaitingBaseUrl?: string } };
	return new URL(`${additionalData?.webhookWaitingBaseUrl}/`).href;
}

/** A question of this n8n in the conversation. */
interface Asked {
	link: string;
	text: string;
	/** When it was asked, in milliseconds. */
	askedAt: number;
}

/**
 * The questions that a message may answer, newest first: those that our number asked last before it. Behind anything else
 * that it wrote, a "yes" could mean that.
 */
function questionsBefore(messages: Message[], receivedAt: string, waiting: string): Asked[] {
	// Events count whole seconds, conversations milliseconds: what we wrote in the same second may have come after it.
	const since = Date.parse(receivedAt);
	const asked: Asked[] = [];
	for (const { direction, sent_at: at, text } of messages) {
		const askedAt = Date.parse(at ?? '');
		if (direction !== 'outgoing' || !(askedAt < since + 1_000)) continue;
		const [address = ''] = /https?:\/\/\S+$/.exec(text.slice(-longestLink)) ?? [];
		// Where it leads, without segments such as `..`.
		const link = URL.canParse(address) ? new URL(address).href : '';
		if (askedAt >= since || !link.startsWith(waiting)) break;
		asked.push({ link, text, askedAt });
	}
	return asked;
}

/** Whether a text that a phone quotes is that of a question: longer ones are cut. */
function isQuoted({ text }: Asked, quoted: unknown): boolean {
	const begins = typeof quoted === 'string' ? visible(quoted).replace(/…$/, '') : '';
	return begins !== '' && visible(text).startsWith(begins);
}

/**
 * The question that a message is for: the newest that it quotes, unless that is known to be closed, or without a quote the
 * newest that is not.
 */
function questionFor(asked: Asked[], quoted?: string): Asked | undefined {
	const isOpen = ({ link }: Asked) => !closed.has(link);
	const question = asked.find((one) => (quoted === undefined ? isOpen(one) : isQuoted(one, quoted)));
	return question && isOpen(question) ? question : undefined;
}

/**
 * The thumb that the person has put on a question, as the conversation shows it: on the newest with its words that was asked
 * by then.
 */
function thumbOn(question: Asked, asked: Asked[], reactions: IDataObject[]): string | undefined {
	const isOn = ({ on, at }: IDataObject, one: Asked) =>
		isQuoted(one, on) && Date.parse(String(at)) >= one.askedAt;
	const last = reactions
		.filter(({ direction }) => direction === 'incoming')
		.filter((reaction) => asked.find((one) => isOn(reaction, one)) === question)
		.sort((one, other) => String(one.at).localeCompare(String(other.at)))
		.at(-1);
	return last?.action === 'added' ? thumbs.get(String(last.reaction)) : undefined;
}

/** What came of an answer: it counts, or is none for an open question, or the question is closed, or nobody knows. */
type Outcome = 'answered' | 'refused' | 'closed' | 'unknown';

/**
 * Sends a form to the execution that waits at a link, as its page does. No credential goes there: the link is signed, and
 * is n8n's own.
 */
async function answer(
	webhook: IWebhookFunctions,
	link: string,
	fields: object,
	signal: AbortSignal,
): Promise<Outcome> {
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
	const { answered } = (parsedJson(String(body)) ?? {}) as IDataObject;
	if (answered === true) return 'answered';
	if (answered !== false) return [200, 401, 404].includes(status) ? 'closed' : 'unknown';
	if (status === 403) {
		webhook.logger.warn(
			`${webhook.getNode().name}: a question was asked with another access token, so its chat does not answer it`,
		);
	}
	return 'refused';
}

/** What becomes of a message: whether it answered a question, and why that could not be found out. */
interface Offered {
	isAnswered: boolean;
	reason?: string;
}

type Item = Record<'channel' | 'from' | 'to' | 'text' | 'received_at', string>;

/**
 * Offers a message to the newest question that is not known to be closed, and if it is no answer, the thumb that the person
 * put on that. To no other one: a "yes" that comes when a question was just answered may be meant for that.
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
	if ('reason' in read) return { isAnswered: false, reason: read.reason };
	const give = async (link: string, typed: string) => {
		const signature = new URL(link).searchParams.get('signature');
		const fields = typedAnswer(accessToken(credential.accessToken), signature, from, typed);
		return await answer(webhook, link, fields, signal);
	};
	const tapback = tapbackIn(text);
	const typed = tapback ? thumbs.get(tapback.reaction) : text;
	const asked = questionsBefore(messagesIn(read.data, to), at, waitingAddress(webhook));
	const question = questionFor(asked, tapback?.quoted);
	const name = nameOfMessage(message);
	// Another trigger may have heard it, too.
	if (answers.has(name)) return { isAnswered: true };
	if (!question) return { isAnswered: false };
	let outcome: Outcome = typed === undefined ? 'refused' : await give(question.link, typed);
	const isAnswered = outcome === 'answered';
	if (isAnswered) remember(answers, name);
	const thumb = outcome === 'refused' && thumbOn(question, asked, reactionsIn(read.data, to));
	if (thumb) outcome = await give(question.link, thumb);
	if (['answered', 'closed'].includes(outcome)) remember(closed, question.link);
	return { isAnswered };
}

/**
 * Gives the text of a message that came in to the execution that waits for it: the newest open question that our number
 * asked the person last, and that this n8n waits for. In doubt, or after two seconds, the message counts as no answer.
 */
export async function offerToQuestion(webhook: IWebhookFunctions, message: IDataObject): Promise<Offered> {
	const inTurn = async (signal: AbortSignal) =>
		await order.next(nameOfMessage(message), async () => await offer(webhook, message, signal));
	return await withinLimit(limitMs, inTurn).catch((error: unknown) => ({
		isAnswered: false,
		reason: `its open questions could not be asked about in time (${(error as Error).message})`,
	}));
}
