import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../operation/parameters';
import { campaignOptions } from './campaign-options';
import type { Option } from './option';
import { paceOptions, sendOptions } from './send-options';

const options = { ...campaignOptions, ...paceOptions, ...sendOptions };

/** The options of one item, defaults filled in; times in the unit that the name says. */
export type DeliveryOptions = {
	[Name in keyof typeof options]: ReturnType<(typeof options)[Name]['read']>;
};

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters): DeliveryOptions {
	const values = Object.entries(options).map(([name, option]) => [name, option.read(parameters)]);
	return Object.fromEntries(values) as DeliveryOptions;
}

const { lookupsPerMinute, ...sendPaceOptions } = paceOptions;
const { messagesPerSecond, giveUpAfterMs, requestsAtOnce } = paceOptions;
const { dryRun, idempotencyKey, sendAgain, sendAgainIfUnknown, answerOnly } = sendOptions;

/** An option that is read for each item, or a field that goes into the request by itself. */
type PanelOption = Option<unknown> | INodeProperties;

function fieldOf(option: PanelOption): INodeProperties {
	return 'field' in option ? option.field : option;
}

/** Options that belong together, as one entry of the list: `ItemParameters.options()` has their values among the others. */
function group(displayName: string, name: string, options: PanelOption[]): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		default: { [name]: {} },
		options: [{ displayName, name, values: options.map(fieldOf) }],
	};
}

/** The block at the end of the panel, in the order of need. */
export function optionsField(options: PanelOption[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: options.map(fieldOf),
	};
}

const campaignGroup = group('Campaign', 'campaign', Object.values(campaignOptions));

const paceGroup = group('Pace', 'pace', Object.values(sendPaceOptions));

export const answerOnlyField = optionsField([answerOnly]);

export const lookupOptionsField = optionsField([lookupsPerMinute, giveUpAfterMs, answerOnly]);

/** Options of a send operation, with those of its channel. */
export function sendOptionsField(ofChannel: PanelOption[] = []): INodeProperties {
	return optionsField([
		dryRun,
		campaignGroup,
		paceGroup,
		...ofChannel,
		idempotencyKey,
		sendAgain,
		sendAgainIfUnknown,
		answerOnly,
	]);
}

export function questionOptionsField(own: PanelOption[]): INodeProperties {
	return optionsField([dryRun, ...own, paceGroup, sendAgainIfUnknown]);
}

/** Options of what a person sees beside messages: typing, read receipts, reactions. */
export const signalOptionsField = optionsField([
	group('Pace', 'pace', [messagesPerSecond, giveUpAfterMs, requestsAtOnce]),
	sendAgain,
	sendAgainIfUnknown,
]);
