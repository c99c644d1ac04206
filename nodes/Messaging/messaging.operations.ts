import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	bubbleEffectValues,
	imessageFallbackConditionValues,
	maxAttachments,
	maxTextAttachments,
	screenEffectValues,
	whatsappFallbackConditionValues,
} from '../shared/contract/contract';
import { sendOptionsField } from '../shared/operation/options';
import {
	fromField,
	messageField,
	sendersMethod,
	sentMessage,
	textField,
	toField,
} from '../shared/panel/message.fields';
import { leasedNumberField } from '../shared/panel/leased-numbers';
import { notice } from '../shared/panel/panel';
import { conversationField, ofChosenConversation } from '../shared/operation/starting-message';
import type { NodeOperation } from '../shared/operation/operation';
import { filesField } from '../shared/items/files';
import { channelOptions, servicesOver } from '../shared/service/channels';
import { fallbackFields, markersHint } from './fallback.fields';

const attachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attachment' },
	default: [],
	placeholder: 'e.g. https://example.com/picture.jpg',
	description: `HTTPS addresses of files, with a file extension. At most ${maxAttachments} per message, 50 MB in all; as MMS ${maxTextAttachments}, 5 MB in all. An expression can also return an array, or addresses separated by commas.`,
	routing: { send: { type: 'body', property: 'attachments' } },
};

function effectOptions(kind: string, effects: readonly string[]): INodePropertyOptions[] {
	return effects.map((effect) => {
		const words = effect.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
		return { name: `${kind}: ${words.join(' ')}`, value: effect };
	});
}

const effectField: INodeProperties = {
	displayName: 'Effect',
	name: 'effect',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...effectOptions('Bubble', bubbleEffectValues),
		...effectOptions('Screen', screenEffectValues),
	],
	default: '',
	description: 'How the message appears: an effect of its bubble or of the whole screen',
	routing: { send: { type: 'body', property: 'effect' } },
};

const fastTrackField: INodeProperties = {
	displayName: 'Fast Track',
	name: 'fastTrack',
	type: 'boolean',
	default: true,
	description:
		'Whether to bypass the recommended rate limiting. Only on leased numbers, with the Fast Track Terms accepted and the fast_track entitlement: apply for it with the Phone Service Entitlements node.',
	routing: { send: { type: 'body', property: 'fast_track' } },
};

const toolNotice = notice(
	'toolNotice',
	'Each call sends a message. Let the model fill in To and Message only. Fill in To yourself if you know the recipient.',
	{ show: { '@tool': [true] } },
);

/** Send an iMessage (section 4.3). */
export const sendImessage: NodeOperation = {
	id: 'sendImessage',
	service: 'sendImessage',
	name: 'Send iMessage',
	action: 'Send iMessage',
	description: 'Send an iMessage to a phone number or an email address',
	fields: [
		toolNotice,
		toField,
		fromField,
		messageField,
		...fallbackFields(
			'imessageFallbackWhen',
			'iMessage',
			imessageFallbackConditionValues,
			'Email recipients get no fallback: SMS and RCS go to phone numbers only',
		),
		attachmentsField,
		filesField,
		effectField,
		sendOptionsField([fastTrackField]),
	],
	...sentMessage('iMessage'),
};

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
			required: true,
			placeholder: 'e.g. Your order is on its way',
			hint: 'Formatting marks such as **bold** are documented for iMessage only',
			description: 'Text of the message. WhatsApp messages need one, with or without attachments.',
		},
		...fallbackFields('whatsappFallbackWhen', 'WhatsApp', whatsappFallbackConditionValues),
		attachmentsField,
		filesField,
		sendOptionsField(),
	],
	...sentMessage('WhatsApp'),
};

/** Send an SMS or MMS (from public material; not in the interface document). */
export const sendText: NodeOperation = {
	id: 'sendText',
	service: 'sendText',
	name: 'Send Text Message',
	action: 'Send text message',
	description: 'Send an SMS, or with attachments an MMS, to a phone number',
	fields: [
		toolNotice,
		toField,
		fromField,
		{
			...textField,
			placeholder: 'e.g. Your order is on its way',
			hint: markersHint,
			description: 'Text of the message. Required unless attachments are given.',
		},
		attachmentsField,
		filesField,
		sendOptionsField([fastTrackField]),
	],
	...sentMessage('SMS'),
};

const channelField: INodeProperties = ofChosenConversation({
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: channelOptions(),
	default: 'imessage',
	description: 'What the answer goes over',
});

/** Answer a message over the channel that it came over (sections 4.3 and 4.4; texts from public material). */
export const reply: NodeOperation = {
	id: 'reply',
	service: 'sendImessage',
	byChannel: { field: channelField, services: servicesOver('send') },
	name: 'Reply',
	action: 'Reply',
	description:
		'Answer a message with words, over the channel and from the number that it came to. In a workflow that a message has started, only Message is left to fill in.',
	fields: [
		conversationField,
		channelField,
		ofChosenConversation({
			...toField,
			displayName: 'Reply To',
			description:
				'Who wrote: phone number with its plus sign and country code, or for iMessage an email address',
		}),
		ofChosenConversation(
			leasedNumberField({
				displayName: 'Reply From',
				name: 'from',
				required: true,
				description:
					'Your leased number that was written to, so that the answer stays in the same conversation',
				listMethod: sendersMethod,
				routing: { send: { type: 'body', property: 'from' } },
			}),
		),
		{
			...textField,
			placeholder: 'e.g. See you at 8!',
			description: 'Text of the answer. WhatsApp needs one; the others take attachments alone, too.',
		},
		attachmentsField,
		filesField,
		sendOptionsField(),
	],
	...sentMessage('the channel'),
	// As in the message that is answered: who wrote, and your number.
	repeats: { from: 'to', to: 'from' },
};

/** Check iMessage availability (from public material; not in the interface document). */
export const checkImessageAvailability: NodeOperation = {
	id: 'checkImessageAvailability',
	service: 'checkImessageAvailability',
	name: 'Check iMessage Availability',
	action: 'Check iMessage availability',
	description: 'Check whether a phone number or an email address supports iMessage',
	keepsFields: ['to'],
	fields: [
		{
			...toField,
			displayName: 'Phone Number or Email',
			description:
				'Phone number with its plus sign and country code, or iMessage email address to check, if your provider takes one here',
		},
	],
	ifForbidden:
		'The account may not check iMessage availability: ask the provider which entitlement it needs.',
	repeats: { to: 'to' },
};
