/** A Markdown table; all columns but the first are numbers and aligned to the right. */
export function table(head: string[], rows: string[][], numbers = true): string {
	const alignment = head.map((_, index) => (index === 0 || !numbers ? '---' : '---:'));
	return [head, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

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

/** Whether a goal is reached, in words, after what was measured; `cause` says why where it is not. */
export function verdict(goal: string, reached: boolean, measured: string, cause = ''): string {
	if (reached) return `- **Reached**: ${goal}: ${measured}.`;
	return `- **Missed**: ${goal}: ${measured}.${cause && ` ${cause}`}`;
}
