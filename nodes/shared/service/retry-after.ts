const longestMs = 86_400_000;

function secondsOrDate(header: string): number {
	if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
	return /^[A-Za-z]{3}/.test(header) ? Date.parse(header) - Date.now() : NaN;
}

/**
 * How long a Retry-After header asks to wait, in milliseconds, a day at most: seconds, also with a fraction, or an
 * HTTP date. Undefined when it asks for no wait: absent, zero, negative, a date that has passed, or anything else.
 */
export function retryAfterMs(header: unknown): number | undefined {
	const ms = typeof header === 'string' ? secondsOrDate(header.trim()) : NaN;
	return ms > 0 ? Math.min(ms, longestMs) : undefined;
}
