import { sendOptionsFields } from '../shared/delivery/delivery-options';
import { sendRateName } from '../shared/operation/send-rate';
import type { NodeOperation } from '../shared/operation/operation';
import { fastTrackField } from './imessage.fields';
import { fromField, repeatedOfMessage, toField, toolNotice } from './message.fields';
import { busySenders, sendersPermission } from './message-errors';
import { textAttachmentsField, textMessageField } from './text.fields';

/** Send an SMS or MMS (from public material; not in the interface document). */
export const sendText: NodeOperation = {
	id: 'sendText',
	service: 'sendText',
	name: 'Send Text Message',
	action: 'Send a text message',
	description:
		'Send an SMS, or with attachments an MMS, to a phone number (may not be offered by every provider)',
	fields: [
		toolNotice,
		toField,
		fromField,
		textMessageField,
		textAttachmentsField,
		...sendOptionsFields([fastTrackField]),
	],
	permission: sendersPermission('SMS'),
	rateName: sendRateName,
	rateLiftedBy: 'fast_track',
	busy: busySenders,
	repeats: repeatedOfMessage,
};
