import type { Schema } from '../../nodes/shared/contract/contract';
import type { Behaviour, Call } from './call';
import { sendingNumber } from './send';

type LeasedChannel = 'imessage' | 'whatsapp';

function note(
	{ state, account, now }: Call,
	kind: 'typing' | 'read',
	channel: LeasedChannel,
	{ to, from, action }: { to: string; from: string; action: string },
): void {
	state.signals.push({
		kind,
		channel,
		account: account.name,
		to,
		from,
		action,
		reaction: null,
		on: null,
		at: now,
	});
}

function typing(channel: LeasedChannel): Behaviour {
	return (call): Schema<'Typing'> => {
		const { to, from, action } = call.body as Schema<'TypingRequest'>;
		const { number } = sendingNumber(call, from, channel);
		note(call, 'typing', channel, { to, from: number, action });
		return { status: action === 'start' ? 'started' : 'stopped' };
	};
}

/** Public material. */
export const typeImessage = typing('imessage');

/** Public material. */
export const typeWhatsapp = typing('whatsapp');

/** Public material. */
export const markImessageRead: Behaviour = (call): Schema<'ReadReceipt'> => {
	const { to, from } = call.body as Schema<'MarkReadRequest'>;
	sendingNumber(call, from, 'imessage');
	note(call, 'read', 'imessage', { to, from, action: 'read' });
	return { status: 'sent', message: 'Read receipt sent' };
};
