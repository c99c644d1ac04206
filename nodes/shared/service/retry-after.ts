const longestMs = 86_400_000;

function secondsOrDate(header: string): number {
	if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
	return /^[A-Za-z]{3}/.test(header) ? Date.parse(header) - Date.now() : NaN;
}

/** The wait that a Retry-After header asks for, in milliseconds, a day at most; undefined for none. */
export function retryAfterMs(header: unknown): number | undefined {
	const ms = typeof header === 'string' ? secondsOrDate(header.trim()) : NaN;
	return ms > 0 ? Math.min(ms, longestMs) : undefined;
}
