import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

type Pace = 'asFastAsAllowed' | 'likeAPerson';

export const pace: INodeProperties = {
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
};

export const secondsBetween: INodeProperties = {
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
		'How many messages each number sends in one run. The others leave the node as deferred, and a later run of the same Campaign sends them.',
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const onlyAtTheseHours: INodeProperties = {
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
};

export const sendingAdvice: INodeProperties = {
	displayName: 'Sending Advice',
	name: 'sendingAdvice',
	type: 'boolean',
	default: true,
	description:
		'Whether to say above the output where a run does not follow the advice that keeps numbers healthy, such as the same text for everybody',
};

/** The options of messages to many people. */
export const listFields = [mostPerNumber, onlyAtTheseHours, pace, secondsBetween, sendingAdvice];
