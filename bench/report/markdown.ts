import type { Machine } from '../support/machine';

/** A whole number with its thousands apart. */
export function thousands(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

/** Whole megabytes. */
export function megabytes(bytes: number): string {
	return thousands(bytes / 1e6);
}

/** When a part was measured, and how busy the machine was. */
export function measuredOn({ date, loadBefore }: Machine): string {
	return `Measured on ${date} UTC at load ${loadBefore.toFixed(1)}.`;
}

/** What was measured for a goal, and whether that reaches it. */
export interface Verdict {
	reached: boolean;
	measured: string;
}

/** A goal in words, and what was measured for it. */
export function goal(words: string, verdicts: Verdict[]): string {
	const told = verdicts.map(({ reached, measured }) => `**${reached ? 'reached' : 'missed'}** ${measured}`);
	return `- ${words}: ${told.join(', ')}.`;
}
