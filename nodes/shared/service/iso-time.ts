/** Times from here on are milliseconds: as seconds they would be in the year 5138. */
const leastMilliseconds = 1e11;

function dateOf(time: unknown): Date {
	if (typeof time === 'string' && !/^[0-9]+(\.[0-9]+)?$/.test(time)) return new Date(time);
	const number = Number(time);
	return new Date(number < leastMilliseconds ? number * 1000 : number);
}

/** A time of the service (it uses milliseconds, seconds and ISO texts) as ISO text; null for none, also for 0. */
export function isoTime(time: unknown): string | null {
	if ((typeof time !== 'number' && typeof time !== 'string') || Number(time) === 0) return null;
	const date = dateOf(time);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
