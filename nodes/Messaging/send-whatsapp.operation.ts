import type { INodeProperties } from 'n8n-workflow';

import { whatsappFallbackConditionValues, type Schema } from '../shared/contract/contract';
import { sendOptionsField } from '../shared/delivery/delivery-options';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { NodeOperation, ServiceRequest } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { InvalidInput } from '../shared/input/invalid-input';
import { phoneNumber } from '../shared/input/phone-number';
import {
	attachmentsField,
	fallbackField,
	fallbackFromField,
	fallbackWhenField,
	fromField,
	sendRateNotice,
	toField,
} from './message.fields';
import {
	aboutMessage,
	busySenders,
	messageContents,
	sendersPermission,
	sendRateName,
} from './message-refusals';
import { attachmentsOf, fallbackOf, sendersOf, sentMessage, withFurtherFieldsOf } from './message-request';

/** A parameter of its own, because here the text is required; n8n evaluates every definition of a name. */
const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'whatsappMessage',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: 'Text of the message. WhatsApp messages need one, with or without attachments.',
};

const whatsappFallbackWhenField = fallbackWhenField(
	'whatsappFallbackWhen',
	'WhatsApp',
	whatsappFallbackConditionValues,
);

function request(parameters: ItemParameters): ServiceRequest {
	const to = phoneNumber('To', parameters.text('to', 'To'));
	const message = parameters.text('whatsappMessage', 'Message');
	if (message === '') {
		throw new InvalidInput(
			'The WhatsApp message has no text',
			'Fill Message; attachments alone are not enough.',
		);
	}
	const attachments = attachmentsOf(parameters);
	const fallback = fallbackOf(parameters, 'whatsappFallbackWhen', whatsappFallbackConditionValues);
	const body: Schema<'SendWhatsappRequest'> = {
		to,
		message,
		...(attachments.length > 0 && { attachments }),
		...(fallback && { fallback }),
	};
	return {
		path: servicePath('sendWhatsapp'),
		body: withFurtherFieldsOf(parameters, body, 'sendWhatsapp'),
		senders: sendersOf(parameters),
	};
}

/** Send a WhatsApp message (section 4.4). */
export const sendWhatsapp: NodeOperation = {
	id: 'sendWhatsapp',
	name: 'Send WhatsApp',
	action: 'Send a WhatsApp message',
	description: 'Send a WhatsApp message to a phone number; needs a leased number that supports WhatsApp',
	fields: [
		toField,
		fromField,
		messageField,
		attachmentsField,
		fallbackField,
		whatsappFallbackWhenField,
		fallbackFromField,
		sendRateNotice,
		sendOptionsField(),
	],
	about: aboutMessage,
	contents: messageContents,
	permission: (given) => sendersPermission(given, 'WhatsApp'),
	rateName: sendRateName,
	busy: busySenders,
	request,
	output: sentMessage,
};
