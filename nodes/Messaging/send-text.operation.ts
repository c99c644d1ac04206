import type { INodeProperties } from 'n8n-workflow';

import { maxTextAttachments } from '../shared/contract/contract';
import { sendOptionsFields } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { fastTrackField } from './imessage.fields';
import { fromField, toField, toolNotice } from './message.fields';
import { sendersPermission, sentMessage } from './sent-message';

const textMessageField: INodeProperties = {
	displayName: 'Message',
	name: 'textMessage',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: 'Text of the message, without formatting. Required unless attachments are given.',
	routing: { send: { type: 'body', property: 'message' } },
};

const textAttachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'textAttachments',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attachment' },
	default: [],
	placeholder: 'e.g. https://example.com/picture.jpg',
	description: `HTTPS addresses that end in a filename with an extension; at most ${maxTextAttachments} a message, 5 MB together. They make it an MMS.`,
	routing: { send: { type: 'body', property: 'attachments' } },
};

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
	...sentMessage,
};
