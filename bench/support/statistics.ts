/** The middle one of some numbers (the mean of the two middle ones); NaN of none. */
export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
	return (lower + upper) / 2;
}

/** What several runs gave: the median with the least and the greatest. */
export interface Spread {
	median: number;
	least: number;
	greatest: number;
}

/** The spread of some numbers. */
export function spread(values: number[]): Spread {
	return { median: median(values), least: Math.min(...values), greatest: Math.max(...values) };
}
