import type { Schema } from '../../nodes/shared/contract/contract';
import type { Channel } from '../accounts';
import { messageWithText, sentMessage } from '../conversation';
import { ServiceError } from '../service-error';
import { noteSignal, requireNoWait, type Behaviour, type Call } from './call';
import { sendingNumber } from './send';

/** The text of the message that a request names by its id, or of the latest one with this text; 400 for none (own choice). */
function namedText(
	{ state, now }: Call,
	channel: Channel,
	named: { to: string; from?: string; message?: string },
): string {
	const { message = '' } = named;
	const byId = channel === 'whatsapp' && state.outbox.find((sent) => sent.message_id === message);
	const found = byId ? sentMessage(byId) : messageWithText(state, channel, { ...named, message }, now);
	if (!found) throw new ServiceError(400);
	return found.text;
}

function reacted(action: Schema<'ReactionAction'>): Schema<'Reacted'> {
	const status = action === 'add' ? 'added' : 'removed';
	return { status, message: `Reaction ${status}` };
}

/** Public material. */
export const reactImessage: Behaviour = (call) => {
	const { to, from, action, tapback: reaction, message } = call.body as Schema<'ReactImessageRequest'>;
	const { number } = sendingNumber(call, from, 'imessage');
	const on = namedText(call, 'imessage', { to, from, message });
	requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	noteSignal(call, { kind: 'reaction', channel: 'imessage', to, from, on, action, reaction });
	return reacted(action);
};

/** Public material. */
export const reactWhatsapp: Behaviour = (call) => {
	const { to, action, reaction = null, message } = call.body as Schema<'ReactWhatsappRequest'>;
	sendingNumber(call, undefined, 'whatsapp');
	const on = namedText(call, 'whatsapp', { to, message });
	noteSignal(call, { kind: 'reaction', channel: 'whatsapp', to, from: null, on, action, reaction });
	return reacted(action);
};
