/** What goes on by the clock on the wall, also while time is faked. */
export const { setInterval: realInterval, clearInterval: endRealInterval } = globalThis;
export const realNow = performance.now.bind(performance);

/**
 * Shortens waits of a tenth of a second or more in the tests of a file, but no limits of requests; the clock goes on as
 * if they were whole. None lasts longer than `mostMs`. Gives what lets time pass at once, or sets the clock back.
 */
export function useShortWaits(mostMs = Infinity): (ms: number) => void {
	const timesShorter = 50;
	const [shortestWaitMs, longestWaitMs] = [100, 20_000];
	const { setTimeout } = globalThis;
	const { now } = Date;
	let aheadMs = 0;
	let passedMs = 0;
	beforeEach(() => {
		Date.now = () => now() + aheadMs;
		performance.now = () => realNow() + aheadMs - passedMs;
		globalThis.setTimeout = ((work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
			const isLong = ms >= shortestWaitMs && ms <= longestWaitMs;
			if (!isLong) return setTimeout(work, ms, ...values);
			const endsAt = Date.now() + ms - passedMs;
			const over = () => {
				aheadMs = Math.max(aheadMs, endsAt + passedMs - now());
				work(...values);
			};
			return setTimeout(over, Math.min(ms / timesShorter, mostMs));
		}) as typeof setTimeout;
	});
	afterEach(() => {
		Date.now = now;
		performance.now = realNow;
		globalThis.setTimeout = setTimeout;
	});
	return (ms) => {
		aheadMs += ms;
		passedMs += ms;
	};
}

/** Expects that work takes less than so much processor time of this thread, in milliseconds, whatever else the machine does. */
export async function soon<Result>(ms: number, work: () => Result | Promise<Result>): Promise<Result> {
	const begun = process.threadCpuUsage();
	const result = await work();
	const { user, system } = process.threadCpuUsage(begun);
	expect((user + system) / 1_000).toBeLessThan(ms);
	return result;
}

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

/** Does work that timers alone hold up, as fast as it goes. */
export async function inVirtualTime<Result>(work: Promise<Result>): Promise<Result> {
	let isOver = false;
	const over = work.finally(() => (isOver = true));
	over.catch(() => {});
	for (;;) {
		await new Promise(setImmediate);
		if (isOver) return await over;
		if (jest.getTimerCount() === 0) throw new Error('Nothing goes on any more');
		jest.advanceTimersToNextTimer();
	}
}
