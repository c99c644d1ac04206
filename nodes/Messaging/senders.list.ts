import type { INodeType } from 'n8n-workflow';

import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { sendAndWait } from './send-and-wait/send-and-wait';
import { channelField } from './send-and-wait/send-and-wait.fields';
import type { LeasedChannel } from '../shared/service/leased-numbers';

/** What a number must send over, by the operation; any channel for those that are not here. */
const channelsOf: Record<string, LeasedChannel[]> = {
	sendImessage: ['imessage'],
	sendText: ['sms', 'mms'],
	sendWhatsapp: ['whatsapp'],
};

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	senders: leasedNumbersList((context) => {
		const operation = String(context.getCurrentNodeParameter('operation'));
		const asksOver = operation === sendAndWait.id && context.getCurrentNodeParameter(channelField.name);
		const channels: LeasedChannel[] = channelsOf[operation] ?? (asksOver ? [asksOver as LeasedChannel] : []);
		return { channels, takesAll: operation !== 'reply' };
	}),
	fallbackSenders: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];
