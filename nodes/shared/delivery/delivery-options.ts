import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import {
	choiceOption,
	flagOption,
	numberOption,
	type ItemParameters,
	type Options,
} from '../operation/parameters';
import { everyRunReachHours, manualReachHours, type AfterInterruptedRun } from './ledger/execution-sends';
import { idempotencyKeyOf } from './idempotency-key';
import type { NodeRun } from './node-run';
import { listFields, listOptions, mostPerNumber, onlyAtTheseHours, type ListOptions } from './list-options';
import type { SenderChoice } from './sender-pool';

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const { requests: lookupRate } = serviceOperations.lookUpNumber.rate;
const { requests: sendRate, burst } = serviceOperations.sendImessage.rate;

const wholeResponse: INodeProperties = {
	displayName: 'Include Whole Response',
	name: 'wholeResponse',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the whole response (ID, timestamp and API version around the data) instead of the data alone',
};

const answerOnly: INodeProperties = {
	displayName: 'Answer Only',
	name: 'answerOnly',
	type: 'boolean',
	default: false,
	description: "Whether to return the service's answer alone, and no row with the list's fields and a status",
};

/** How many requests a node makes at once. */
export const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 10,
	description: 'How many requests of this node may be under way at the same time, however many items come in',
};

const tries: INodeProperties = {
	displayName: 'Tries per Request',
	name: 'tries',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 4,
	description:
		'How many times one request is made at most. Only repeated where that is safe: reads while the service is busy or out of reach, sends and changes only when the service certainly did not take them.',
};

const lookupsPerMinute: INodeProperties = {
	displayName: 'Lookups per Minute',
	name: 'lookupsPerMinute',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10_000 },
	default: lookupRate,
	description: `How many lookups may be made in a minute by all executions that use the same credential. The service allows ${lookupRate}. 0 means no limit.`,
};

const messagesPerSecond: INodeProperties = {
	displayName: 'Messages per Second',
	name: 'messagesPerSecond',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1000 },
	default: sendRate,
	description: `How many messages a second each sending number may send, after a burst of ${burst}, counted over all executions that use the same credential. 1,000 messages from one number take about ${Math.round(1000 / sendRate / 60)} minutes. 0 means no limit. Fast-track messages are not held back.`,
};

const giveUpAfter: INodeProperties = {
	displayName: 'Give Up After (Minutes)',
	name: 'giveUpAfter',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1440 },
	default: 10,
	description:
		'How many minutes the service may keep refusing (429) before the waiting items fail, counted from the last request that it accepted. 0 fails them at the first refusal.',
};

const senderChoice: INodeProperties = {
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

/** What becomes of a message of which nobody knows whether the service took it. */
type IfUnknown = 'askTheService' | 'doNotSend' | 'sendAgain';

const ifOutcomeUnknown: INodeProperties = {
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

const afterInterruptedRun: INodeProperties = {
	displayName: 'After an Interrupted Run',
	name: 'afterInterruptedRun',
	type: 'options',
	options: [
		{
			name: 'Retry Sends the Rest',
			value: 'retrySendsTheRest',
			description: `Retry, and a manual run within ${manualReachHours} hour, send what is missing. Runs of a trigger send everything.`,
		},
		{
			name: 'Every Run Sends the Rest',
			value: 'everyRunSendsTheRest',
			description: `Every run within ${everyRunReachHours} hours sends what is missing. For campaigns that a schedule starts again.`,
		},
		{
			name: 'Send Everything',
			value: 'sendEverything',
			description:
				'A new run sends all its messages; Retry of a failed execution still sends only what is missing',
		},
	] satisfies Array<INodePropertyOptions & { value: AfterInterruptedRun }>,
	default: 'retrySendsTheRest',
	description:
		'Which runs of this node finish an earlier one that was cut off (n8n stopped, the execution stopped, items failed) instead of sending everything again',
};

const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'Text that stands for this message: this node does not send another one with the same key, as long as it remembers the key',
};

const dryRun: INodeProperties = {
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
	routing: { send: { type: 'body' } },
};

/** The collection *Options* of a panel. */
export function optionsCollection(options: Option[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

/** How requests are made: for those who know why. */
function advancedCollection(options: Option[]): INodeProperties {
	return {
		displayName: 'Advanced Options',
		name: 'advancedOptions',
		type: 'collection',
		placeholder: 'Add advanced option',
		default: {},
		options,
	};
}

const transport: Option[] = [requestsAtOnce, tries];

/** Options of an operation that reads from or changes the account, after its own. */
export function requestOptionsFields(own: Option[] = []): INodeProperties[] {
	return [optionsCollection([...own, wholeResponse]), advancedCollection(transport)];
}

/** Options of number lookups. */
export const lookupOptionsFields = [
	optionsCollection([lookupsPerMinute, wholeResponse]),
	advancedCollection([giveUpAfter, ...transport]),
];

/** Options of a send operation, with those of its channel: what most people need comes first. */
export function sendOptionsFields(ofChannel: Option[] = []): INodeProperties[] {
	return [
		optionsCollection([
			dryRun,
			...listFields,
			senderChoice,
			messagesPerSecond,
			...ofChannel,
			afterInterruptedRun,
			ifOutcomeUnknown,
			idempotencyKey,
			answerOnly,
			wholeResponse,
		]),
		advancedCollection([furtherFields, giveUpAfter, ...transport]),
	];
}

/** Options of a question, with its own. */
export function questionOptionsFields(own: Option[]): INodeProperties[] {
	return [
		optionsCollection([dryRun, ...own, senderChoice, messagesPerSecond, ifOutcomeUnknown]),
		advancedCollection([giveUpAfter, tries]),
	];
}

/** Options of what a person sees beside messages: typing, read receipts, reactions. */
export const signalOptionsFields = [
	optionsCollection([messagesPerSecond, afterInterruptedRun, ifOutcomeUnknown, wholeResponse]),
	advancedCollection([giveUpAfter, ...transport]),
];

/** The options of one item, defaults filled in. */
export interface DeliveryOptions extends ListOptions {
	wholeResponse: boolean;
	/** Whether sends give the answer alone, and not a row. */
	answerOnly: boolean;
	requestsAtOnce: number;
	tries: number;
	/** 0 means no limit. */
	lookupsPerMinute: number;
	/** 0 means no limit. */
	messagesPerSecond: number;
	ifUnknown: IfUnknown;
	/** How long the service may refuse everything of a rate, in milliseconds. */
	giveUpAfterMs: number;
	dryRun: boolean;
	senderChoice: SenderChoice;
	/** None when the option is not there. */
	idempotencyKey?: string;
	after: AfterInterruptedRun;
}

/** The times for which messages may be deferred need runs that send the rest, unless the user chooses otherwise. */
function afterOption(options: Options): AfterInterruptedRun {
	const defers = mostPerNumber.name in options || onlyAtTheseHours.name in options;
	const preset: AfterInterruptedRun = defers ? 'everyRunSendsTheRest' : 'retrySendsTheRest';
	return choiceOption(options, { ...afterInterruptedRun, default: preset }) as AfterInterruptedRun;
}

/** The options that hold for a run as a whole. */
export type RunOptions = Pick<DeliveryOptions, 'requestsAtOnce' | 'after'>;

function ofRun(options: Options): RunOptions {
	return {
		requestsAtOnce: numberOption(options, requestsAtOnce, true),
		after: afterOption(options),
	};
}

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters): DeliveryOptions {
	const options = parameters.options();
	const { name: key } = idempotencyKey;
	const isKeyed = key in options;
	return {
		wholeResponse: flagOption(options, wholeResponse),
		answerOnly: flagOption(options, answerOnly),
		...ofRun(options),
		tries: numberOption(options, tries, true),
		lookupsPerMinute: numberOption(options, lookupsPerMinute, true),
		messagesPerSecond: numberOption(options, messagesPerSecond),
		ifUnknown: choiceOption(options, ifOutcomeUnknown) as IfUnknown,
		giveUpAfterMs: numberOption(options, giveUpAfter) * 60_000,
		dryRun: flagOption(options, dryRun),
		idempotencyKey: isKeyed ? idempotencyKeyOf(options[key], parameters.storedOption(key)) : undefined,
		senderChoice: choiceOption(options, senderChoice) as SenderChoice,
		...listOptions(options),
	};
}

const namesOfRun = [requestsAtOnce, afterInterruptedRun, mostPerNumber, onlyAtTheseHours].map(
	({ name }) => name,
);

function ofRunIn(parameters: ItemParameters): RunOptions | undefined {
	try {
		return ofRun(parameters.storedOptions(namesOfRun) ?? parameters.options());
	} catch {
		return undefined;
	}
}

/**
 * The options of a run: as they are stored where none of them holds an expression, else those of the first item whose
 * options can be read. Where there is none, no request is made, and the defaults stand for them.
 */
export function runOptions(run: NodeRun): RunOptions {
	for (const index of run.items.keys()) {
		const options = ofRunIn(run.parameters(index));
		if (options) return options;
	}
	return ofRun({});
}
