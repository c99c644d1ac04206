import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { recentHours } from './ledger/scopes';
import { listFields } from './list-options';
import type { SenderChoice } from './senders';
import { typingLimits } from './typing';

const { requests: lookupRate } = serviceOperations.lookUpNumber.rate;
const { requests: sendRate, burst } = serviceOperations.sendImessage.rate;

export const wholeResponse: INodeProperties = {
	displayName: 'Include Whole Response',
	name: 'wholeResponse',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the whole response (ID, timestamp and API version around the data) instead of the data alone',
};

export const answerOnly: INodeProperties = {
	displayName: 'Answer Only',
	name: 'answerOnly',
	type: 'boolean',
	default: false,
	description: "Whether to return the service's answer alone, and no row with the list's fields and a status",
};

export const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 10,
	description: 'How many requests of this node may be under way at the same time, however many items come in',
};

export const tries: INodeProperties = {
	displayName: 'Tries per Request',
	name: 'tries',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 4,
	description:
		'How many times one request is made at most. Only repeated where that is safe: reads while the service is busy or out of reach, sends and changes only when the service certainly did not take them.',
};

export const lookupsPerMinute: INodeProperties = {
	displayName: 'Lookups per Minute',
	name: 'lookupsPerMinute',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10_000 },
	default: lookupRate,
	description: `How many lookups may be made in a minute by all executions that use the same credential. The service allows ${lookupRate}. 0 means no limit.`,
};

export const messagesPerSecond: INodeProperties = {
	displayName: 'Messages per Second',
	name: 'messagesPerSecond',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1000 },
	default: sendRate,
	description: `How many messages a second each sending number may send, after a burst of ${burst}, counted over all executions that use the same credential. 1,000 messages from one number take about ${Math.round(1000 / sendRate / 60)} minutes. 0 means no limit. Fast-track messages are not held back.`,
};

export const giveUpAfter: INodeProperties = {
	displayName: 'Give Up After (Minutes)',
	name: 'giveUpAfter',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1440 },
	default: 10,
	description:
		'How many minutes the service may keep refusing (429) before the waiting items fail, counted from the last request that it accepted. 0 fails them at the first refusal.',
};

export const senderChoice: INodeProperties = {
	displayName: 'Sender for Each Recipient',
	name: 'senderChoice',
	type: 'options',
	options: [
		{
			name: 'Always the Same',
			value: 'alwaysSame',
			description: 'A recipient gets every message from the same number, in every run',
		},
		{
			name: 'Spread Evenly',
			value: 'spreadEvenly',
			description: 'Each number sends as many messages as the others: the fastest way through a long list',
		},
	] satisfies Array<INodePropertyOptions & { value: SenderChoice }>,
	default: 'alwaysSame',
	description: 'Which number sends when From names several',
};

/** What happens to a message that may have been sent. */
export type IfUnknown = 'askTheService' | 'doNotSend' | 'sendAgain';

export const ifOutcomeUnknown: INodeProperties = {
	displayName: 'If the Outcome Is Unknown',
	name: 'ifOutcomeUnknown',
	type: 'options',
	options: [
		{
			name: 'Ask the Service',
			value: 'askTheService',
			description:
				'Looks for the message in the conversation with the recipient. What is not found stays unknown, and is not sent again. Needs From.',
		},
		{
			name: 'Do Not Send Again',
			value: 'doNotSend',
			description: 'A retry reports the message as unknown; nobody gets it twice',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'A retry sends the message once more; the recipient may get it twice',
		},
	] satisfies Array<INodePropertyOptions & { value: IfUnknown }>,
	default: 'askTheService',
	description:
		'What the node does with a message that may or may not have been sent, e.g. because the connection broke before the answer',
};

export const sendAgain: INodeProperties = {
	displayName: 'Send Again',
	name: 'sendAgain',
	type: 'boolean',
	default: false,
	description: `Whether to send to everybody, whatever this node has sent. Otherwise a manual run of several items leaves out what was sent in the last ${recentHours} hours, and a campaign or key what it has sent before. Turn it off again for tomorrow's run.`,
};

export const campaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring-sale',
	description:
		"Name of a campaign: each person gets one message of it, whichever run sends it, today or tomorrow, also if the text changes. Without one, tomorrow's run sends to everybody again.",
};

export const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'Text that stands for this message: this node sends one message with this key, whichever run sends it, today or tomorrow',
};

export const showTypingFirst: INodeProperties = {
	displayName: 'Show Typing First (Seconds)',
	name: 'showTypingFirst',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: typingLimits.seconds },
	default: 0,
	description: `How long the recipient sees that you are writing before the message comes (iMessage, WhatsApp; needs From). 0: as long as the text takes, a second for ${typingLimits.charactersPerSecond} characters, at most ${typingLimits.seconds}. Lists of more than ${typingLimits.items} items go without it.`,
};

export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to check the message and show the exact request without sending anything',
};

const furtherFields: INodeProperties = {
	displayName: 'Further Body Fields',
	name: 'furtherFields',
	type: 'json',
	default: '{}',
	description: 'JSON object with body fields that this node has no parameter for; sent as they are',
	routing: {
		request: {
			body: '={{ (() => { try { return JSON.parse($value); } catch (fault) { return $value; } })() }}',
		},
	},
};

/** What most people need of the options, and how requests are made, for those who know why. */
function optionsFields(options: INodeProperties[], advanced: INodeProperties[]): INodeProperties[] {
	return [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options,
		},
		{
			displayName: 'Advanced Options',
			name: 'advancedOptions',
			type: 'collection',
			placeholder: 'Add advanced option',
			default: {},
			options: advanced,
		},
	];
}

const transport: INodeProperties[] = [requestsAtOnce, tries];

/** Options of an operation that reads from or changes the account, after its own. */
export function requestOptionsFields(own: INodeProperties[] = []): INodeProperties[] {
	return optionsFields([...own, wholeResponse], transport);
}

export const lookupOptionsFields = optionsFields(
	[lookupsPerMinute, wholeResponse],
	[giveUpAfter, ...transport],
);

/** Options of a send operation, with those of its channel: what most people need comes first. */
export function sendOptionsFields(ofChannel: INodeProperties[] = []): INodeProperties[] {
	return optionsFields(
		[
			dryRun,
			...listFields,
			senderChoice,
			messagesPerSecond,
			...ofChannel,
			campaign,
			idempotencyKey,
			sendAgain,
			ifOutcomeUnknown,
			answerOnly,
			wholeResponse,
		],
		[furtherFields, giveUpAfter, ...transport],
	);
}

/** Options of a question, with its own. */
export function questionOptionsFields(own: INodeProperties[]): INodeProperties[] {
	return optionsFields(
		[dryRun, ...own, senderChoice, messagesPerSecond, ifOutcomeUnknown],
		[giveUpAfter, tries],
	);
}

/** Options of what a person sees beside messages: typing, read receipts, reactions. */
export const signalOptionsFields = optionsFields(
	[messagesPerSecond, sendAgain, ifOutcomeUnknown, wholeResponse],
	[giveUpAfter, ...transport],
);
