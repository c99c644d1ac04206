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
	return `Measured on ${date} UTC, at a load of ${loadBefore.toFixed(1)} before the start.`;
}

/** Whether a goal is reached, in words, and what was measured. */
export function verdict(goal: string, reached: boolean, measured: string): string {
	return `- **${reached ? 'Reached' : 'Missed'}**: ${goal}. Measured: ${measured}.`;
}
