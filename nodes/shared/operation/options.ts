import type { INodeProperties } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { optOutNames, typedWords } from '../input/words';
import { InvalidInput } from '../input/invalid-input';
import { ifAdded, numberOption, switchOption, textOption, type Option } from './option';
import type { ItemParameters } from '../parameters/parameters';
import { onlyAtTheseHours } from './sending-hours';

const { requests: lookupRate } = serviceOperations.lookUpNumber.rate;
const { requests: sendRate, burst } = serviceOperations.sendImessage.rate;

const campaign = textOption({
	displayName: 'Campaign',
	name: 'campaign',
	placeholder: 'e.g. spring-sale',
	description:
		"Name of what you send to this list. Each person gets one message of a campaign, whichever run sends it, today or tomorrow, also if the text changes. Without a campaign, tomorrow's run sends to everybody again.",
});

const maxPerNumber = numberOption(
	{
		displayName: 'Max per Number',
		name: 'maxPerNumber',
		typeOptions: { minValue: 1, maxValue: 100_000 },
		default: 20,
		description:
			'How many messages each number sends in one execution. The others leave the node as deferred, and a later execution with the same Campaign sends them.',
	},
	{ isWhole: true },
);

export const optOutWordsField: INodeProperties = {
	displayName: 'Opt-Out Words',
	name: 'optOutWords',
	type: 'string',
	default: '',
	placeholder: 'e.g. arrêt, stopp',
	description: `What opts out beside ${optOutNames}`,
};

/** The options of sends by their names, in the order of need. */
const sendOptions = {
	dryRun: switchOption({
		displayName: 'Dry Run',
		name: 'dryRun',
		description:
			'Whether to check the messages without sending anything. Each row shows its text. A single item shows the exact request, too.',
	}),
	campaign,
	/** InvalidInput without a campaign: no later run would send only what is over the limit. */
	maxPerNumber: ifAdded({
		field: maxPerNumber.field,
		read: (parameters) => {
			if (campaign.read(parameters) !== undefined) return maxPerNumber.read(parameters);
			throw new InvalidInput(
				'The option Max per Number needs a Campaign',
				'Give the option Campaign a name, so that the next run sends to the others, and to nobody twice.',
			);
		},
	}),
	onlyAtTheseHours,
	respectOptOuts: switchOption({
		displayName: 'Respect Opt-Outs',
		name: 'respectOptOuts',
		description: `Whether to skip who wrote ${optOutNames}, and not START since. Reads the conversation of each recipient (iMessage, SMS/RCS; needs From), and skips whose can never be read. May not be offered by every provider.`,
	}),
	optOutWords: {
		field: { ...optOutWordsField, displayOptions: { show: { respectOptOuts: [true] } } },
		read: (parameters) => typedWords('The option Opt-Out Words', parameters.options().optOutWords),
	} satisfies Option<string[]>,
	/** Seconds between two messages of a number on average. */
	pause: ifAdded(
		numberOption({
			displayName: 'Pause (Seconds)',
			name: 'pause',
			typeOptions: { minValue: 2, maxValue: 3600 },
			default: 45,
			description:
				'How long each number pauses between two messages: a random time from half of it to one and a half. For lists: sending that looks automated gets a number restricted.',
		}),
	),
	messagesPerSecond: numberOption({
		displayName: 'Messages per Second',
		name: 'messagesPerSecond',
		typeOptions: { minValue: 0, maxValue: 1000 },
		default: sendRate,
		description: `How many messages a second each sending number may send, after a burst of ${burst}, counted over all executions that use the same credential. 1,000 messages from one number take about ${Math.round(1000 / sendRate / 60)} minutes. 0 means no limit. Fast-track messages are not held back.`,
	}),
	idempotencyKey: textOption({
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Text that stands for this message: this node sends one message with this key, whichever run sends it, today or tomorrow',
	}),
	sendAgain: switchOption({
		displayName: 'Send Again',
		name: 'sendAgain',
		description:
			"Whether to send to everybody, whatever this node has sent. Otherwise a manual run of several items leaves out what was sent manually today or yesterday, and a campaign or key what it has sent before. Remove it for tomorrow's run.",
	}),
	sendAgainIfUnknown: switchOption({
		displayName: 'Send Again If Unknown',
		name: 'sendAgainIfUnknown',
		description:
			'Whether to send a message once more that may or may not have been sent, e.g. because the connection broke before the answer. The recipient may get it twice.',
	}),
};

const lookupsPerMinute = numberOption(
	{
		displayName: 'Lookups per Minute',
		name: 'lookupsPerMinute',
		typeOptions: { minValue: 0, maxValue: 10_000 },
		default: lookupRate,
		description: `How many lookups may be made in a minute by all executions that use the same credential. The service allows ${lookupRate}. 0 means no limit.`,
	},
	{ isWhole: true },
);

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
