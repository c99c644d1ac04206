import type { INodeProperties } from 'n8n-workflow';

import { toField } from '../shared/message/message.fields';
import { leasedNumberField, leaseEntitlement } from '../shared/node/leased-numbers';
import type { ConversationFields, NodeOperation } from '../shared/operation/operation';
import { conversationField, ofChosenConversation } from '../shared/operation/conversation';
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
		'The other person: phone number in E.164 form, or for iMessage an email address, if your provider takes one here',
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

/** Their names. */
export const conversation: ConversationFields = { channel: 'channel', person: 'to', number: 'from' };

export const trackingField: INodeProperties = {
	displayName: 'Include Tracking',
	name: 'tracking',
	type: 'boolean',
	default: false,
	description: 'Whether to return the events of the delivery as well',
	routing: { send: { type: 'query', property: 'tracking' } },
};

/** What the account needs for a leased number in a conversation. */
export const conversationPermission = `{from} must be a number that the account leases for this channel. ${leaseEntitlement}`;

/** What typing, read receipts and reactions have alike: they are answered without a message ID. */
export const signal = {
	ifForbidden: conversationPermission,
	ifTooManyRequests:
		"Something else sends from {from} too: wait, or lower 'Messages per Second' in Options → Pace.",
	conversation,
	// As in the message of the trigger: who wrote, and your number.
	repeats: { from: 'to', to: 'from' },
} satisfies Partial<NodeOperation>;
