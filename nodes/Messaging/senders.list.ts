import type { INodeType } from 'n8n-workflow';

import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { sendOver } from './sent-message';
import { sendAndWait } from './send-and-wait/send-and-wait';
import { channelField } from './send-and-wait/send-and-wait.fields';
import type { Channel } from '../shared/operation/operation';
import type { LeasedChannel } from '../shared/service/leased-numbers';

/** What a number must send over, by the operation; any channel for those that are not here. */
const channelsOf: Record<string, LeasedChannel[]> = {
	sendImessage: ['imessage'],
	sendText: ['sms', 'mms'],
	sendWhatsapp: ['whatsapp'],
};

export const listSearch = {
	senders: leasedNumbersList((context) => {
		const operation = String(context.getCurrentNodeParameter('operation'));
		const channel = context.getCurrentNodeParameter(channelField.name) as Channel;
		const sends = operation === sendAndWait.id ? sendOver[channel] : operation;
		return { channels: channelsOf[sends] ?? [], takesAll: operation !== 'reply' };
	}),
	fallbackSenders: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];
