import { channelNames } from './accounts';
import { magicAddress } from './magic-numbers';
import type { OutboxMessage } from './records';

/** How far a message came (public material). */
export type DeliveryStatus = 'delivered' | 'failed' | 'delayed';

/** How far a message that was sent came. */
export function statusOf({ channel, to }: Pick<OutboxMessage, 'channel' | 'to'>): DeliveryStatus {
	if (channel === null) return 'failed';
	return magicAddress(to)?.isDelayed ? 'delayed' : 'delivered';
}

/** Why a message did not go over the channel that was asked for; undefined where it did. */
export function obstacleOf({ asked, condition }: OutboxMessage): string | undefined {
	if (condition === null) return undefined;
	const channel = channelNames[asked];
	return condition.endsWith('_unsupported')
		? `The recipient has no ${channel}`
		: `Sending over ${channel} failed`;
}

/** Why a message was not delivered; undefined where it was. */
export function failureOf(message: OutboxMessage): string | undefined {
	if (message.channel !== null) return undefined;
	return message.tried === 'text' ? 'The number is a landline' : obstacleOf(message);
}
