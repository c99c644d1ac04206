import type { INodeProperties, INodeType } from 'n8n-workflow';

import { leasedNumberField } from '../shared/node/leased-number.field';
import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { Channel } from '../shared/operation/operation';

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	leasedNumbers: leasedNumbersList(() => ({ channels: [] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];

const listMethod: keyof typeof listSearch = 'leasedNumbers';

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

/** The other person. */
export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '={{ $json.from }}',
	placeholder: 'e.g. +15551234567',
	description: 'The other person: phone number in E.164 form, or for iMessage an email address',
	routing: { send: { type: 'body', property: 'to' } },
};

/** Our side of the conversation. */
export const fromField: INodeProperties = leasedNumberField({
	displayName: 'From',
	name: 'from',
	required: true,
	preset: '={{ $json.to }}',
	description: 'Your leased number in the conversation',
	listMethod,
	routing: { send: { type: 'body', property: 'from' } },
});

/** What the account needs for a leased number in a conversation. */
export const conversationPermission = `{from} must be a number that the account leases for this channel. ${leaseEntitlement}`;

/** What may use up the send rate of a number. */
export const busyNumber =
	"Something else sends from {from} too: wait, or lower 'Messages per Second' in Options.";

/** What signals repeat of their request. */
export const repeatedOfSignal = { to: 'to', from: 'from' };
