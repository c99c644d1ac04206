import { loadavg } from 'node:os';

/** A whole number with its thousands apart. */
export function thousands(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

/** What was measured for a goal, and whether that reaches it. */
interface Verdict {
	reached: boolean;
	measured: string;
}

/** A goal in words, and what was measured for it. */
export function goal(words: string, verdicts: Verdict[]): string {
	const told = verdicts.map(({ reached, measured }) => `**${reached ? 'reached' : 'missed'}** ${measured}`);
	return `- ${words}: ${told.join(', ')}.`;
}

/** When a part is measured, and how many processes wanted to run in the minute before: what else went on. */
export function measuredNow(): string {
	const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
	return `Measured on ${date} UTC at load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}
