/** A problem that a person can mend, told in one line: shown without a stack trace. */
export class ClearProblem extends Error {
	override readonly name = 'ClearProblem';

	override readonly stack = undefined;
}

/** What to print of an error: the one line of a {@link ClearProblem}, the whole stack of anything unforeseen. */
export function problemText(error: unknown): string {
	if (error instanceof ClearProblem) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
