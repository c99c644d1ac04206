import fc from 'fast-check';

import { Lane } from '../../nodes/shared/delivery/pace/lane';
import {
	sharedTraffic,
	SlidingWindow,
	TokenBucket,
	Traffic,
	type Rate,
} from '../../nodes/shared/delivery/pace/rate';
import { Slots } from '../../nodes/shared/delivery/pace/slots';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

async function latency(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets `count` requests through a lane, each taking `ms`, and gives the times when they started. */
type Limit = NonNullable<Rate['limit']>;

function rateWith(limit?: Limit): Rate {
	const traffic = new Traffic();
	return { traffic, ...(limit && { limit: traffic.limit('', () => limit) }) };
}

async function startTimes(
	limit: Limit | undefined,
	count: number,
	ms: number,
	slots = 100,
): Promise<number[]> {
	const rate = rateWith(limit);
	const lane = new Lane(() => rate, new Slots(slots));
	const started: number[] = [];
	const begin = Date.now();
	const all = Promise.all(
		Array.from({ length: count }, async () => {
			const place = await lane.enter();
			if (!place) throw new Error('nobody stopped this lane');
			started.push(Date.now() - begin);
			await latency(ms);
			lane.leave(place, true);
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
		const rate = rateWith(new TokenBucket(1, 5));
		rate.traffic.hold(7000);
		expect(rate.traffic.waitMs(rate.limit)).toBe(7000);
		await jest.advanceTimersByTimeAsync(7000);
		expect(rate.traffic.waitMs(rate.limit)).toBe(0);
	});
});

test('a request that never reached the service does not count', () => {
	const { traffic, limit } = rateWith(new SlidingWindow(1, 60));
	traffic.start();
	expect(traffic.waitMs(limit)).toBeGreaterThan(0);
	traffic.finish(false);
	expect(traffic.waitMs(limit)).toBe(0);
});

test('nodes with different limits count each other', () => {
	const traffic = new Traffic();
	const six = traffic.limit('6', () => new SlidingWindow(6, 60));
	for (let request = 0; request < 4; request += 1) {
		traffic.start();
		traffic.finish(true);
	}
	traffic.start();
	traffic.start();
	const five = traffic.limit('5', () => new SlidingWindow(5, 60));
	expect(traffic.waitMs(six)).toBe(60_000);
	expect(traffic.waitMs(five)).toBeGreaterThanOrEqual(60_000);
});

test('at most as many requests are under way as there are slots', async () => {
	expect(await startTimes(undefined, 5, 100, 2)).toEqual([0, 0, 100, 100, 200]);
});

test('a place that becomes free early is taken within a second', async () => {
	const rate = rateWith(new SlidingWindow(1, 60));
	const lane = new Lane(() => rate, new Slots(5));
	const first = await lane.enter();
	const second = lane.enter();
	await jest.advanceTimersByTimeAsync(5000);
	if (first) lane.leave(first, false);
	await jest.advanceTimersByTimeAsync(1000);
	expect(await second).toBe(rate.traffic);
});

test('waiting ends when the execution is stopped, and takes neither slot nor rate', async () => {
	const rate = rateWith(new SlidingWindow(1, 60));
	const slots = new Slots(1);
	const lane = new Lane(() => rate, slots);
	const stop = new AbortController();
	const place = await lane.enter(stop.signal);
	if (place) lane.leave(place, true);
	const waiting = [lane.enter(stop.signal), lane.enter(stop.signal)];
	await jest.advanceTimersByTimeAsync(5000);
	stop.abort();
	await jest.advanceTimersByTimeAsync(1000);
	expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
	await jest.advanceTimersByTimeAsync(60_000);
	expect(rate.traffic.waitMs(rate.limit)).toBe(0);
	await slots.acquire();
});

test('a clock that is set back makes nobody wait longer', () => {
	const { traffic, limit } = rateWith(new TokenBucket(1, 1));
	traffic.start();
	traffic.finish(true);
	jest.setSystemTime(Date.now() - 3_600_000);
	expect(traffic.waitMs(limit)).toBeLessThanOrEqual(1000);
});

test('traffic is shared under its key, and forgotten only when that changes nothing', () => {
	const traffic = sharedTraffic('key');
	traffic.limit('', () => new SlidingWindow(1, 60));
	traffic.start();
	traffic.finish(true);
	for (let index = 0; index < 1500; index += 1) sharedTraffic(`other ${index}`);
	expect(sharedTraffic('key')).toBe(traffic);
});
