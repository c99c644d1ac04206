import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { bubbleEffectValues, maxAttachments, screenEffectValues } from '../contract/contract';
import { leasedNumberField } from '../node/leased-numbers';
import { notice } from '../node/panel';

/** The methods that load the lists of numbers which send a message, and its fallback. */
export const sendersMethod = 'senders';
export const fallbackSendersMethod = 'fallbackSenders';

export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15551234567',
	description:
		'Phone number in E.164 form (plus sign, country code, digits). iMessage also takes an email address.',
	routing: { send: { type: 'body', property: 'to' } },
};

export const fromField: INodeProperties = leasedNumberField({
	displayName: 'From',
	name: 'from',
	placeholder: 'e.g. +15550100123, +15550100124',
	hint: 'Optional. Leave empty and the service picks one of your numbers.',
	description:
		'Leased number that sends. Several numbers, separated by commas or as an array from an expression, share the work: see Sender per Recipient. Each keeps its own rate.',
	listMethod: sendersMethod,
	routing: { send: { type: 'body', property: 'from' } },
});

/** What the fields for a text have alike. Each has its own name, because n8n evaluates every definition of a name. */
export const textField = {
	displayName: 'Message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	routing: { send: { type: 'body', property: 'message' } },
} satisfies Partial<INodeProperties>;

export const messageField: INodeProperties = {
	...textField,
	name: 'message',
	placeholder: 'e.g. Your order is **on its way**',
	hint: '**bold**, _italics_ or *italics*, ~~strikethrough~~, __underline__; nest the markers to combine them',
	description: 'Text of the message. Required unless attachments are given.',
};

export const attachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attachment' },
	default: [],
	placeholder: 'e.g. https://example.com/picture.jpg',
	description: `HTTPS addresses of files, with a file extension. At most ${maxAttachments} per message, 50 MB in all. An expression can also return an array, or addresses separated by commas.`,
	routing: { send: { type: 'body', property: 'attachments' } },
};

const fallbackField: INodeProperties = {
	displayName: 'Fall Back to SMS/RCS',
	name: 'fallback',
	type: 'boolean',
	default: false,
	description:
		'Whether the service sends the message as SMS or RCS when it cannot be delivered over this channel. Without it, people without iMessage get nothing, and the node cannot tell; the same goes for WhatsApp. Does nothing for email recipients.',
};

const fallbackFromField: INodeProperties = leasedNumberField({
	displayName: 'Fallback From',
	name: 'fallbackFrom',
	placeholder: 'e.g. +15550100125',
	displayOptions: { show: { fallback: [true] } },
	description:
		'Leased number that sends the SMS or RCS. Leave empty to let the service choose one of yours, if the provider offers that.',
	listMethod: fallbackSendersMethod,
	routing: { send: { type: 'body', property: 'fallback.from' } },
});

/** The fields of the fallback of a channel. `hint` stands below its conditions. */
export function fallbackFields(
	name: string,
	channel: string,
	[unsupported, fails]: readonly [string, string],
	hint?: string,
): INodeProperties[] {
	return [
		fallbackField,
		{
			displayName: 'Fall Back When',
			name,
			type: 'multiOptions',
			required: true,
			options: [
				{
					name: `Recipient Lacks ${channel}`,
					value: unsupported,
					description: `The recipient cannot receive ${channel}`,
				},
				{ name: `${channel} Fails`, value: fails, description: `Sending over ${channel} failed` },
			],
			default: [unsupported, fails],
			displayOptions: { show: { fallback: [true] } },
			hint,
			description: 'What makes the service send the message as SMS or RCS instead',
			routing: { send: { type: 'body', property: 'fallback.when' } },
		},
		fallbackFromField,
	];
}

function effectOptions(kind: string, effects: readonly string[]): INodePropertyOptions[] {
	return effects.map((effect) => {
		const words = effect.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
		return { name: `${kind}: ${words.join(' ')}`, value: effect };
	});
}

export const effectField: INodeProperties = {
	displayName: 'Effect',
	name: 'effect',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...effectOptions('Bubble', bubbleEffectValues),
		...effectOptions('Screen', screenEffectValues),
	],
	default: '',
	description: 'How the message appears: an effect of its bubble or of the whole screen',
	routing: { send: { type: 'body', property: 'effect' } },
};

export const fastTrackField: INodeProperties = {
	displayName: 'Fast Track',
	name: 'fastTrack',
	type: 'boolean',
	default: false,
	description:
		'Whether to bypass the recommended rate limiting. Only on leased numbers, with the Fast Track Terms accepted and the fast_track entitlement: apply for it with the Phone Service Entitlements node.',
	routing: { send: { type: 'body', property: 'fast_track' } },
};

/** What an agent's user should know before a model fills in the rest. */
export const toolNotice = notice(
	'toolNotice',
	'Each call sends a message. Let the model fill in To and Message only.',
	{ show: { '@tool': [true] } },
);
