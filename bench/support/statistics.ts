/** The middle one of some numbers (the mean of the two middle ones); NaN of none. */
export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
	return (lower + upper) / 2;
}
