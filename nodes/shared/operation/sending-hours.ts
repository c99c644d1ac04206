import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { plainObject, textList } from '../input/values';
import { ifAdded } from './option';

/** When a recipient may get messages: between two times of the day, on some days of the week (1 is Monday). */
type SendingHours = ReturnType<typeof sendingHours>;

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const dayMinutes = 24 * 60;

const localTime = (ms: number, timeZone: string) => tryToParseDateTime(new Date(ms), timeZone);

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
	const [, hour, minute = '0'] =
		/^([01]?\d|2[0-3]|24(?=$|:00))(?::([0-5]\d)(?::00)?)?$/.exec(String(value).trim()) ?? [];
	if (hour !== undefined) return Number(hour) * 60 + Number(minute);
	throw new InvalidInput(`${field} is ${quote(value)}`, 'Give a time of the day such as 09:00 or 20:30.');
}

function daysOf(value: unknown): number[] {
	const days = textList('Days', value).map(Number);
	if (days.length > 0 && days.every((day) => everyDay.includes(day))) return days;
	throw new InvalidInput(
		`Days is ${quote(value)}`,
		'Choose days, or give their numbers: 1 is Monday, 7 is Sunday.',
	);
}

/** Whether a name is UTC or that of a place. Letters such as BST stand for several zones, others have no summer time. */
function isTimeZone(name: string): boolean {
	if (!/^(?:UTC$|(?!Etc|SystemV)\w+\/)/i.test(name)) return false;
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

function timeZoneOf(value: unknown): string {
	const timeZone = String(value ?? '').trim();
	if (isTimeZone(timeZone)) return timeZone;
	throw new InvalidInput(
		timeZone === '' ? 'Time Zone is empty' : `Time Zone is ${quote(value)}`,
		'Give a place in the time zone of the recipient, such as Europe/London or America/New_York, or UTC. Letters such as BST stand for several zones.',
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

const hoursFields: INodeProperties[] = [
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
];

/** When recipients may get messages; none without the option. It is added with hours. */
export const onlyAtTheseHours = ifAdded({
	field: {
		displayName: 'Only at These Hours',
		name: 'onlyAtTheseHours',
		type: 'fixedCollection',
		placeholder: 'Add Hours',
		default: { hours: Object.fromEntries(hoursFields.map(({ name, default: preset }) => [name, preset])) },
		description:
			'When recipients may get messages, by their own clock. Outside of these hours a message leaves the node as deferred: a later run sends it if it has a Campaign, and nothing does without one.',
		options: [
			{
				displayName: 'Hours',
				name: 'hours',
				values: hoursFields,
			},
		],
	},
	read: (parameters) => {
		const given = parameters.options().onlyAtTheseHours;
		const { hours } = plainObject('The option Only at These Hours', given, hoursRemedy);
		if (hours) return sendingHours(plainObject('Hours', hours, hoursRemedy));
		throw new InvalidInput('The option Only at These Hours is empty', hoursRemedy);
	},
});
