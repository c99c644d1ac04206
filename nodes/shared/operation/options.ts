import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './parameters';
import type { Option } from './option';
import { lookupsPerMinute, sendOptions } from './send-options';

const options = { ...sendOptions, lookupsPerMinute };

/** The options of one item, defaults filled in; times in the unit of the panel. */
export type DeliveryOptions = {
	[Name in keyof typeof options]: ReturnType<(typeof options)[Name]['read']>;
};

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters): DeliveryOptions {
	const values = Object.entries(options).map(([name, option]) => [name, option.read(parameters)]);
	return Object.fromEntries(values) as DeliveryOptions;
}

/** An option that is read for each item, or a field that goes into the request by itself. */
type PanelOption = Option<unknown> | INodeProperties;

/** The block at the end of the panel, in the order of need. */
export function optionsField(options: PanelOption[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: options.map((option) => ('field' in option ? option.field : option)),
	};
}

export const lookupOptionsField = optionsField([lookupsPerMinute]);

const { idempotencyKey, sendAgain, sendAgainIfUnknown, ...ofLists } = sendOptions;
const { dryRun, messagesPerSecond } = ofLists;

/** Options of a send operation, with those of its channel. */
export function sendOptionsField(ofChannel: PanelOption[] = []): INodeProperties {
	const ofMessage = [idempotencyKey, sendAgain, sendAgainIfUnknown];
	return optionsField([...Object.values(ofLists), ...ofChannel, ...ofMessage]);
}

export function questionOptionsField(own: PanelOption[]): INodeProperties {
	return optionsField([dryRun, ...own, messagesPerSecond, sendAgainIfUnknown]);
}

/** Options of what a person sees beside messages: typing, read receipts, reactions. */
export const signalOptionsField = optionsField([messagesPerSecond, sendAgain, sendAgainIfUnknown]);
