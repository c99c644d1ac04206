import { imessageFallbackConditionValues } from '../shared/contract/contract';
import { sendOptionsField, showTypingFirst } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import {
	attachmentsField,
	effectField,
	fallbackFields,
	fastTrackField,
	fromField,
	messageField,
	toField,
	toolNotice,
} from '../shared/message/message.fields';
import { sentMessage } from '../shared/message/sent-message';

/** Send an iMessage (section 4.3). */
export const sendImessage: NodeOperation = {
	id: 'sendImessage',
	service: 'sendImessage',
	name: 'Send iMessage',
	action: 'Send iMessage',
	description: 'Send an iMessage to a phone number or an email address',
	fields: [
		toolNotice,
		toField,
		fromField,
		messageField,
		...fallbackFields(
			'imessageFallbackWhen',
			'iMessage',
			imessageFallbackConditionValues,
			'Email recipients get no fallback: SMS and RCS go to phone numbers only',
		),
		attachmentsField,
		effectField,
		sendOptionsField([showTypingFirst, fastTrackField]),
	],
	...sentMessage('iMessage'),
};
