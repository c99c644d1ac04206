import fc from 'fast-check';

import {
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	unlimited,
	type RateLimit,
	type Verdict,
} from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/delivery/pace/rate-queues';
import { useFakeClock } from '../support/clock';
import { admitted } from './admitted';

useFakeClock();

function pass(ms: number): void {
	jest.advanceTimersByTime(ms);
}

function limiterWith(limit: RateLimit = unlimited) {
	const limiter = new RateLimiter(limit);
	const request = (verdict: Verdict, holdMs?: number) => limiter.finish(limiter.start(), verdict, holdMs);
	return { limiter, request, waitMs: () => limiter.waitMs() };
}

/** Lets `count` requests through a queue, each taking `ms`, and gives the times when they started. */
async function startTimes(
	limit: RateLimit,
	count: number,
	ms: (request: number) => number,
): Promise<number[]> {
	const limiter = new RateLimiter(limit);
	const queue = new RateQueue(limiter, new Semaphore(100));
	const started: number[] = [];
	const begin = Date.now();
	const all = Promise.all(
		Array.from({ length: count }, async (_, index) => {
			const place = await admitted(queue);
			started.push(Date.now() - begin);
			await new Promise((resolve) => setTimeout(resolve, ms(index)));
			queue.finish(place, 'counted');
		}),
	);
	await jest.runAllTimersAsync();
	await all;
	return started;
}

describe('the rate of lookups (section 8)', () => {
	test('the service never sees more than 6 arrivals in 60 s, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 90_000 }), async (ms) => {
				const times = await startTimes(new SlidingWindow(6, 60), 20, () => ms);
				times.slice(6).forEach((time, index) => {
					expect(time - ((times[index] ?? 0) + ms)).toBeGreaterThanOrEqual(60_000);
				});
			}),
			{ numRuns: 20 },
		);
	});
});

describe('the rate of a sending number (1 a second, bursts of 5)', () => {
	test('the service never sees more than its bucket holds, whatever the latency', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 8000 }), async (ms) => {
				const times = await startTimes(new TokenBucket(1, 5), 20, () => ms);
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

	test('5 go within two seconds, the others at one a second, and one that hangs holds back no other', async () => {
		const times = await startTimes(new TokenBucket(1, 5), 20, (request) => (request === 0 ? 60_000 : 50));
		expect(times[4]).toBeLessThan(2_000);
		expect(times[19]).toBeLessThan(16_000);
	});
});

test('a clock that is set back makes nobody wait longer', () => {
	const { request, waitMs } = limiterWith(new TokenBucket(1, 1));
	request('counted');
	jest.setSystemTime(Date.now() - 3_600_000);
	expect(waitMs()).toBeLessThanOrEqual(1500);
});

describe('a refusal (429) holds its rate', () => {
	test.each([7_000, 60_000, 3_600_000])('for the %i ms asked, and a little longer by chance', (asked) => {
		const waits = Array.from({ length: 50 }, () => {
			const { request, waitMs } = limiterWith(new TokenBucket(1, 5));
			request('refused', asked);
			return waitMs();
		});
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(asked);
		expect(Math.max(...waits)).toBeLessThanOrEqual(Math.max(asked + 2_000, 12_000));
		expect(new Set(waits).size).toBeGreaterThan(30);
	});

	test('when the service does not say: longer with each refusal in a row, half a minute at most', () => {
		const { limiter, request } = limiterWith();
		const waits = Array.from({ length: 9 }, () => {
			const wait = limiter.backoffMs();
			request('refused', wait);
			pass(wait);
			return wait;
		});
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** index) / 2);
			expect(wait).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** index));
		});
		request('counted');
		expect(limiter.backoffMs()).toBeLessThanOrEqual(1_000);
	});

	test('waits are whole milliseconds, so that nobody wakes before the time', () => {
		const { request, waitMs } = limiterWith(new TokenBucket(7, 2));
		for (let count = 0; count < 100; count += 1) {
			request(count % 10 === 9 ? 'refused' : 'counted', 333.3);
			const wait = waitMs();
			expect(wait).toBe(Math.floor(wait));
			if (wait > 1) {
				pass(wait - 1);
				expect(waitMs()).toBe(1);
			}
			pass(1);
			expect(waitMs()).toBe(0);
		}
	});
});

test('after a refusal without a limit, requests go one after the other', () => {
	const { request, waitMs } = limiterWith();
	request('refused');
	pass(2_000);
	request('counted');
	expect(waitMs()).toBeGreaterThan(0);
});

test('requests that were under way when the first was refused say nothing new', () => {
	const { limiter } = limiterWith(new TokenBucket(1, 5));
	const [one, other, third] = [limiter.start(), limiter.start(), limiter.start()];
	pass(10);
	limiter.finish(one, 'refused', 1_000);
	const wait = limiter.waitMs();
	pass(100);
	limiter.finish(other, 'refused', 1_000);
	limiter.finish(third, 'counted');
	expect(limiter.waitMs()).toBeLessThanOrEqual(wait + 1_000);
	expect(limiter.refusedSince).toBeDefined();
});
