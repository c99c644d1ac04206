import { signalOptionsField } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicesOver } from '../shared/service/channels';
import { channelField, conversationFields, signal } from './conversation.fields';

/** Show or hide the typing indicator (from public material; not in the interface document). */
export const showTyping: NodeOperation = {
	id: 'showTyping',
	service: 'typeImessage',
	byChannel: { field: channelField, services: servicesOver('showTyping') },
	name: 'Show Typing',
	action: 'Show typing indicator before answer',
	description:
		'Show the other person that you are writing, before an answer that takes a moment; sends no text (iMessage, WhatsApp; may not be offered by every provider)',
	fields: [
		...conversationFields,
		{
			displayName: 'Indicator',
			name: 'indicator',
			type: 'options',
			options: [
				{ name: 'Start', value: 'start', description: 'The other person sees that you are writing' },
				{ name: 'Stop', value: 'stop', description: 'The indicator goes away' },
			],
			default: 'start',
			description: 'Whether the typing indicator appears or goes away',
			routing: { send: { type: 'body', property: 'action' } },
		},
		signalOptionsField,
	],
	...signal,
};
