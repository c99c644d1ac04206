import fc from 'fast-check';

import { Lane } from '../../nodes/shared/delivery/pace/lane';
import {
	sharedTraffic,
	Traffic,
	type Place,
	type Rate,
	type Verdict,
} from '../../nodes/shared/delivery/pace/rate';
import { SlidingWindow } from '../../nodes/shared/delivery/pace/sliding-window';
import { Slots } from '../../nodes/shared/delivery/pace/slots';
import { TokenBucket } from '../../nodes/shared/delivery/pace/token-bucket';

const refusedMs = 600_000;

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

async function latency(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

async function entered(lane: Lane): Promise<Place> {
	const place = await lane.enter({ refusedMs });
	if (typeof place === 'string') throw new Error(`There was no place: ${place}`);
	return place;
}

function finish(traffic: Traffic, verdict: Verdict = 'accepted', holdMs?: number): void {
	traffic.finish(traffic.start(), verdict, holdMs);
}

function rateWith(limit?: Rate['limit']): Rate {
	const traffic = new Traffic();
	return { traffic, ...(limit && { limit: traffic.limit('', () => limit) }) };
}

/** Lets `count` requests through a lane, each taking `ms`, and gives the times when they started. */
async function startTimes(rate: Rate, count: number, ms: number, slots = 100): Promise<number[]> {
	const lane = new Lane(() => rate, new Slots(slots));
	const started: number[] = [];
	const begin = Date.now();
	const all = Promise.all(
		Array.from({ length: count }, async () => {
			const place = await entered(lane);
			started.push(Date.now() - begin);
			await latency(ms);
			lane.leave(place, 'accepted');
		}),
	);
	await jest.runAllTimersAsync();
	await all;
	return started;
}

describe('the rate of lookups (section 8)', () => {
	test('6 go at once, the 7th waits until the first is 60 s old', async () => {
		const times = await startTimes(rateWith(new SlidingWindow(6, 60)), 8, 10);
		expect(times.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
		expect(times[6]).toBeGreaterThanOrEqual(60_000);
		expect(times[6]).toBeLessThan(61_500);
		expect(times[7]).toBeLessThan(61_500);
	});

	test('the service never sees more than 6 arrivals in 60 s, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 90_000 }), async (ms) => {
				const times = await startTimes(rateWith(new SlidingWindow(6, 60)), 20, ms);
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
		const times = await startTimes(rateWith(new TokenBucket(1, 5)), 8, 0);
		expect(times.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
		times.slice(5).forEach((time, index) => {
			expect(time).toBeGreaterThanOrEqual((index + 1) * 1000);
			expect(time).toBeLessThan((index + 1) * 1000 + 900);
		});
	});

	test('the service never sees more than its bucket holds, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 8000 }), async (ms) => {
				const times = await startTimes(rateWith(new TokenBucket(1, 5)), 20, ms);
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
		finish(rate.traffic, 'refused', 7000);
		expect(rate.traffic.waitMs(rate.limit)).toBeGreaterThanOrEqual(7000);
		await jest.advanceTimersByTimeAsync(9000);
		expect(rate.traffic.waitMs(rate.limit)).toBe(0);
	});
});

test('a request that never reached the service does not count', () => {
	const { traffic, limit } = rateWith(new SlidingWindow(1, 60));
	const place = traffic.start();
	expect(traffic.waitMs(limit)).toBeGreaterThan(0);
	traffic.finish(place, 'nothing');
	expect(traffic.waitMs(limit)).toBe(0);
});

test('nodes with different limits count each other', () => {
	const traffic = new Traffic();
	const six = traffic.limit('6', () => new SlidingWindow(6, 60));
	for (let request = 0; request < 4; request += 1) finish(traffic);
	traffic.start();
	traffic.start();
	const five = traffic.limit('5', () => new SlidingWindow(5, 60));
	expect(traffic.waitMs(six)).toBe(60_000);
	expect(traffic.waitMs(five)).toBeGreaterThanOrEqual(60_000);
});

test('at most as many requests are under way as there are slots', async () => {
	expect(await startTimes(rateWith(), 5, 100, 2)).toEqual([0, 0, 100, 100, 200]);
});

test('a place that becomes free early is taken within a second', async () => {
	const rate = rateWith(new SlidingWindow(1, 60));
	const lane = new Lane(() => rate, new Slots(5));
	const first = await entered(lane);
	const second = entered(lane);
	await jest.advanceTimersByTimeAsync(5000);
	lane.leave(first, 'nothing');
	await jest.advanceTimersByTimeAsync(1000);
	expect((await second).traffic).toBe(rate.traffic);
});

test('waiting ends when the execution is stopped, and takes neither slot nor rate', async () => {
	const rate = rateWith(new SlidingWindow(1, 60));
	const slots = new Slots(1);
	const lane = new Lane(() => rate, slots);
	const stop = new AbortController();
	lane.leave(await entered(lane), 'accepted');
	const patience = { signal: stop.signal, refusedMs };
	const waiting = [
		lane.enter(patience),
		lane.enter(patience),
		lane.enterAgain(patience, false),
		lane.enterAgain(patience, true),
	];
	await jest.advanceTimersByTimeAsync(5000);
	stop.abort();
	await jest.advanceTimersByTimeAsync(1000);
	expect(await Promise.all(waiting)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
	await jest.advanceTimersByTimeAsync(62_000);
	expect(rate.traffic.waitMs(rate.limit)).toBe(0);
	await slots.acquire();
});

test('a clock that is set back makes nobody wait longer', () => {
	const { traffic, limit } = rateWith(new TokenBucket(1, 1));
	finish(traffic);
	jest.setSystemTime(Date.now() - 3_600_000);
	expect(traffic.waitMs(limit)).toBeLessThanOrEqual(1500);
});

test('traffic is shared under its key, and forgotten only when that changes nothing', () => {
	const traffic = sharedTraffic('key');
	traffic.limit('', () => new SlidingWindow(1, 60));
	finish(traffic);
	for (let index = 0; index < 1500; index += 1) sharedTraffic(`other ${index}`);
	expect(sharedTraffic('key')).toBe(traffic);
});

describe('a rate that others use, too', () => {
	test('a refusal lowers it, successes raise it again, never above the limit', async () => {
		const rate = rateWith(new TokenBucket(1, 5));
		const nextMs = () => rate.traffic.waitMs(rate.limit);
		finish(rate.traffic, 'refused');
		expect(nextMs()).toBeGreaterThan(1000);
		for (let second = 0; second < 60; second += 1) {
			await jest.advanceTimersByTimeAsync(1500);
			finish(rate.traffic);
		}
		expect(nextMs()).toBe(0);
		await jest.advanceTimersByTimeAsync(5000);
		const times = await startTimes(rate, 7, 0);
		expect(times.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
		expect(times[5]).toBeGreaterThanOrEqual(1000);
		expect(times[6]).toBeGreaterThanOrEqual(2000);
		expect(times[6]).toBeLessThan(4000);
	});

	test('after a refusal one request tries at a time', () => {
		const rate = rateWith();
		finish(rate.traffic, 'refused');
		rate.traffic.start();
		expect(rate.traffic.waitMs(undefined)).toBeGreaterThan(0);
	});

	test('no structure grows with the limit', () => {
		const window = new SlidingWindow(400_000_000, 60);
		window.fill(0);
		for (let count = 0; count < 100_000; count += 1) window.count(count / 10_000);
		expect(JSON.stringify(window).length).toBeLessThan(100_000);
	});
});
