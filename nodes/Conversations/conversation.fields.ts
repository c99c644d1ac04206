import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField } from '../shared/panel/leased-numbers';
import { toField } from '../shared/panel/message.fields';
import { conversationField, ofChosenConversation } from '../shared/operation/starting-message';
import { channelOptions } from '../shared/service/channels';

/** Which channels there are differs from operation to operation. */
export const channelField: INodeProperties = ofChosenConversation({
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: channelOptions(({ showTyping, history, markRead }) => {
		const offered = { 'Show Typing': showTyping, 'Mark as Read': markRead, 'Get Conversation': history };
		const lacking = Object.entries(offered).flatMap(([name, service]) => (service ? [] : [name]));
		return lacking.length > 0 ? `Not for ${lacking.join(' and ')}` : undefined;
	}),
	default: 'imessage',
	description: 'What the conversation runs over',
});

const personField: INodeProperties = ofChosenConversation({
	...toField,
	description:
		'The other person: phone number with its plus sign and country code, or for iMessage an email address, if your provider takes one here',
});

const fromField: INodeProperties = ofChosenConversation(
	leasedNumberField({
		displayName: 'From',
		name: 'from',
		required: true,
		description: 'Your leased number in the conversation',
		routing: { send: { type: 'body', property: 'from' } },
	}),
);

/** The fields that say which conversation an operation belongs to. */
export const conversationFields = [conversationField, channelField, personField, fromField];

export const trackingField: INodeProperties = {
	displayName: 'Include Tracking',
	name: 'tracking',
	type: 'boolean',
	default: true,
	description: 'Whether to return the events of the delivery as well',
	routing: { send: { type: 'query', property: 'tracking' } },
};
