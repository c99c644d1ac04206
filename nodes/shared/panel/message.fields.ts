import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField } from './leased-numbers';
import type { NodeOperation } from '../operation/operation';

/** The method that loads the list of numbers which send a message. */
export const sendersMethod = 'senders';

/** Whom something is about; where the path has a parameter of the name of the field, its value goes there instead. */
export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +12025550123',
	description: 'Phone number with its plus sign and country code. iMessage also takes an email address.',
	routing: { send: { type: 'body', property: 'to' } },
};

export const fromField: INodeProperties = leasedNumberField({
	displayName: 'From',
	name: 'from',
	placeholder: 'e.g. +12025550123, +12025550124',
	hint: 'Optional. Leave empty and the service picks a number.',
	description:
		'Leased number that sends. Several numbers, separated by commas or as an array from an expression, share the work: a recipient always gets the same one. Each keeps its own rate.',
	listMethod: sendersMethod,
	routing: { send: { type: 'body', property: 'from' } },
});

/** What the fields for a text have alike: by the same name, n8n's editor keeps the text when the operation changes. */
export const textField = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	routing: { send: { type: 'body', property: 'message' } },
} satisfies Partial<INodeProperties>;

export const messageField: INodeProperties = {
	...textField,
	placeholder: 'e.g. Your order is **on its way**',
	hint: '**bold**, _italics_ or *italics*, ~~strikethrough~~, __underline__; nest the markers to combine them',
	description: 'Text of the message. Required unless attachments are given.',
};

/**
 * What all operations that send a message over a channel have alike; their output says to whom, and from which number
 * (sections 2.5 and 4.3 to 4.5).
 */
export function sentMessage(channel: string) {
	return {
		ifForbidden(given) {
			const { from, 'fallback.from': fallbackFrom, fast_track: fastTrack } = given;
			const causes = [
				from && `the account does not lease ${from} for ${channel}`,
				!from && `the account leases no number for ${channel}`,
				fallbackFrom && `it does not lease ${fallbackFrom} for SMS or RCS`,
				fastTrack && 'it lacks the fast_track entitlement, or has not accepted its terms',
			].filter(Boolean);
			const entitlements = fastTrack ? 'lease, fast_track' : 'lease';
			return `Possible causes: ${causes.join('; ')}; it may not write to this recipient. Apply for entitlements (${entitlements}) with the Phone Service Entitlements node.`;
		},
		ifTooManyRequests: ({ from = 'your numbers', fast_track: fastTrack }) =>
			fastTrack
				? 'Fast track lifts the rate of a leased number only while its entitlement is granted: wait, or turn it off.'
				: `Something else sends from ${from} too: wait, or lower 'Messages per Second' in Options.`,
		repeats: { to: 'to', from: 'from' },
	} satisfies Partial<NodeOperation>;
}
