import type { INodeType } from 'n8n-workflow';

import type { OperationId } from '../shared/contract/contract';
import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { sendAndWait } from './send-and-wait/send-and-wait';
import { channelField } from './send-and-wait/send-and-wait.fields';

const whatsapp: OperationId = 'sendWhatsapp';

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	senders: leasedNumbersList((context) => {
		const operation = context.getCurrentNodeParameter('operation');
		const isWhatsapp =
			operation === whatsapp ||
			(operation === sendAndWait.id && context.getCurrentNodeParameter(channelField.name) === 'whatsapp');
		return { channels: [isWhatsapp ? 'whatsapp' : 'imessage'], takesAll: true };
	}),
	fallbackSenders: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];
