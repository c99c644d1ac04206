import { optionsField } from '../shared/delivery/options/options';
import { sendOptions } from '../shared/delivery/options/send-options';
import type { NodeOperation } from '../shared/operation/operation';
import { isoTime } from '../shared/service/answer';
import { cut, trackingOf } from '../shared/conversation/conversation';
import { trackingField } from './conversation.fields';

/** Read one message and its status (from public material; not in the interface document). */
export const getMessage: NodeOperation = {
	id: 'getMessage',
	service: 'getMessage',
	name: 'Get Message',
	action: 'Get message and its status',
	description:
		'Read what became of a message that was sent: delivered, failed or delayed (may not be offered by every provider)',
	keepsFields: true,
	fields: [
		{
			displayName: 'Message ID',
			name: 'id',
			type: 'string',
			required: true,
			default: '={{ $json.message_id }}',
			placeholder: 'e.g. imsg_abc123',
			description: 'The ID that the send gave. Behind a node that sends, it is filled in.',
		},
		optionsField([trackingField, sendOptions.answerOnly]),
	],
	ifForbidden: 'The account may not read {id}: only messages of its own numbers can be read.',
	output(data) {
		const { id, status, to, from, message, timestamp, attachments } = data;
		return {
			message_id: id,
			status,
			to,
			from,
			text: cut(message),
			sent_at: isoTime(timestamp),
			attachments,
			tracking: trackingOf(data),
		};
	},
};
