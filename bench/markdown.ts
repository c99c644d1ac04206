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
