import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { optOutNames, typedWords } from '../../conversation/words';
import { InvalidInput, quote } from '../../input/invalid-input';
import { plainObject } from '../../input/values';
import { choice, flag, ifAdded, name, number, type Option } from './option';

/** When a recipient may get messages: between two times of the day, on some days of the week (1 is Monday). */
type SendingHours = ReturnType<typeof sendingHours>;

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const dayMinutes = 24 * 60;

const localTime = (ms: number, timeZone: string) => tryToParseDateTime(new Date(ms), timeZone);

/** The date that the calendar of a zone shows at a time, such as 2026-11-20. */
export function dayOf(ms: number, timeZone: string): string {
	return String(localTime(ms, timeZone).toISODate());
}

/**
 * Whether the hours are open at a time, and until when, in milliseconds. Those that end before they begin go on until the
 * next day.
 */
export function openingAt({ from, to, days, timeZone }: SendingHours, now: number) {
	const today = localTime(now, timeZone).startOf('day');
	for (let ahead = -1; ; ahead += 1) {
		const day = today.plus({ days: ahead });
		const showing = (minute: number) => day.set({ hour: 0, minute }).toMillis();
		const end = showing(to <= from ? to + dayMinutes : to);
		if (!days.includes(day.weekday) || end <= now) continue;
		const start = showing(from);
		return start <= now ? { isOpen: true, until: end } : { isOpen: false, until: start };
	}
}

/** Minutes after midnight. */
function minutesOf(field: string, value: unknown): number {
	const [, hour, minute = '0'] = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/.exec(String(value).trim()) ?? [];
	if (hour !== undefined) return Number(hour) * 60 + Number(minute);
	throw new InvalidInput(`${field} is ${quote(value)}`, 'Give a time of the day such as 09:00 or 20:30.');
}

function daysOf(value: unknown): number[] {
	const days = Array.isArray(value) ? value.map(Number) : [];
	if (days.length > 0 && days.every((day) => everyDay.includes(day))) return days;
	throw new InvalidInput(`Days is ${quote(value)}`, 'Choose at least one day of the week.');
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

function timeZoneOf(value: unknown): string {
	const timeZone = typeof value === 'string' ? value.trim() : '';
	if (isTimeZone(timeZone)) return timeZone;
	throw new InvalidInput(
		timeZone === '' ? 'Time Zone is empty' : `Time Zone is ${quote(value)}`,
		'Give the time zone of the recipient, such as America/New_York.',
	);
}

/** The hours that the option names. InvalidInput for what is no time, no day or no time zone. */
export function sendingHours({
	from = '09:00',
	to = '20:00',
	days = everyDay,
	timeZone,
}: Record<string, unknown>) {
	return {
		from: minutesOf('From', from),
		to: minutesOf('To', to),
		days: daysOf(days),
		timeZone: timeZoneOf(timeZone),
	};
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const hoursRemedy = 'Add the hours in the panel, or remove the option.';

const campaign = name({
	displayName: 'Campaign Name',
	name: 'campaignName',
	placeholder: 'e.g. spring-sale',
	description:
		"Each person gets one message of a campaign with a name, whichever run sends it, today or tomorrow, also if the text changes. Without a name, tomorrow's run sends to everybody again.",
});

/** A limit for each number; none for 0. InvalidInput where no later run would send alone what is over it. */
function limitPerNumber(
	displayName: string,
	name: string,
	maxValue: number,
	description: string,
): Option<number | undefined> {
	const { field, read } = number(
		{ displayName, name, typeOptions: { minValue: 0, maxValue }, default: 0, description },
		{ isWhole: true },
	);
	return {
		field,
		read: (parameters) => {
			const max = read(parameters);
			if (max === 0) return undefined;
			if (campaign.read(parameters) !== undefined) return max;
			throw new InvalidInput(
				`The option ${displayName} needs a Campaign Name`,
				'Fill in Campaign Name, so that the next run sends to the others, and to nobody twice.',
			);
		},
	};
}

export const optOutWordsField: INodeProperties = {
	displayName: 'Opt-Out Words',
	name: 'optOutWords',
	type: 'string',
	default: '',
	placeholder: 'e.g. arrêt, stopp',
	description: `What opts out beside ${optOutNames}`,
};

export const campaignOptions = {
	campaign,
	maxPerNumber: limitPerNumber(
		'Max per Number',
		'mostPerNumber',
		100_000,
		'How many messages each number sends in one execution. The others leave the node as deferred, and a later execution with the same Campaign Name sends them. 0 means no limit.',
	),
	newContactsPerDay: limitPerNumber(
		'New Contacts per Day',
		'newContactsPerDay',
		1000,
		'How many people without a conversation each number writes to in a day, by the time zone of the workflow. The others leave the node as deferred, and a later run of the same Campaign Name sends them. Reads the conversation of each recipient. 0 means no limit.',
	),
	hours: ifAdded({
		field: {
			displayName: 'Only at These Hours',
			name: 'onlyAtTheseHours',
			type: 'fixedCollection',
			placeholder: 'Add Hours',
			default: {},
			description:
				'When recipients may get messages, by their own clock. Outside of these hours a message leaves the node as deferred: a later run sends it if it has a Campaign Name, and nothing does without one.',
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
			return hours === undefined ? undefined : sendingHours(plainObject('Hours', hours, hoursRemedy));
		},
	}),
	respectOptOuts: choice({
		displayName: 'Respect Opt-Outs',
		name: 'respectOptOuts',
		options: [
			{ name: 'No', value: 'no', description: 'Everybody gets the message' },
			{
				name: 'Skip Opt-Outs; If Unknown, Send',
				value: 'sendIfUnknown',
				description: 'Where the conversation cannot be read, the message is sent',
			},
			{
				name: 'Skip Opt-Outs; If Unknown, Skip',
				value: 'skipIfUnknown',
				description: 'Where the conversation cannot be read, the message is not sent',
			},
		],
		default: 'no',
		description: `Whether to leave out who wrote ${optOutNames}, and not START since. Reads the conversation of each recipient (iMessage, SMS/MMS; needs From). May not be offered by every provider.`,
	}),
	optOutWords: {
		field: {
			...optOutWordsField,
			displayOptions: { show: { respectOptOuts: ['sendIfUnknown', 'skipIfUnknown'] } },
		},
		read: (parameters) => typedWords('The option Opt-Out Words', parameters.options().optOutWords),
	} satisfies Option<string[]>,
	sendingAdvice: flag({
		displayName: 'Sending Advice',
		name: 'sendingAdvice',
		default: true,
		description:
			'Whether to say above the output where a run does not follow the advice that keeps numbers healthy, such as the same text for everybody',
	}),
};
