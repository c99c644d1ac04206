import type { OperationId } from '../shared/contract/contract';
import type { Channel } from '../shared/operation/operation';

/** What sends a message over each channel. */
export const sendOver: Record<Channel, OperationId> = {
	imessage: 'sendImessage',
	text: 'sendText',
	whatsapp: 'sendWhatsapp',
};
