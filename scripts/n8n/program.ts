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

/** Runs one stage of something slow and shows it: a line at the start, a line at the end. */
export async function stage<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const started = Date.now();
	process.stdout.write(`… ${title}\n`);
	const result = await work();
	process.stdout.write(`✔ ${title} (${String(Math.round((Date.now() - started) / 1_000))} s)\n`);
	return result;
}
