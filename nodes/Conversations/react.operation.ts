import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { signalOptionsField } from '../shared/delivery/options/options';
import { InvalidInput } from '../shared/input/invalid-input';
import { textValue } from '../shared/input/values';
import { ofChosenConversation } from '../shared/operation/conversation';
import type { NodeOperation } from '../shared/operation/operation';
import { choiceOf, type ItemParameters } from '../shared/operation/parameters';
import { requestOf } from '../shared/operation/request';
import { servicesOver } from '../shared/service/channels';
import { channelField, conversation, conversationFields, signal } from './conversation.fields';

interface Reaction {
	emoji: string;
	name: string;
	tapback: Schema<'Tapback'>;
	textReaction: Schema<'TextReaction'>;
}

/** What one reacts with, and what each channel has for it; WhatsApp takes the emoji. */
const reactions: Reaction[] = [
	{ emoji: '❤️', name: 'Love', tapback: 'love', textReaction: 'love' },
	{ emoji: '👍', name: 'Like', tapback: 'like', textReaction: 'thumbsup' },
	{ emoji: '👎', name: 'Dislike', tapback: 'dislike', textReaction: 'thumbsdown' },
	{ emoji: '😂', name: 'Laugh', tapback: 'laugh', textReaction: 'haha' },
	{ emoji: '‼️', name: 'Emphasize', tapback: 'emphasize', textReaction: 'emphasized' },
	{ emoji: '❓', name: 'Question', tapback: 'question', textReaction: 'questioned' },
];

/** For n8n's own routing: what WhatsApp takes, and what SMS/MMS does. */
function byChannel(emoji: string, textReaction: string): string {
	return `={{ $parameter.channel === "whatsapp" ? "${emoji}" : "${textReaction}" }}`;
}

const custom = 'custom';

const choices: INodePropertyOptions[] = [
	...reactions.map(({ emoji, name, tapback, textReaction }) => ({
		name: `${emoji} ${name}`,
		value: tapback,
		routing: { request: { body: { tapback, reaction: byChannel(emoji, textReaction) } } },
	})),
	{ name: 'Custom Emoji', value: custom, description: 'Any other emoji (WhatsApp)' },
];

const reactionField: INodeProperties = {
	displayName: 'Reaction',
	name: 'reaction',
	type: 'options',
	options: choices,
	default: 'love',
	description: 'What to put on the message. Over SMS/MMS it goes out as a text of its own, and costs one.',
};

const customEmojiField: INodeProperties = {
	displayName: 'Custom Emoji',
	name: 'customEmoji',
	type: 'string',
	default: '',
	placeholder: 'e.g. 🎉',
	displayOptions: { show: { [reactionField.name]: [custom] } },
	routing: { send: { type: 'body', property: 'reaction' } },
	description:
		'One emoji, or its name between colons. WhatsApp takes it; the other channels take the six reactions alone.',
};

/** The reaction of an item as its channel has it. InvalidInput for a custom emoji where there is none. */
function reactionIn(parameters: ItemParameters): IDataObject {
	const choice = choiceOf(reactionField, parameters.raw(reactionField.name));
	const channel = parameters.raw(channelField.name);
	const known = reactions.find(({ tapback }) => tapback === choice);
	if (channel === 'whatsapp') {
		const emoji =
			known?.emoji ?? textValue(customEmojiField.displayName, parameters.raw(customEmojiField.name));
		if (emoji.trim() === '') throw new InvalidInput('Custom Emoji is empty', 'Give one emoji, e.g. 🎉.');
		return { reaction: emoji };
	}
	if (!known) {
		throw new InvalidInput(
			'Custom Emoji is for WhatsApp only',
			`Choose one of ${reactions.map(({ emoji }) => emoji).join(' ')} for the other channels.`,
		);
	}
	return channel === 'imessage' ? { tapback: known.tapback } : { reaction: known.textReaction };
}

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
		...conversationFields,
		ofChosenConversation({
			displayName: 'On Message',
			name: 'onMessage',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Thank you!',
			description:
				'The whole text of the message; the latest one with that text counts. For WhatsApp its ID works too.',
			routing: { send: { type: 'body', property: 'message' } },
		}),
		reactionField,
		customEmojiField,
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
		signalOptionsField,
	],
	...signal,
	conversation: { ...conversation, text: 'onMessage' },
	request(parameters) {
		const ofChannel = reactionIn(parameters);
		const asked = requestOf(react, parameters);
		return { ...asked, body: { ...asked.body, ...ofChannel } };
	},
	output(data, parameters) {
		const { person, number } = conversation;
		return { from: parameters.raw(person) as string, to: parameters.raw(number) as string, ...data };
	},
};
