import { channelNames } from '../simulator/accounts';
import { sentMessage, type DeliveryStatus } from '../simulator/conversation';
import type { OutboxMessage } from '../simulator/records';

const ends: Record<DeliveryStatus, string> = {
	delivered: 'delivered',
	delayed: 'on its way',
	failed: 'not delivered',
};

/** A line about a person and the message to them, such as "Ada · iMessage · delivered". */
export function whatBecame(name: string, message: OutboxMessage, lineType = ''): string {
	const { asked, tried } = message;
	const way =
		asked === tried ? channelNames[tried] : `${channelNames[tried]} instead of ${channelNames[asked]}`;
	const { status } = sentMessage(message);
	const why = status === 'failed' && lineType === 'landline' ? ' to a landline' : '';
	return `${name} · ${way} · ${ends[status]}${why}`;
}
