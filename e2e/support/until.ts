import { setTimeout as wait } from 'node:timers/promises';

/** Waits until the condition holds; rejects after `milliseconds`. */
export async function until(
	condition: () => boolean | Promise<boolean>,
	milliseconds = 30_000,
): Promise<void> {
	const deadline = Date.now() + milliseconds;
	while (!(await condition())) {
		if (Date.now() > deadline)
			throw new Error(`Not so within ${String(milliseconds)} ms: ${String(condition)}`);
		await wait(100);
	}
}
