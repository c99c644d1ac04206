import type { INodeProperties } from 'n8n-workflow';

import { questionOptionsField } from '../shared/operation/options';
import { notice } from '../shared/panel/panel';
import { channelOptions } from '../shared/service/channels';
import { fromField, messageField, toField } from '../shared/panel/message.fields';
import { fieldKinds, typesWithOptions } from './form-field';

export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	noDataExpression: true,
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
			{ name: 'Free Text', value: 'freeText', description: 'The person writes an answer' },
			{ name: 'Custom Form', value: 'customForm', description: 'The person fills in a form that you define' },
		],
		default: 'approval',
		description: 'How the person answers on the page that the link opens',
	},
	{
		displayName: 'Form Fields',
		name: 'formFields',
		type: 'fixedCollection',
		placeholder: 'Add Form Field',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		displayOptions: { show: { responseType: ['customForm'] } },
		options: values([
			{
				displayName: 'Label',
				name: 'fieldLabel',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. Quantity',
				description: 'What stands above the field, and the name of its value in the output',
			},
			{
				displayName: 'Element Type',
				name: 'fieldType',
				type: 'options',
				options: Object.entries(fieldKinds).map(([value, { name }]) => ({ name, value })),
				default: 'text',
			},
			{
				displayName: 'Field Options',
				name: 'fieldOptions',
				type: 'fixedCollection',
				placeholder: 'Add Field Option',
				typeOptions: { multipleValues: true, sortable: true },
				default: { values: [{ option: '' }] },
				displayOptions: { show: { fieldType: typesWithOptions } },
				options: values([{ displayName: 'Option', name: 'option', type: 'string', default: '' }]),
			},
			{
				displayName: 'Default Value',
				name: 'defaultValue',
				type: 'string',
				default: '',
				description:
					'What the field holds when the page is opened: a date as YYYY-MM-DD, an option by its text',
				displayOptions: { hide: { fieldType: ['password'] } },
			},
			{
				displayName: 'Required Field',
				name: 'requiredField',
				type: 'boolean',
				default: false,
				description: 'Whether the person has to fill in the field',
			},
		]),
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
		'The message ends with a link to a page that has the buttons. With the option Answer in Chat, an answer to the message counts, too. With several items only the first one asks: for the others, use a Loop Over Items node. As human review, each call of a tool asks.',
	),
	questionOptionsField([
		{
			displayName: 'Answer in Chat',
			name: 'answerInChat',
			type: 'boolean',
			default: true,
			description:
				'Whether the message says how to answer in the chat, such as "yes" or "no". It needs a published Messaging Trigger with Answer Open Questions; over WhatsApp only the link answers.',
		},
		{
			displayName: 'Answer to a Yes',
			name: 'answerToYes',
			type: 'string',
			default: '',
			placeholder: 'e.g. Approved: the refund is on its way',
			description:
				'What the person gets back after a yes in the chat. Without this option: "Approved" and the question. Leave empty to send nothing.',
		},
		{
			displayName: 'Words for No',
			name: 'wordsForNo',
			type: 'string',
			default: '',
			placeholder: 'e.g. nein, nö',
			description: 'What declines in the chat beside "no", "👎" and the label of the button',
		},
		{
			displayName: 'Words for Yes',
			name: 'wordsForYes',
			type: 'string',
			default: '',
			placeholder: 'e.g. ja, klar',
			description: 'What approves in the chat beside "yes", "ok", "👍" and the label of the button',
		},
		{
			displayName: 'Limit Wait Time',
			name: 'limitWaitTime',
			type: 'fixedCollection',
			default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
			description:
				'How long to wait. The workflow then continues with its input items, with data.answered set to false.',
			options: values([
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 45,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'minutes',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			]),
		},
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
