import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InvalidInput } from '../input/invalid-input';
import { plainObject } from '../input/values';
import {
	choiceOption,
	flagOption,
	numberOption,
	wholeNumberOption,
	type Options,
} from '../operation/parameters';
import { sendingHours, type SendingHours } from './sending-hours';

/** How the messages of a number follow each other. */
type Pace = 'asFastAsAllowed' | 'likeAPerson';

const paceChoices: Array<INodePropertyOptions & { value: Pace }> = [
	{
		name: 'As Fast as the Service Allows',
		value: 'asFastAsAllowed',
		description: 'At the rate of Messages per Second. For messages that people wait for.',
	},
	{
		name: 'Like a Person',
		value: 'likeAPerson',
		description:
			'With random pauses between the messages of each number, and longer ones now and then. For lists: sending that looks automated gets a number restricted.',
	},
];

const pace: INodeProperties = {
	displayName: 'Pace',
	name: 'pace',
	type: 'options',
	options: paceChoices,
	default: 'asFastAsAllowed',
	description: 'How the messages of a number follow each other',
};

const secondsBetween: INodeProperties = {
	displayName: 'Seconds Between Messages',
	name: 'secondsBetween',
	type: 'number',
	typeOptions: { minValue: 10, maxValue: 3600 },
	default: 45,
	description:
		'How many seconds pass between two messages of a number on average, with Pace Like a Person. No pause is shorter than 10 seconds.',
};

export const mostPerNumber: INodeProperties = {
	displayName: 'At Most per Number and Run',
	name: 'mostPerNumber',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100_000 },
	default: 20,
	description:
		'How many messages each number sends in one run. The others leave the node as deferred, and the next run sends them.',
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const onlyAtTheseHours: INodeProperties = {
	displayName: 'Only at These Hours',
	name: 'onlyAtTheseHours',
	type: 'fixedCollection',
	placeholder: 'Add Hours',
	default: {},
	description:
		'When recipients may get messages, by their own clock. Outside of these hours a message leaves the node as deferred.',
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '09:00',
					description: 'Time of the day at which sending begins',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '20:00',
					description: 'Time of the day at which sending ends; on the next day when it is before From',
				},
				{
					displayName: 'Time Zone',
					name: 'timeZone',
					type: 'string',
					default: '',
					placeholder: 'e.g. America/New_York',
					description: 'Time zone of the recipient. An expression takes it from the item.',
				},
				{
					displayName: 'Days',
					name: 'days',
					type: 'multiOptions',
					options: weekdays.map((name, index) => ({ name, value: index + 1 })),
					default: [1, 2, 3, 4, 5, 6, 7],
					description: 'Days of the week on which sending begins',
				},
			],
		},
	],
};

const sendingAdvice: INodeProperties = {
	displayName: 'Sending Advice',
	name: 'sendingAdvice',
	type: 'boolean',
	default: true,
	description:
		'Whether to say above the output where a run does not follow the advice that keeps numbers healthy, such as the same text for everybody',
};

/** The options of messages to many people. */
export const listFields = [mostPerNumber, onlyAtTheseHours, pace, secondsBetween, sendingAdvice];

/** How an item's message goes with others to many people. */
export interface ListOptions {
	/** Seconds between two messages of a number on average; none when they go as fast as the service allows. */
	secondsBetween?: number;
	/** Messages of a number in one run; none when there is no limit. */
	mostPerNumber?: number;
	/** When the recipient may get messages; none for at any time. */
	hours?: SendingHours;
	/** Whether the run says where it does not follow the advice that keeps numbers healthy. */
	sendingAdvice: boolean;
}

function hoursOption(options: Options): SendingHours | undefined {
	const remedy = 'Add the hours in the panel, or remove the option.';
	if (!(onlyAtTheseHours.name in options)) return undefined;
	const { hours } = plainObject('The option Only at These Hours', options[onlyAtTheseHours.name], remedy);
	if (hours === undefined) throw new InvalidInput('The option Only at These Hours has no hours', remedy);
	return sendingHours(plainObject('Hours', hours, remedy));
}

/** Reads these options. InvalidInput for a value that is none of those the panel offers. */
export function listOptions(options: Options): ListOptions {
	const isLikeAPerson = choiceOption(options, pace) === 'likeAPerson';
	return {
		...(isLikeAPerson && { secondsBetween: numberOption(options, secondsBetween) }),
		...(mostPerNumber.name in options && { mostPerNumber: wholeNumberOption(options, mostPerNumber) }),
		hours: hoursOption(options),
		sendingAdvice: !(sendingAdvice.name in options) || flagOption(options, sendingAdvice),
	};
}
