import type { Schema } from '../../nodes/shared/contract/contract';
import type { Channel } from '../accounts';
import { messageWithText, sentMessage, type Message } from '../conversation';
import { ServiceError } from '../service-error';
import { noteSignal, requireNoWait, type Behaviour, type Call } from './call';
import { sendingNumber, textSent } from './send';

/** The message that a request names by its id, or the latest one with its text; 400 for none (own choice). */
function namedMessage(
	{ state, now }: Call,
	channel: Channel,
	{ id, to, from, message = '' }: { id?: string; to?: string; from?: string; message?: string },
): Message {
	const byId = state.outbox.find((sent) => sent.message_id === id);
	if (byId) return sentMessage(byId);
	const byText = to === undefined ? undefined : messageWithText(state, channel, { to, from, message }, now);
	if (!byText) throw new ServiceError(400);
	return byText;
}

function reacted(action: Schema<'ReactionAction'>): Schema<'Reacted'> {
	const status = action === 'add' ? 'added' : 'removed';
	return { status, message: `Reaction ${status}` };
}

/** Public material. */
export const reactImessage: Behaviour = (call) => {
	const { to, from, action, tapback: reaction, message } = call.body as Schema<'ReactImessageRequest'>;
	const { number } = sendingNumber(call, from, 'imessage');
	const { text: on } = namedMessage(call, 'imessage', { to, from, message });
	requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	noteSignal(call, { kind: 'reaction', channel: 'imessage', to, from, on, action, reaction });
	return reacted(action);
};

/** Public material. */
export const reactWhatsapp: Behaviour = (call) => {
	const { to, action, reaction = null, message } = call.body as Schema<'ReactWhatsappRequest'>;
	sendingNumber(call, undefined, 'whatsapp');
	const { text: on } = namedMessage(call, 'whatsapp', { id: message, to, message });
	noteSignal(call, { kind: 'reaction', channel: 'whatsapp', to, from: null, on, action, reaction });
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

/** Public material: the reaction goes out as an SMS of its own. */
export const reactText: Behaviour = (call) => {
	const body = call.body as Schema<'ReactTextRequest'>;
	const { message_id: id, from: asked, message, action, reaction } = body;
	const named = namedMessage(call, 'text', { id, to: body.to, from: asked, message });
	const [on, to] = [named.text, body.to ?? named.person];
	const { number: from } = sendingNumber(call, asked, 'text');
	requireNoWait(call.state.secondsToWaitForSend(from, call.now));
	noteSignal(call, { kind: 'reaction', channel: 'text', to, from, on, action, reaction });
	const text = action === 'add' ? `${texts[reaction]} “${on}”` : `Removed a reaction from “${on}”`;
	return textSent(call, { to, from, message: text });
};
