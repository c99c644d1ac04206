import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../operation/parameters';
import { listOptions } from './list-options';
import type { Option } from './option';
import { requestOptions } from './request-options';
import { sendOptions } from './send-options';

/** All options, by the names of their values. */
const options = { ...requestOptions, ...sendOptions, ...listOptions };

/** The options of one item, defaults filled in; times in the unit that the name says. */
export type DeliveryOptions = {
	[Name in keyof typeof options]: ReturnType<(typeof options)[Name]['read']>;
};

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters): DeliveryOptions {
	const values = Object.entries(options).map(([name, option]) => [name, option.read(parameters)]);
	return Object.fromEntries(values) as DeliveryOptions;
}

const { requestsAtOnce, tries, wholeResponse, lookupsPerMinute, messagesPerSecond, giveUpAfterMs } =
	requestOptions;
const {
	dryRun,
	senderChoice,
	campaign,
	idempotencyKey,
	sendAgain,
	ifUnknown,
	answerOnly,
	typingSeconds,
	respectOptOuts,
	optOutWords,
} = sendOptions;
const { maxPerNumber, hours, pace, secondsBetween, sendingAdvice } = listOptions;

/**
 * How many requests of a run are under way at the same time: what the first item says whose options can be read. Where
 * there is none, no request is made, and the default stands for it.
 */
export function requestsAtOnceOf(items: ItemParameters[]): number {
	for (const parameters of items) {
		try {
			return requestsAtOnce.read(parameters);
		} catch {
			continue;
		}
	}
	return Number(requestsAtOnce.field.default);
}

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

/** An option that is read for each item, or a field that goes into the request by itself. */
type PanelOption = Option<unknown> | INodeProperties;

function fieldOf(option: PanelOption): INodeProperties {
	return 'field' in option ? option.field : option;
}

export const showTypingFirst = typingSeconds;

/** What most people need of the options, and how requests are made, for those who know why. */
function optionsFields(options: PanelOption[], advanced: PanelOption[]): INodeProperties[] {
	return [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: options.map(fieldOf),
		},
		{
			displayName: 'Advanced Options',
			name: 'advancedOptions',
			type: 'collection',
			placeholder: 'Add advanced option',
			default: {},
			options: advanced.map(fieldOf),
		},
	];
}

const transport = [requestsAtOnce, tries];

/** Options of an operation that reads from or changes the account, after its own. */
export function requestOptionsFields(own: PanelOption[] = []): INodeProperties[] {
	return optionsFields([...own, wholeResponse], transport);
}

export const lookupOptionsFields = optionsFields(
	[lookupsPerMinute, answerOnly, wholeResponse],
	[giveUpAfterMs, ...transport],
);

/** Options of a send operation, with those of its channel: what most people need comes first. */
export function sendOptionsFields(ofChannel: PanelOption[] = []): INodeProperties[] {
	return optionsFields(
		[
			dryRun,
			maxPerNumber,
			hours,
			pace,
			secondsBetween,
			sendingAdvice,
			senderChoice,
			messagesPerSecond,
			...ofChannel,
			respectOptOuts,
			optOutWords,
			campaign,
			idempotencyKey,
			sendAgain,
			ifUnknown,
			answerOnly,
			wholeResponse,
		],
		[furtherFields, giveUpAfterMs, ...transport],
	);
}

/** Options of a question, with its own. */
export function questionOptionsFields(own: PanelOption[]): INodeProperties[] {
	return optionsFields([dryRun, ...own, senderChoice, messagesPerSecond, ifUnknown], [giveUpAfterMs, tries]);
}

/** Options of what a person sees beside messages: typing, read receipts, reactions. */
export const signalOptionsFields = optionsFields(
	[messagesPerSecond, sendAgain, ifUnknown, wholeResponse],
	[giveUpAfterMs, ...transport],
);
