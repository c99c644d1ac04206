import type { INodeProperties } from 'n8n-workflow';

import { whatsappFallbackConditionValues } from '../shared/contract/contract';
import { sendOptionsFields, showTypingFirst } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import {
	attachmentsField,
	fallbackField,
	fallbackFromField,
	fallbackWhenField,
	fromField,
	toField,
	toolNotice,
} from './message.fields';
import { sendersPermission, sentMessage } from './sent-message';

/** A parameter of its own, because here the text is required; n8n evaluates every definition of a name. */
const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'whatsappMessage',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	hint: 'Formatting marks such as **bold** are documented for iMessage only',
	description: 'Text of the message. WhatsApp messages need one, with or without attachments.',
	routing: { send: { type: 'body', property: 'message' } },
};

const whatsappFallbackWhenField = fallbackWhenField(
	'whatsappFallbackWhen',
	'WhatsApp',
	whatsappFallbackConditionValues,
);

/** Send a WhatsApp message (section 4.4). */
export const sendWhatsapp: NodeOperation = {
	id: 'sendWhatsapp',
	service: 'sendWhatsapp',
	name: 'Send WhatsApp',
	action: 'Send a WhatsApp message',
	description: 'Send a WhatsApp message to a phone number; needs a leased number that supports WhatsApp',
	fields: [
		toolNotice,
		toField,
		fromField,
		messageField,
		fallbackField,
		whatsappFallbackWhenField,
		fallbackFromField,
		attachmentsField,
		...sendOptionsFields([showTypingFirst]),
	],
	permission: sendersPermission('WhatsApp'),
	...sentMessage,
};
