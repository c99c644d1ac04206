/** A whole number with its thousands apart. */
export function thousands(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

/** Whole megabytes. */
export function megabytes(bytes: number): string {
	return thousands(bytes / 1e6);
}

/** A difference in percent, with its sign. */
export function percent(ratio: number): string {
	const value = (ratio - 1) * 100;
	return `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} %`;
}

/** What a factor allows above the whole, in percent: `5 %` for 1.05. */
export function percentAbove(factor: number): string {
	return `${String(Math.round((factor - 1) * 100))} %`;
}

/** Whether a goal is reached, in words, and what was measured where no table has it; `cause` says why where it is not. */
export function verdict(goal: string, reached: boolean, measured = '', cause = ''): string {
	const sentences = [`${goal}.`, measured && `Measured: ${measured}.`, !reached && cause].filter(Boolean);
	return `- **${reached ? 'Reached' : 'Missed'}**: ${sentences.join(' ')}`;
}
