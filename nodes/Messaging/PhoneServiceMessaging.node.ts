import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { runSendAndWait, sendAndWait } from '../send-and-wait/send-and-wait';
import { channelField } from '../send-and-wait/send-and-wait.fields';
import { waitingNodeTooltip, webhook, webhooks } from '../send-and-wait/webhook';
import type { OperationId } from '../shared/contract/contract';
import { sendersMethod } from '../shared/panel/message.fields';
import { declarativeNode } from '../shared/panel/declarative-node';
import { leasedNumbersList } from '../shared/panel/leased-numbers';
import { requestOptionsSetting } from '../shared/panel/request-options.field';
import type { NodeOperation } from '../shared/operation/operation';
import { channelOf, channels, type Channel } from '../shared/service/channels';
import {
	checkImessageAvailability,
	reply,
	sendImessage,
	sendText,
	sendWhatsapp,
} from './messaging.operations';
import { fallbackSendersMethod } from './fallback.fields';

const listSearch = {
	[sendersMethod]: leasedNumbersList((context) => {
		const operation = context.getCurrentNodeParameter('operation');
		const asked = context.getCurrentNodeParameter(channelField.name) as Channel;
		const channel = channelOf(operation as OperationId) ?? channels[asked];
		return { channels: channel?.numbers ?? [], takesAll: operation !== reply.id };
	}),
	[fallbackSendersMethod]: leasedNumbersList(() => ({ channels: ['sms', 'rcs'] })),
};

const resource = 'messaging';
/** The operation of each channel that writes to somebody first. */
const sends: Record<Channel, NodeOperation> = {
	imessage: sendImessage,
	whatsapp: sendWhatsapp,
	text: sendText,
};
const messages = [...Object.values(sends), reply];
const operations = [...messages, checkImessageAvailability];
const offered = [...messages, sendAndWait, checkImessageAvailability];
const node = declarativeNode(resource, operations, { offered });

/** Sends, answers and asks by message (sections 4.3 to 4.5), and checks who has iMessage (public material). */
export class PhoneServiceMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Messaging',
		name: 'phoneServiceMessaging',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['output'],
		subtitle: node.subtitle,
		description: 'Send and answer iMessage, WhatsApp and text messages, with fallback to SMS/RCS',
		defaults: { name: 'Phone Service Messaging' },
		usableAsTool: true,
		webhooks,
		waitingNodeTooltip,
		...node.description,
		properties: [...node.description.properties, requestOptionsSetting],
	};

	customOperations = {
		[resource]: Object.assign(node.customOperations[resource] ?? {}, { [sendAndWait.id]: runSendAndWait }),
	};

	webhook = webhook;

	methods = { ...node.methods, listSearch };
}
