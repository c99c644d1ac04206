import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField, leaseEntitlement } from '../shared/node/leased-numbers';
import type { NodeOperation } from '../shared/operation/operation';
import { channelOptions } from '../shared/service/channels';

/** The channel of the conversation; which ones there are differs from operation to operation. */
export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: channelOptions(({ showTyping, history }) => {
		const lacking = [!showTyping && 'Show Typing', !history && 'Get Conversation'].filter(Boolean);
		return lacking.length > 0 ? `Not for ${lacking.join(' and ')}` : undefined;
	}),
	default: '={{ $json.channel }}',
	description: 'What the conversation runs over. The Message Trigger names it.',
};

export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '={{ $json.from }}',
	placeholder: 'e.g. +15551234567',
	description:
		'The other person: phone number in E.164 form, or for iMessage an email address, if your provider takes one here',
	routing: { send: { type: 'body', property: 'to' } },
};

export const fromField: INodeProperties = leasedNumberField({
	displayName: 'From',
	name: 'from',
	required: true,
	preset: '={{ $json.to }}',
	description: 'Your leased number in the conversation',
	routing: { send: { type: 'body', property: 'from' } },
});

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
	ifTooManyRequests: "Something else sends from {from} too: wait, or lower 'Messages per Second' in Options.",
	repeats: { to: 'to', from: 'from' },
} satisfies Partial<NodeOperation>;
