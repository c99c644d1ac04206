import { maxTextAttachments } from '../shared/contract/contract';
import { sendOptionsField } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import {
	attachmentsField,
	fastTrackField,
	fromField,
	textField,
	toField,
	toolNotice,
} from '../shared/message/message.fields';
import { sentMessage } from '../shared/message/sent-message';

/** Send an SMS or MMS (from public material; not in the interface document). */
export const sendText: NodeOperation = {
	id: 'sendText',
	service: 'sendText',
	name: 'Send Text Message',
	action: 'Send text message',
	description:
		'Send an SMS, or with attachments an MMS, to a phone number (may not be offered by every provider)',
	fields: [
		toolNotice,
		toField,
		fromField,
		{
			...textField,
			name: 'textMessage',
			placeholder: 'e.g. Your order is on its way',
			description: 'Text of the message, without formatting. Required unless attachments are given.',
		},
		{
			...attachmentsField,
			name: 'textAttachments',
			description: `HTTPS addresses that end in a filename with an extension; at most ${maxTextAttachments} a message, 5 MB together. They make it an MMS.`,
		},
		sendOptionsField([fastTrackField]),
	],
	...sentMessage('SMS'),
};
