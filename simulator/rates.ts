/** Takes a place at a time in milliseconds and gives 0, or gives the seconds until there is one. */
export type RateLimit = (now: number) => number;

/** Lets `requests` through in any window of `seconds` (section 8). */
export function slidingWindow({ requests, seconds }: { requests: number; seconds: number }): RateLimit {
	let times: number[] = [];
	return (now) => {
		times = times.filter((time) => now - time < seconds * 1000);
		const [oldest = now] = times;
		if (times.length >= requests) return seconds - (now - oldest) / 1000;
		times.push(now);
		return 0;
	};
}

/** Lets a burst through at once and then `requests` in each `seconds` (public material). */
export function tokenBucket(rate: { requests: number; seconds: number; burst: number }): RateLimit {
	const everyMs = (rate.seconds * 1000) / rate.requests;
	let fullAt = 0;
	return (now) => {
		const fullThen = Math.max(fullAt, now) + everyMs;
		const waitMs = fullThen - now - rate.burst * everyMs;
		if (waitMs <= 0) fullAt = fullThen;
		return Math.max(0, waitMs / 1000);
	};
}
