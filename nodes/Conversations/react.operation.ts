import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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

/** What one reacts with: an emoji over WhatsApp, a tapback over iMessage, a text over SMS/MMS. */
const reactions: Array<
	[emoji: string, name: string, tapback: Schema<'Tapback'>, text: Schema<'TextReaction'>]
> = [
	['❤️', 'Love', 'love', 'love'],
	['👍', 'Like', 'like', 'thumbsup'],
	['👎', 'Dislike', 'dislike', 'thumbsdown'],
	['😂', 'Laugh', 'laugh', 'haha'],
	['‼️', 'Emphasize', 'emphasize', 'emphasized'],
	['❓', 'Question', 'question', 'questioned'],
];

const custom = 'custom';

const choices: INodePropertyOptions[] = [
	...reactions.map(([emoji, name, tapback, text]) => ({
		name: `${emoji} ${name}`,
		value: tapback,
		// By the expression, n8n's own routing has what WhatsApp takes, and what SMS/MMS does.
		routing: {
			request: {
				body: { tapback, reaction: `={{ $parameter.channel === "whatsapp" ? "${emoji}" : "${text}" }}` },
			},
		},
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

function customEmoji(parameters: ItemParameters): string {
	const emoji = textValue(customEmojiField.displayName, parameters.raw(customEmojiField.name));
	if (emoji.trim() === '') throw new InvalidInput('Custom Emoji is empty', 'Give one emoji, e.g. 🎉.');
	return emoji;
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
		const choice = choiceOf(reactionField, parameters.raw(reactionField.name));
		const channel = parameters.raw(channelField.name);
		const [emoji, , , text] = reactions.find(([, , tapback]) => tapback === choice) ?? [];
		if (!emoji && channel !== 'whatsapp') {
			throw new InvalidInput(
				'Custom Emoji is for WhatsApp only',
				`Choose one of ${reactions.map(([one]) => one).join(' ')} for the other channels.`,
			);
		}
		const reaction = channel === 'whatsapp' ? (emoji ?? customEmoji(parameters)) : text;
		const asked = requestOf(react, parameters);
		return channel === 'imessage' ? asked : { ...asked, body: { ...asked.body, reaction } };
	},
	output(data, parameters) {
		const { person, number } = conversation;
		return { from: parameters.raw(person) as string, to: parameters.raw(number) as string, ...data };
	},
};
