import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField } from '../shared/panel/leased-numbers';

/** The method that loads the list of numbers which send the fallback of a message. */
export const fallbackSendersMethod = 'fallbackSenders';

/** What becomes of formatting in a text message. */
export const markersHint = 'A text message shows ** and other markers as you typed them';

const fallbackField: INodeProperties = {
	displayName: 'Fall Back to SMS/RCS',
	name: 'fallback',
	type: 'boolean',
	default: false,
	hint: markersHint,
	description:
		'Whether the service sends the message as SMS or RCS when it cannot be delivered over this channel. Without it, people without iMessage get nothing, and the node cannot tell; the same goes for WhatsApp.',
};

const fallbackFromField: INodeProperties = leasedNumberField({
	displayName: 'Fallback From',
	name: 'fallbackFrom',
	placeholder: 'e.g. +12025550125',
	displayOptions: { show: { fallback: [true] } },
	description:
		'Leased number that sends the SMS or RCS. Leave empty to let the service choose one of yours, if the provider offers that.',
	listMethod: fallbackSendersMethod,
	routing: { send: { type: 'body', property: 'fallback.from' } },
});

/** The fields by which a message goes as SMS or RCS instead (section 4.5). `hint` stands below the conditions. */
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
