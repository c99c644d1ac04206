import type { INodePropertyOptions } from 'n8n-workflow';

import { InvalidInput } from '../../input/invalid-input';
import { plainObject } from '../../input/values';
import { choice, flag, ifAdded, number, type Option } from './option';
import { sendOptions } from './send-options';
import { sendingHours } from './sending-hours';

type Pace = 'asFastAsAllowed' | 'likeAPerson';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const hoursRemedy = 'Add the hours in the panel, or remove the option.';

const maxPerNumber = number(
	{
		displayName: 'At Most per Number and Run',
		name: 'mostPerNumber',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100_000 },
		default: 20,
		description:
			'How many messages each number sends in one run. The others leave the node as deferred, and a later run of the same Campaign sends them.',
	},
	{ isWhole: true },
);

const pace = choice<Pace>({
	displayName: 'Pace',
	name: 'pace',
	type: 'options',
	options: [
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
	] satisfies Array<INodePropertyOptions & { value: Pace }>,
	default: 'asFastAsAllowed',
	description: 'How the messages of a number follow each other',
});

const secondsBetween = number({
	displayName: 'Seconds Between Messages',
	name: 'secondsBetween',
	type: 'number',
	typeOptions: { minValue: 10, maxValue: 3600 },
	default: 45,
	description:
		'How many seconds pass between two messages of a number on average, with Pace Like a Person. No pause is shorter than 10 seconds.',
});

/** The options of messages to many people. */
export const listOptions = {
	/** How many messages a number sends in a run. InvalidInput where no later run would send the others alone. */
	maxPerNumber: ifAdded({
		field: maxPerNumber.field,
		read: (parameters) => {
			if (sendOptions.campaign.field.name in parameters.options()) return maxPerNumber.read(parameters);
			throw new InvalidInput(
				'The option At Most per Number and Run needs a Campaign',
				'Add the option Campaign with a name, so that the next run sends to the others, and to nobody twice.',
			);
		},
	}),
	hours: ifAdded({
		field: {
			displayName: 'Only at These Hours',
			name: 'onlyAtTheseHours',
			type: 'fixedCollection',
			placeholder: 'Add Hours',
			default: {},
			description:
				'When recipients may get messages, by their own clock. Outside of these hours a message leaves the node as deferred: a later run sends it if it has a Campaign, and nothing does without one.',
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
		},
		read: (parameters) => {
			const given = parameters.options().onlyAtTheseHours;
			const { hours } = plainObject('The option Only at These Hours', given, hoursRemedy);
			if (hours === undefined) {
				throw new InvalidInput('The option Only at These Hours has no hours', hoursRemedy);
			}
			return sendingHours(plainObject('Hours', hours, hoursRemedy));
		},
	}),
	pace,
	/** Seconds between two messages of a number on average; none when they go as fast as the service allows. */
	secondsBetween: {
		field: secondsBetween.field,
		read: (parameters) =>
			pace.read(parameters) === 'likeAPerson' ? secondsBetween.read(parameters) : undefined,
	} satisfies Option<number | undefined>,
	sendingAdvice: flag({
		displayName: 'Sending Advice',
		name: 'sendingAdvice',
		type: 'boolean',
		default: true,
		description:
			'Whether to say above the output where a run does not follow the advice that keeps numbers healthy, such as the same text for everybody',
	}),
};
