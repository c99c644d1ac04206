import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { signalOptionsFields } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicesOver, type Channel } from '../shared/service/channels';
import { channelField, fromField, signal, toField } from './conversation.fields';

function namedChoices(names: Record<string, string>): INodePropertyOptions[] {
	return Object.entries(names).map(([value, name]) => ({ name, value }));
}

/** What one reacts with, by the channel. */
const reactions: Record<Channel, INodeProperties> = {
	imessage: {
		displayName: 'Tapback',
		name: 'tapback',
		type: 'options',
		options: namedChoices({
			dislike: 'Dislike',
			emphasize: 'Emphasize',
			laugh: 'Laugh',
			like: 'Like',
			love: 'Love',
			question: 'Question',
		} satisfies Record<Schema<'Tapback'>, string>),
		default: 'love',
		description: 'The reaction over iMessage',
		routing: { send: { type: 'body', property: 'tapback' } },
	},
	whatsapp: {
		displayName: 'Emoji',
		name: 'emoji',
		type: 'string',
		default: ':heart:',
		placeholder: 'e.g. :thumbsup:',
		description: 'The reaction over WhatsApp: one emoji, or its name between colons',
		routing: { send: { type: 'body', property: 'reaction' } },
	},
	text: {
		displayName: 'Text Reaction',
		name: 'textReaction',
		type: 'options',
		options: namedChoices({
			emphasized: 'Emphasized',
			haha: 'Haha',
			love: 'Love',
			questioned: 'Questioned',
			thumbsdown: 'Thumbs Down',
			thumbsup: 'Thumbs Up',
		} satisfies Record<Schema<'TextReaction'>, string>),
		default: 'love',
		description: 'The reaction over SMS/MMS: it goes out as a text of its own, and costs one',
		routing: { send: { type: 'body', property: 'reaction' } },
	},
};

const reactionFields = Object.entries(reactions).map(([channel, field]) => ({
	...field,
	displayOptions: { show: { channel: [channel] } },
}));

/** React to a message (from public material; not in the interface document). */
export const react: NodeOperation = {
	id: 'react',
	service: 'reactImessage',
	byChannel: { field: channelField, services: servicesOver('react') },
	name: 'React',
	action: 'React to message with tapback or emoji instead of words',
	description:
		'Put a tapback or emoji on a message where no words are needed, such as a thank-you; not an answer to a question (may not be offered by every provider)',
	fields: [
		channelField,
		toField,
		fromField,
		{
			displayName: 'On Message',
			name: 'onMessage',
			type: 'string',
			required: true,
			default: '={{ $json.text }}',
			placeholder: 'e.g. Thank you!',
			description:
				'The whole text of the message; the latest one with that text counts. For WhatsApp its ID works too.',
			routing: { send: { type: 'body', property: 'message' } },
		},
		{
			displayName: 'Change',
			name: 'reactionAction',
			type: 'options',
			options: [
				{ name: 'Add', value: 'add', description: 'Put the reaction on the message' },
				{ name: 'Remove', value: 'remove', description: 'Take it away again' },
			],
			default: 'add',
			description: 'Whether the reaction is added or removed',
			routing: { send: { type: 'body', property: 'action' } },
		},
		...reactionFields,
		...signalOptionsFields,
	],
	...signal,
};
