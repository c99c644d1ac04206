import type { INodeType } from 'n8n-workflow';

import type { OperationId } from '../shared/contract/contract';
import { leasedNumbersList } from '../shared/node/leased-numbers';
import { channelOf, channels, type Channel } from '../shared/service/channels';
import { fallbackSendersMethod, sendersMethod } from '../shared/message/message.fields';
import { sendAndWait } from '../send-and-wait/send-and-wait';
import { channelField } from '../send-and-wait/send-and-wait.fields';

export const listSearch = {
	[sendersMethod]: leasedNumbersList((context) => {
		const operation = context.getCurrentNodeParameter('operation');
		const asked = context.getCurrentNodeParameter(channelField.name) as Channel;
		const channel = operation === sendAndWait.id ? channels[asked] : channelOf(operation as OperationId);
		return { channels: channel?.numbers ?? [], takesAll: operation !== 'reply' };
	}),
	[fallbackSendersMethod]: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];
