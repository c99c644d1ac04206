/** When a request may start: the rate of the service, how a 429 holds it, and when that is given up. */
import fc from 'fast-check';

import {
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	unlimited,
	type Admitted,
	type RateLimit,
	type Verdict,
} from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/delivery/pace/rate-queues';
import { useFakeClock } from '../support/clock';

useFakeClock();

const minute = 60_000;

/** A request that the queue has admitted; throws when it is not. */
async function admitted(queue: RateQueue, refusedMs = 600_000): Promise<Admitted> {
	const end = await queue.enter({ refusedMs });
	if (typeof end === 'string') throw new Error(`It was not admitted: ${end}`);
	return end;
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
			jest.advanceTimersByTime(wait);
			return wait;
		});
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** index) / 2);
			expect(wait).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** index));
		});
		request('counted');
		expect(limiter.backoffMs()).toBeLessThanOrEqual(1_000);
	});
});

function queueWith(limit: RateLimit, permits = 5) {
	const limiter = new RateLimiter(limit);
	const semaphore = new Semaphore(permits);
	return { limiter, semaphore, queue: new RateQueue(limiter, semaphore) };
}

test('a request that waited for a permit waits on while another run of the same rate has gone ahead', async () => {
	const { limiter, semaphore, queue } = queueWith(new SlidingWindow(1, 60), 1);
	await semaphore.acquire();
	const entering = admitted(queue);
	await jest.advanceTimersByTimeAsync(0);
	const begin = performance.now();
	limiter.finish(limiter.start(), 'counted');
	semaphore.release();
	await jest.advanceTimersByTimeAsync(2 * minute);
	expect((await entering).startedAt - begin).toBeGreaterThanOrEqual(minute);
});

describe('giving up a rate that the service refuses', () => {
	const finish = (limiter: RateLimiter, verdict: Verdict, holdMs?: number) =>
		limiter.finish(limiter.start(), verdict, holdMs);

	test('a rate that is merely slow is never given up', async () => {
		const { limiter, queue } = queueWith(new TokenBucket(1, 5));
		for (let request = 0; request < 5; request += 1) finish(limiter, 'counted');
		const begin = performance.now();
		const entering = admitted(queue, 100);
		await jest.advanceTimersByTimeAsync(minute);
		expect((await entering).startedAt - begin).toBeGreaterThanOrEqual(1_000);
	});

	test('a rate by which another execution gets through is not given up', async () => {
		const { limiter, queue } = queueWith(new TokenBucket(1, 5));
		for (let round = 0; round < 5; round += 1) {
			finish(limiter, 'refused', minute);
			jest.advanceTimersByTime(2 * minute);
			finish(limiter, 'counted');
		}
		finish(limiter, 'refused', minute);
		const entering = queue.enter({ refusedMs: 3 * minute });
		await jest.advanceTimersByTimeAsync(2 * minute);
		expect(await entering).toMatchObject({ startedAt: expect.any(Number) });
	});

	test('a run that begins while the rate is refused has the whole patience', async () => {
		const { limiter } = queueWith(new TokenBucket(1, 5));
		finish(limiter, 'refused', 10 * minute);
		jest.advanceTimersByTime(9 * minute);
		const queue = new RateQueue(limiter, new Semaphore(5));
		const entering = queue.enter({ refusedMs: 2 * minute });
		await jest.advanceTimersByTimeAsync(1.5 * minute);
		expect(await entering).toMatchObject({ startedAt: expect.any(Number) });
	});
});
