import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField } from '../shared/node/leased-number.field';
import { leaseEntitlement } from '../shared/node/leased-numbers.list';
import type { Channel, NodeOperation } from '../shared/operation/operation';

/** The channel of the conversation; which ones there are differs from operation to operation. */
export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: [
		{ name: 'iMessage', value: 'imessage' },
		{ name: 'SMS/MMS', value: 'text', description: 'Not for Show Typing' },
		{ name: 'WhatsApp', value: 'whatsapp', description: 'Not for Get Conversation' },
	] satisfies Array<{ value: Channel; name: string; description?: string }>,
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
