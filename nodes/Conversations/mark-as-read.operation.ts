import { signalOptionsField } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicesOver } from '../shared/service/channels';
import { channelField, conversationFields, signal } from './conversation.fields';

/** Mark an iMessage conversation as read (from public material; not in the interface document). */
export const markAsRead: NodeOperation = {
	id: 'markAsRead',
	service: 'markImessageRead',
	name: 'Mark as Read',
	action: 'Mark conversation as read',
	description:
		'Show the other person that you have read what they wrote (iMessage; may not be offered by every provider)',
	byChannel: { field: channelField, services: servicesOver('markRead') },
	fields: [...conversationFields, signalOptionsField],
	...signal,
};
