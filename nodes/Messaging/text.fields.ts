import type { INodeProperties } from 'n8n-workflow';

import { maxTextAttachments } from '../shared/contract/contract';

export const textMessageField: INodeProperties = {
	displayName: 'Message',
	name: 'textMessage',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: 'Text of the message, without formatting. Required unless attachments are given.',
	routing: { send: { type: 'body', property: 'message' } },
};

export const textAttachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'textAttachments',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attachment' },
	default: [],
	placeholder: 'e.g. https://example.com/picture.jpg',
	description: `HTTPS addresses that end in a filename with an extension; at most ${maxTextAttachments} a message, 5 MB together. They make it an MMS.`,
	routing: { send: { type: 'body', property: 'attachments' } },
};
