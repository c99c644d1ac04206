import type { INodeParameters } from 'n8n-workflow';

import { leased, simulator } from './simulated';

/** Conversations that cannot be read: what makes them so, in the node or in the service, and what the run says of them. */
export const unreadableConversations: Array<
	[name: string, parameters: INodeParameters, breaks: () => void, reason: RegExp]
> = [
	[
		'no conversations',
		{},
		() => simulator().set({ publicMaterial: false }),
		/does not offer conversations \(404\)/,
	],
	[
		'history away',
		{},
		() =>
			simulator().fault({
				kind: 'status',
				status: 503,
				times: 0,
				match: { operationId: 'getImessageHistory' },
			}),
		/could not be read \(503\)/,
	],
	[
		'WhatsApp',
		{ operation: 'sendWhatsapp', from: leased.whatsapp, whatsappMessage: 'Hello' },
		() => {},
		/over WhatsApp cannot be read/,
	],
	['no From', { from: '' }, () => {}, /needs From/],
];
