/** What processes that share an account got from the service together. */
export interface SharedOutcome {
	/** Messages or lookups that they were to make. */
	asked: number;
	/** Of these, how many the service accepted, once or more. */
	accepted: number;
	lost: number;
	/** How many it accepted more than once. */
	twice: number;
	/** Requests that it refused (429). */
	refused: number;
	/** Seconds from the first request until the last one was accepted. */
	seconds: number;
}

/** Counts what the service saw: its requests and what it accepted, each with the time in milliseconds. */
export function sharedOutcome(
	asked: number,
	requests: ReadonlyArray<{ at: number; answeredStatus: number | null }>,
	accepted: ReadonlyArray<{ what: string; at: number }>,
): SharedOutcome {
	const times = new Map<string, number>();
	for (const { what } of accepted) times.set(what, (times.get(what) ?? 0) + 1);
	const first = Math.min(...requests.map(({ at }) => at));
	const last = Math.max(...accepted.map(({ at }) => at));
	return {
		asked,
		accepted: times.size,
		lost: asked - times.size,
		twice: [...times.values()].filter((count) => count > 1).length,
		refused: requests.filter(({ answeredStatus }) => answeredStatus === 429).length,
		seconds: accepted.length > 0 ? (last - first) / 1_000 : 0,
	};
}
