import type { Schema } from '../../nodes/shared/contract/contract';
import { messageWithText, sentMessage, type ConversationMessage } from '../conversation';
import type { IncomingMessage } from '../incoming-message';
import { ServiceError } from '../service-error';
import { requireNoWait, type Behaviour, type Call } from './call';
import { sendingNumber, textSent } from './send';

/** The message that a request names, which must exist (own choice: 400 otherwise). */
function required(message: ConversationMessage | undefined): ConversationMessage {
	if (!message) throw new ServiceError(400);
	return message;
}

function noteReaction(
	call: Call,
	channel: IncomingMessage['channel'],
	{ to, from, on }: { to: string; from: string | null; on: string },
	{ action, reaction }: { action: string; reaction: string | null },
): void {
	const { state, account, now } = call;
	state.signals.push({
		kind: 'reaction',
		channel,
		account: account.name,
		to,
		from,
		action,
		reaction,
		on,
		at: now,
	});
}

function reacted(action: Schema<'ReactionAction'>): Schema<'Reacted'> {
	const status = action === 'add' ? 'added' : 'removed';
	return { status, message: `Reaction ${status}` };
}

/** Public material. A reaction to the latest message with the text. */
export const reactImessage: Behaviour = (call) => {
	const { to, from, action, tapback, message } = call.body as Schema<'ReactImessageRequest'>;
	const { number } = sendingNumber(call, from, 'imessage');
	const { message: on } = required(messageWithText(call.state, 'imessage', { to, from, message }, call.now));
	requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	noteReaction(call, 'imessage', { to, from, on }, { action, reaction: tapback });
	return reacted(action);
};

/** Public material. The message is named by its id or its text. */
export const reactWhatsapp: Behaviour = (call) => {
	const { to, action, reaction = null, message = '' } = call.body as Schema<'ReactWhatsappRequest'>;
	sendingNumber(call, undefined, 'whatsapp');
	const byId = call.state.outbox.find(({ message_id: id }) => id === message);
	const named = byId ? sentMessage(byId) : messageWithText(call.state, 'whatsapp', { to, message }, call.now);
	noteReaction(call, 'whatsapp', { to, from: null, on: required(named).message }, { action, reaction });
	return reacted(action);
};

/** How phones write a reaction that comes as a text. */
const texts: Record<Schema<'TextReaction'>, string> = {
	love: 'Loved',
	thumbsup: 'Liked',
	thumbsdown: 'Disliked',
	haha: 'Laughed at',
	emphasized: 'Emphasized',
	questioned: 'Questioned',
};

/** The other person of a message, whoever wrote it. */
function personOf({ from, to }: ConversationMessage, { state }: Call): string {
	return state.numbers.has(from) ? to : from;
}

/** Public material: the reaction goes out as an SMS of its own. */
export const reactText: Behaviour = (call) => {
	const { state, now } = call;
	const body = call.body as Schema<'ReactTextRequest'>;
	const { message_id: id, to, from, message = '', action, reaction } = body;
	const byId = id === undefined ? undefined : state.outbox.find((sent) => sent.message_id === id);
	const named = byId
		? sentMessage(byId)
		: to === undefined
			? undefined
			: messageWithText(state, 'text', { to, from, message }, now);
	const { message: on, ...between } = required(named);
	const person = to ?? personOf({ ...between, message: on }, call);
	const { number } = sendingNumber(call, from, 'sms_rcs');
	requireNoWait(state.secondsToWaitForSend(number, now));
	noteReaction(call, 'text', { to: person, from: number, on }, { action, reaction });
	const text = action === 'add' ? `${texts[reaction]} “${on}”` : `Removed a reaction from “${on}”`;
	return textSent(call, { to: person, from: number, message: text });
};
