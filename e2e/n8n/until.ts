import { setTimeout as wait } from 'node:timers/promises';

interface Manner {
	/** Milliseconds between two tries; 100 unless told. */
	pause?: number;
	/** What the error says when the time is over. */
	tooLate?: () => string;
}

/** Tries until there is an answer other than false and undefined, and gives it; rejects after `milliseconds`. */
export async function until<Answer>(
	answer: () => Answer | Promise<Answer>,
	milliseconds = 30_000,
	{ pause = 100, tooLate = () => `Not so within ${String(milliseconds)} ms: ${String(answer)}` }: Manner = {},
): Promise<Exclude<Answer, false | undefined>> {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		const given = await answer();
		if (given !== false && given !== undefined) return given as Exclude<Answer, false | undefined>;
		if (Date.now() > deadline) throw new Error(tooLate());
		await wait(pause);
	}
}

/** Waits for the next second of the clock: what comes in the second of a question may have been written before it. */
export async function nextSecond(): Promise<void> {
	await wait(1_000 - (Date.now() % 1_000));
}
