import type { INodeProperties } from 'n8n-workflow';

import { questionOptionsField } from '../shared/operation/options';
import { limitWaitTimeField } from '../shared/operation/wait-limit';
import { notice } from '../shared/panel/panel';
import { channelOptions } from '../shared/service/channels';
import { fromField, messageField, toField } from '../shared/panel/message.fields';

export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	options: channelOptions(),
	default: 'imessage',
	description: 'How the message with the link is sent',
};

/** The only group of a fixed collection, as n8n's own nodes name it. */
function values(fields: INodeProperties[]) {
	return [{ displayName: 'Values', name: 'values', values: fields }];
}

export const sendAndWaitFields: INodeProperties[] = [
	channelField,
	toField,
	fromField,
	messageField,
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{ name: 'Approval', value: 'approval', description: 'The person approves or declines' },
			{ name: 'Choice', value: 'choice', description: 'The person chooses one of two to nine answers' },
			{ name: 'Free Text', value: 'freeText', description: 'The person writes an answer' },
		],
		default: 'approval',
		description: 'How the person answers on the page that the link opens, or in the chat',
	},
	{
		displayName: 'Choices',
		name: 'choices',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. Confirm',
		displayOptions: { show: { responseType: ['choice'] } },
		description:
			'Two to nine labels, each on a line of its own, or a list of texts by an expression. The message lists them with numbers; the page has a button for each.',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: values([
			{
				displayName: 'Type of Approval',
				name: 'approvalType',
				type: 'options',
				options: [
					{ name: 'Approve and Decline', value: 'double' },
					{ name: 'Approve Only', value: 'single' },
				],
				default: 'double',
			},
			{ displayName: 'Approve Button Label', name: 'approveLabel', type: 'string', default: 'Approve' },
			{
				displayName: 'Decline Button Label',
				name: 'disapproveLabel',
				type: 'string',
				default: 'Decline',
				displayOptions: { show: { approvalType: ['double'] } },
			},
		]),
	},
	notice(
		'firstItemNotice',
		'The message ends with a link to a page that has the buttons. With the option Answer in Chat (iMessage, SMS/RCS), an answer to the message counts, too. With several items only the first one asks: for the others, use a Loop Over Items node. As human review, each call of a tool asks.',
	),
	questionOptionsField([
		{
			displayName: 'Answer in Chat',
			name: 'answerInChat',
			type: 'boolean',
			default: true,
			displayOptions: { hide: { '/channel': ['whatsapp'] } },
			description:
				'Whether the message says how to answer in the chat, such as "yes" or "no". It needs a published Messaging Trigger with Answer Open Questions. Over WhatsApp only the link answers.',
		},
		{
			displayName: 'Answer to a Yes',
			name: 'answerToYes',
			type: 'string',
			default: '',
			placeholder: 'e.g. Approved: the refund is on its way',
			description:
				'What the person gets back after a yes or a choice in the chat. Without this option: "Approved" or the choice, and the question. Leave empty to send nothing.',
		},
		{
			displayName: 'Words for No',
			name: 'wordsForNo',
			type: 'string',
			default: '',
			placeholder: 'e.g. nein, nö',
			displayOptions: { show: { '/responseType': ['approval'] } },
			description: 'What declines in the chat beside "no", "nope", "👎" and the label of the button',
		},
		{
			displayName: 'Words for Yes',
			name: 'wordsForYes',
			type: 'string',
			default: '',
			placeholder: 'e.g. ja, klar',
			displayOptions: { show: { '/responseType': ['approval'] } },
			description: 'What approves in the chat beside "yes", "ok", "sure", "👍" and the label of the button',
		},
		limitWaitTimeField,
		{
			displayName: 'Asked By',
			name: 'askedBy',
			type: 'string',
			default: '',
			placeholder: 'e.g. The warehouse',
			description: 'Who asks, as the page says it. Leave empty for the name of the workflow.',
		},
	]),
];
