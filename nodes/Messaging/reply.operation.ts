import type { INodeProperties } from 'n8n-workflow';

import { sendOptionsField, showTypingFirst } from '../shared/delivery/options/options';
import { leasedNumberField } from '../shared/node/leased-numbers';
import type { NodeOperation } from '../shared/operation/operation';
import { conversationField, ofChosenConversation } from '../shared/operation/conversation';
import { channelOptions, servicesOver } from '../shared/service/channels';
import { attachmentsField, sendersMethod, textField, toField } from '../shared/message/message.fields';
import { sentMessage } from '../shared/message/sent-message';

const channelField: INodeProperties = ofChosenConversation({
	displayName: 'Channel',
	name: 'replyChannel',
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
	action: 'Reply to message with words',
	description:
		'Answer a message with words, over the channel and from the number that it came to. In a workflow that a message has started, only Message is left to fill in.',
	fields: [
		conversationField,
		channelField,
		ofChosenConversation({
			...toField,
			displayName: 'Reply To',
			name: 'replyTo',
			description: 'Who wrote: phone number in E.164 form, or for iMessage an email address',
		}),
		ofChosenConversation(
			leasedNumberField({
				displayName: 'Reply From',
				name: 'replyFrom',
				required: true,
				description:
					'Your leased number that was written to, so that the answer stays in the same conversation',
				listMethod: sendersMethod,
				routing: { send: { type: 'body', property: 'from' } },
			}),
		),
		{
			...textField,
			name: 'replyMessage',
			placeholder: 'e.g. See you at 8!',
			description: 'Text of the answer. WhatsApp needs one; the others take attachments alone, too.',
		},
		attachmentsField,
		sendOptionsField([showTypingFirst]),
	],
	...sentMessage('the channel'),
	conversation: { channel: channelField.name, person: 'replyTo', number: 'replyFrom' },
	// As in the message that is answered: who wrote, and your number.
	repeats: { from: 'to', to: 'from' },
};
