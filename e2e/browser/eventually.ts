import { setTimeout as wait } from 'node:timers/promises';

const patienceMilliseconds = 5_000;

/** Repeats an expectation while the editor catches up: resolves once it holds, and after 5 seconds fails as it does. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
	const deadline = Date.now() + patienceMilliseconds;
	for (;;) {
		try {
			await expectation();
			return;
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await wait(100);
		}
	}
}
