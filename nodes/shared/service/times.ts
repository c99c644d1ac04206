import { sleep, tryToParseDateTime, type IN8nHttpFullResponse } from 'n8n-workflow';

export const dayMs = 24 * 60 * 60_000;

const latestMs = 8.64e15;

/** Whether a value is a time that a date can hold, in milliseconds since the epoch. */
export function isTime(value: unknown): value is number {
	return typeof value === 'number' && Math.abs(value) <= latestMs;
}

/** Times from here on are milliseconds: as seconds they would be in the year 5138. */
const minMilliseconds = 1e11;

function dateOf(time: unknown): Date {
	if (typeof time === 'string' && !/^[0-9]+(\.[0-9]+)?$/.test(time)) return new Date(time);
	const number = Number(time);
	return new Date(number < minMilliseconds ? number * 1000 : number);
}

/** A time of the service (it uses milliseconds, seconds and ISO texts) as ISO text; null for none, also for 0. */
export function isoTime(time: unknown): string | null {
	if ((typeof time !== 'number' && typeof time !== 'string') || Number(time) === 0) return null;
	const date = dateOf(time);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** More seconds than this are no wait, but a point in time: a year. */
const maxSeconds = 31_536_000;

/** The time of a header that is an HTTP date, in milliseconds; NaN for any other one. */
function httpDate(header: unknown): number {
	return typeof header === 'string' && /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : NaN;
}

/**
 * The wait that the headers of an answer ask for by Retry-After, in milliseconds, a day at most; undefined for none. It has
 * seconds, or a time, which counts from that of the answer.
 */
export function retryAfterMs({ 'retry-after': header, date }: IN8nHttpFullResponse['headers']) {
	const text = typeof header === 'string' ? header.trim() : '';
	const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	const until = seconds > maxSeconds ? dateOf(seconds).getTime() : httpDate(text);
	const ms = seconds <= maxSeconds ? seconds * 1000 : until - (httpDate(date) || Date.now());
	return ms > 0 ? Math.min(ms, dayMs) : undefined;
}

const sliceMs = 250;

/** Waits `ms` milliseconds, or until `signal` is aborted, at most a quarter of a second late. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = performance.now() + ms;
	for (let remainingMs = ms; remainingMs > 0 && !signal?.aborted; remainingMs = end - performance.now()) {
		await sleep(Math.ceil(Math.min(remainingMs, sliceMs)));
	}
}

/** Days and times of day as people in a time zone have them. Days have numbers, one more each day. */
export class Calendar {
	constructor(private readonly timeZone: string) {}

	get today(): number {
		return this.dayOf(Date.now());
	}

	/** The day at a time in milliseconds since the epoch. */
	dayOf(ms: number): number {
		return Date.parse(tryToParseDateTime(new Date(ms), this.timeZone).toISODate() ?? '') / dayMs;
	}

	/** How many minutes of its day have passed at a time. */
	minuteOf(ms: number): number {
		const { hour, minute } = tryToParseDateTime(new Date(ms), this.timeZone);
		return hour * 60 + minute;
	}

	/** A day in words, e.g. `yesterday`. */
	dayWords(day: number): string {
		const ago = this.today - day;
		return ['today', 'yesterday'][ago] ?? `on ${new Date(day * dayMs).toISOString().slice(0, 10)}`;
	}

	/** A minute of a day in words, e.g. `today at 09:14`. */
	minuteWords(day: number, minute: number): string {
		return `${this.dayWords(day)} at ${new Date(minute * 60_000).toISOString().slice(11, 16)}`;
	}

	/** A time in words. */
	timeWords(ms: number): string {
		return this.minuteWords(this.dayOf(ms), this.minuteOf(ms));
	}
}
