import { InvalidInput, quote } from '../../input/invalid-input';

/** When a recipient may get messages: between two times of the day, on some days of the week (1 is Monday). */
export interface SendingHours {
	/** Minutes after midnight. */
	from: number;
	to: number;
	days: number[];
	timeZone: string;
}

/** Whether the hours are open, and the time in milliseconds at which that changes. */
export interface Opening {
	isOpen: boolean;
	until: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock on the wall of a time zone. RangeError when there is no such zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
	const known = clocks.get(timeZone);
	if (known) return known;
	const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
	const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
	const clock = new Intl.DateTimeFormat('en-US', { timeZone, ...parts, ...time });
	clocks.set(timeZone, clock);
	return clock;
}

/** What the clock of a zone shows, as milliseconds that it would be in UTC. */
function shownAt(ms: number, timeZone: string): number {
	const parts = clockOf(timeZone).formatToParts(ms);
	const [year = 0, month = 1, day, hour, minute, second] = (
		['year', 'month', 'day', 'hour', 'minute', 'second'] as const
	).map((name) => Number(parts.find(({ type }) => type === name)?.value));
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The date that the calendar of a zone shows at a time, such as 2026-11-20. */
export function dayOf(ms: number, timeZone: string): string {
	return new Date(shownAt(ms, timeZone)).toISOString().slice(0, 10);
}

/** When the clock of a zone shows a time; an hour later where the clock is set forward over it. */
function timeShowing(shown: number, timeZone: string): number {
	const guess = shown + (shown - shownAt(shown, timeZone));
	const better = shown + (guess - shownAt(guess, timeZone));
	return shownAt(better, timeZone) === shown ? better : Math.max(guess, better);
}

/** Whether the hours are open at a time. Those that end before they begin go on until the next day. */
export function openingAt({ from, to, days, timeZone }: SendingHours, now: number): Opening {
	const today = Math.floor(shownAt(now, timeZone) / dayMs) * dayMs;
	const endsAt = to <= from ? to * minuteMs + dayMs : to * minuteMs;
	for (let day = today - dayMs; ; day += dayMs) {
		const weekday = new Date(day).getUTCDay() || 7;
		const end = timeShowing(day + endsAt, timeZone);
		if (!days.includes(weekday) || end <= now) continue;
		const start = timeShowing(day + from * minuteMs, timeZone);
		return start <= now ? { isOpen: true, until: end } : { isOpen: false, until: start };
	}
}

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
		clockOf(name);
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
}: Record<string, unknown>): SendingHours {
	return {
		from: minutesOf('From', from),
		to: minutesOf('To', to),
		days: daysOf(days),
		timeZone: timeZoneOf(timeZone),
	};
}
