import { whatsappFallbackConditionValues } from '../shared/contract/contract';
import { sendOptionsField, showTypingFirst } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import {
	attachmentsField,
	fallbackFields,
	fromField,
	textField,
	toField,
	toolNotice,
} from '../shared/message/message.fields';
import { sentMessage } from '../shared/message/sent-message';

/** Send a WhatsApp message (section 4.4). */
export const sendWhatsapp: NodeOperation = {
	id: 'sendWhatsapp',
	service: 'sendWhatsapp',
	name: 'Send WhatsApp',
	action: 'Send WhatsApp message',
	description: 'Send a WhatsApp message to a phone number; needs a leased number that supports WhatsApp',
	fields: [
		toolNotice,
		toField,
		fromField,
		{
			...textField,
			name: 'whatsappMessage',
			required: true,
			placeholder: 'e.g. Your order is on its way',
			hint: 'Formatting marks such as **bold** are documented for iMessage only',
			description: 'Text of the message. WhatsApp messages need one, with or without attachments.',
		},
		...fallbackFields('whatsappFallbackWhen', 'WhatsApp', whatsappFallbackConditionValues),
		attachmentsField,
		sendOptionsField([showTypingFirst]),
	],
	...sentMessage('WhatsApp'),
};
