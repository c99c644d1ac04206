import type { INodePropertyOptions } from 'n8n-workflow';

import type { OperationId, Schema } from '../contract/contract';

/** What the service offers over a channel; null for what it does not. */
interface ChannelFacts {
	name: string;
	/** A number sends over it that has one of these. */
	numbers: ReadonlyArray<Schema<'LeasedNumberChannel'>>;
	send: OperationId;
	react: OperationId | null;
	showTyping: OperationId | null;
	history: OperationId | null;
	markRead: OperationId | null;
}

/** The ways in which people write to each other, by the values that events and items have for them. */
export const channels = {
	imessage: {
		name: 'iMessage',
		numbers: ['imessage'],
		send: 'sendImessage',
		react: 'reactImessage',
		showTyping: 'typeImessage',
		history: 'getImessageHistory',
		markRead: 'markImessageRead',
	},
	text: {
		name: 'SMS/RCS',
		numbers: ['sms', 'mms'],
		send: 'sendText',
		react: null,
		showTyping: null,
		history: 'getTextHistory',
		markRead: null,
	},
	whatsapp: {
		name: 'WhatsApp',
		numbers: ['whatsapp'],
		send: 'sendWhatsapp',
		react: 'reactWhatsapp',
		showTyping: 'typeWhatsapp',
		history: null,
		markRead: null,
	},
} as const satisfies Record<string, ChannelFacts>;

export type Channel = keyof typeof channels;

const listed = Object.entries(channels) as Array<[Channel, ChannelFacts]>;

/** The channels as a field offers them, each with what `describe` says of it. */
export function channelOptions(
	describe: (channel: ChannelFacts) => string | undefined = () => undefined,
): INodePropertyOptions[] {
	return listed.map(([value, facts]) => {
		const description = describe(facts);
		return { name: facts.name, value, ...(description && { description }) };
	});
}

/** The operations of one kind, by the channels that have one. */
export function servicesOver(
	kind: Exclude<keyof ChannelFacts, 'name' | 'numbers'>,
): Partial<Record<Channel, OperationId>> {
	return Object.fromEntries(listed.flatMap(([value, { [kind]: id }]) => (id === null ? [] : [[value, id]])));
}

export function channelOf(send: OperationId): (typeof channels)[Channel] | undefined {
	return Object.values(channels).find((channel) => channel.send === send);
}
