import type { Schema } from '../../nodes/shared/contract/contract';
import type { Channel } from '../accounts';
import { noteSignal, type Behaviour } from './call';
import { sendingNumber } from './send';

function typing(channel: Exclude<Channel, 'text'>): Behaviour {
	return (call): Schema<'Typing'> => {
		const { to, from, action } = call.body as Schema<'TypeImessageRequest'>;
		const { number } = sendingNumber(call, from, channel);
		noteSignal(call, { kind: 'typing', channel, to, from: number, action });
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
	noteSignal(call, { kind: 'read', channel: 'imessage', to, from, action: 'read' });
	return { status: 'sent', message: 'Read receipt sent' };
};
