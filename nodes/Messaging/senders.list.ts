import type { INodeType } from 'n8n-workflow';

import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { sendWhatsapp } from './send-whatsapp.operation';

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	senders: leasedNumbersList((context) => {
		const isWhatsapp = context.getCurrentNodeParameter('operation') === sendWhatsapp.id;
		return { channels: [isWhatsapp ? 'whatsapp' : 'imessage'], takesAll: true };
	}),
	fallbackSenders: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];
