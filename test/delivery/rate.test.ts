import fc from 'fast-check';

import { Lane } from '../../nodes/shared/delivery/lane';
import {
	sharedRate,
	SlidingWindow,
	TokenBucket,
	Unlimited,
	type Rate,
} from '../../nodes/shared/delivery/rate';
import { Slots } from '../../nodes/shared/delivery/slots';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

async function latency(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets `count` requests through a lane, each taking `ms`, and gives the times when they started. */
async function startTimes(rate: Rate, count: number, ms: number, slots = 100): Promise<number[]> {
	const lane = new Lane(rate, new Slots(slots));
	const started: number[] = [];
	const begin = Date.now();
	const all = Promise.all(
		Array.from({ length: count }, async () => {
			await lane.enter();
			started.push(Date.now() - begin);
			await latency(ms);
			lane.leave(true);
		}),
	);
	await jest.runAllTimersAsync();
	await all;
	return started;
}

describe('the rate of lookups (section 8)', () => {
	test('6 go at once, the 7th waits until the first is 60 s old', async () => {
		const times = await startTimes(new SlidingWindow(6, 60), 8, 10);
		expect(times.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
		expect(times[6]).toBeGreaterThanOrEqual(60_000);
		expect(times[6]).toBeLessThan(60_500);
		expect(times[7]).toBeLessThan(60_500);
	});

	test('the service never sees more than 6 arrivals in 60 s, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 90_000 }), async (ms) => {
				const times = await startTimes(new SlidingWindow(6, 60), 20, ms);
				times.slice(6).forEach((time, index) => {
					expect(time - ((times[index] ?? 0) + ms)).toBeGreaterThanOrEqual(60_000);
				});
			}),
			{ numRuns: 20 },
		);
	});
});

describe('the rate of a sending number (1 a second, bursts of 5)', () => {
	test('5 go at once, then one each second', async () => {
		const times = await startTimes(new TokenBucket(1, 5), 8, 0);
		expect(times.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
		times.slice(5).forEach((time, index) => {
			expect(time).toBeGreaterThanOrEqual((index + 1) * 1000);
			expect(time).toBeLessThan((index + 1) * 1000 + 500);
		});
	});

	test('the service never sees more than its bucket holds, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 8000 }), async (ms) => {
				const times = await startTimes(new TokenBucket(1, 5), 20, ms);
				times.forEach((later, j) =>
					times.slice(0, j).forEach((earlier, i) => {
						const mayArriveLate = Math.min(earlier + ms, later);
						expect(j - i + 1).toBeLessThanOrEqual(5 + (later - mayArriveLate) / 1000 + 1e-9);
					}),
				);
			}),
			{ numRuns: 20 },
		);
	});

	test('a hold that the service asks for stops everything of this number', async () => {
		const rate = new TokenBucket(1, 5);
		rate.hold(7000);
		expect((await startTimes(rate, 1, 0))[0]).toBeGreaterThanOrEqual(7000);
	});
});

test('a request that never reached the service does not count', () => {
	const rate = new SlidingWindow(1, 60);
	rate.start();
	expect(rate.waitMs()).toBeGreaterThan(0);
	rate.finish(false);
	expect(rate.waitMs()).toBe(0);
});

test('at most as many requests are under way as there are slots', async () => {
	expect(await startTimes(new Unlimited(), 5, 100, 2)).toEqual([0, 0, 100, 100, 200]);
});

test('waiting ends when the execution is stopped, and takes neither slot nor rate', async () => {
	const rate = new SlidingWindow(1, 60);
	const slots = new Slots(1);
	const lane = new Lane(rate, slots);
	const stop = new AbortController();
	expect(await lane.enter(stop.signal)).toBe(true);
	lane.leave(true);
	const waiting = [lane.enter(stop.signal), lane.enter(stop.signal)];
	await jest.advanceTimersByTimeAsync(5000);
	stop.abort();
	await jest.advanceTimersByTimeAsync(1000);
	expect(await Promise.all(waiting)).toEqual([false, false]);
	await jest.advanceTimersByTimeAsync(60_000);
	expect(rate.waitMs()).toBe(0);
	await slots.acquire();
});

test('a rate is shared under its key, and forgotten only when that changes nothing', () => {
	const rate = sharedRate('key', () => new SlidingWindow(1, 60));
	expect(sharedRate('key', () => new SlidingWindow(1, 60))).toBe(rate);
	rate.start();
	rate.finish(true);
	for (let index = 0; index < 1500; index += 1) sharedRate(`other ${index}`, () => new Unlimited());
	expect(sharedRate('key', () => new SlidingWindow(1, 60))).toBe(rate);
});
