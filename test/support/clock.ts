/** Fakes the time that code sees, and nothing that the network needs. */
export function useFakeClock(): void {
	beforeEach(() => {
		jest.useFakeTimers({
			doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'],
			now: Date.parse('2026-11-20T12:00:00Z'),
		});
	});
	afterEach(() => jest.useRealTimers());
}

/** Lets the fake time pass while work over real HTTP goes on, until the work is done. */
export async function whileTimePasses<Result>(work: Promise<Result>, stepMs = 50): Promise<Result> {
	let done = false;
	const finished = work.finally(() => {
		done = true;
	});
	finished.catch(() => {});
	while (!done) {
		await jest.advanceTimersByTimeAsync(stepMs);
		for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
	}
	return await finished;
}

/** Lets fake time pass while nothing else goes on. */
export async function pass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
}
