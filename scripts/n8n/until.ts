import { setTimeout as wait } from 'node:timers/promises';

/**
 * Tries until there is an answer other than false and undefined, and gives it. An error is no answer either: when the time
 * is over, the last one is thrown.
 */
export async function until<Answer>(
	answer: () => Answer | Promise<Answer>,
	milliseconds = 30_000,
	pause = 100,
): Promise<Exclude<Answer, false | undefined>> {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		let problem: unknown = new Error(`Not so within ${String(milliseconds)} ms: ${String(answer)}`);
		try {
			const given = await answer();
			if (given !== false && given !== undefined) return given as Exclude<Answer, false | undefined>;
		} catch (error) {
			problem = error;
		}
		if (Date.now() > deadline) throw problem;
		await wait(pause);
	}
}

/** Waits for the next second of the clock: what comes in the second of a question may have been written before it. */
export async function nextSecond(): Promise<void> {
	await wait(1_000 - (Date.now() % 1_000));
}
