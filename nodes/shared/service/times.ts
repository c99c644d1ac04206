import { sleep, type IN8nHttpFullResponse } from 'n8n-workflow';

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

const longestRetryAfterMs = 86_400_000;

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
	return ms > 0 ? Math.min(ms, longestRetryAfterMs) : undefined;
}

const sliceMs = 250;

/** Waits `ms` milliseconds, or until `signal` is aborted, at most a quarter of a second late. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = performance.now() + ms;
	for (let remainingMs = ms; remainingMs > 0 && !signal?.aborted; remainingMs = end - performance.now()) {
		await sleep(Math.ceil(Math.min(remainingMs, sliceMs)));
	}
}
