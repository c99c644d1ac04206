/** When a request may start: the rate of the service, how a 429 holds it, and when that is given up. */
import fc from 'fast-check';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import {
	RandomPause,
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	unlimited,
	type Admitted,
	type RateLimit,
	type Verdict,
} from '../../nodes/shared/rate/rate-limiter';
import { limiters, RateQueue, RateQueues } from '../../nodes/shared/rate/rate-queues';
import { Semaphore } from '../../nodes/shared/waiting/semaphore';
import { Tries } from '../../nodes/shared/rate/tries';
import { useFakeClock } from '../support/clock';

useFakeClock();

const minute = 60_000;

function rateWith(limit: RateLimit = unlimited, permits = 100) {
	const limiter = new RateLimiter();
	const semaphore = new Semaphore(permits);
	const rate = { key: '', limit };
	const queue = new RateQueue(() => limiter, semaphore);
	return {
		limiter,
		semaphore,
		queue,
		request: (verdict: Verdict, holdMs?: number) => limiter.finish(limiter.start(limit), verdict, holdMs),
		/** A request that the queue has admitted; throws when it is not. */
		admitted: async (refusedMs = 600_000): Promise<Admitted> => {
			const end = await queue.enter({ rate, refusedMs, endedBy: () => undefined });
			if (end === undefined || end === 'refused') throw new Error(`It was not admitted: ${end}`);
			return end;
		},
	};
}

/**
 * Lets 20 requests through a queue, each taking `ms`, and gives the times when they started. Every so many of them, if any,
 * is refused.
 */
async function startTimes(
	limit: RateLimit,
	ms: (request: number) => number,
	refusedEvery = Infinity,
): Promise<number[]> {
	const { queue, admitted } = rateWith(limit);
	const started: number[] = [];
	const begin = Date.now();
	const all = Promise.all(
		Array.from({ length: 20 }, async (_, index) => {
			const place = await admitted();
			started.push(Date.now() - begin);
			await new Promise((resolve) => setTimeout(resolve, ms(index)));
			queue.finish(place, index % refusedEvery === 0 ? 'refused' : 'counted');
		}),
	);
	await jest.runAllTimersAsync();
	await all;
	return started;
}

const every = fc.constantFrom(1, 2, 7, 100);

test('lookups (section 8): the service never sees more arrivals than their rate, whatever the latency and whatever it refuses', async () => {
	const { requests, seconds } = serviceOperations.lookUpNumber.rate;
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 90_000 }), every, async (ms, refusedEvery) => {
			const times = await startTimes(new SlidingWindow(requests, seconds), () => ms, refusedEvery);
			times.slice(requests).forEach((time, index) => {
				expect(time - ((times[index] ?? 0) + ms)).toBeGreaterThanOrEqual(seconds * 1000);
			});
		}),
		{ numRuns: 20 },
	);
});

describe('the rate of a sending number (1 a second, bursts of 5)', () => {
	test('the service never sees more than its bucket holds, whatever the latency and whatever it refuses', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 8000 }), every, async (ms, refusedEvery) => {
				const times = await startTimes(new TokenBucket(1, 5), () => ms, refusedEvery);
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
		const times = await startTimes(new TokenBucket(1, 5), (request) => (request === 0 ? 60_000 : 50));
		expect(times[4]).toBeLessThan(2_000);
		expect(times[19]).toBeLessThan(16_000);
	});
});

describe('a refusal (429) holds its rate', () => {
	test.each([7_000, 60_000, 3_600_000])('for the %i ms asked, and a little longer by chance', (asked) => {
		const waits = Array.from({ length: 50 }, () => {
			const limit = new TokenBucket(1, 5);
			const { request, limiter } = rateWith(limit);
			request('refused', asked);
			return limiter.waitMs(limit);
		});
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(asked);
		expect(Math.max(...waits)).toBeLessThanOrEqual(Math.max(asked + 2_000, 12_000));
		expect(new Set(waits).size).toBeGreaterThan(30);
	});

	test('when the service does not say: longer with each refusal in a row, half a minute at most', () => {
		const { limiter, request } = rateWith();
		const waits = Array.from({ length: 9 }, () => {
			const wait = limiter.backoffMs(unlimited);
			request('refused', wait);
			jest.advanceTimersByTime(wait);
			return wait;
		});
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** index) / 2);
			expect(wait).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** index));
		});
		request('counted');
		expect(limiter.backoffMs(unlimited)).toBeLessThanOrEqual(1_000);
	});
});

test('a request that waited for a permit waits on while another run of the same rate has gone ahead', async () => {
	const { semaphore, request, admitted } = rateWith(new SlidingWindow(1, 60), 1);
	await semaphore.acquire();
	const entering = admitted();
	await jest.advanceTimersByTimeAsync(0);
	const begin = performance.now();
	request('counted');
	semaphore.release();
	await jest.advanceTimersByTimeAsync(2 * minute);
	expect((await entering).startedAt - begin).toBeGreaterThanOrEqual(minute);
});

test('a request that rejects gives its permit and its place back, and is passed on', async () => {
	const rate = { key: '', limit: new TokenBucket(1, 5) };
	const { limiter, semaphore, queue } = rateWith(rate.limit, 1);
	const failing = async () => {
		const tries = new Tries('sendImessage', queue, { rate, endedBy: () => undefined });
		for await (const attempt of tries) throw new Error(`no record for ${typeof attempt}`);
	};
	await expect(failing()).rejects.toThrow('no record');
	expect(limiter.waitMs(rate.limit)).toBe(0);
	await semaphore.acquire();
});

describe('giving up a rate that the service refuses', () => {
	test('a rate that is merely slow is never given up', async () => {
		const { request, admitted } = rateWith(new TokenBucket(1, 5));
		for (let count = 0; count < 5; count += 1) request('counted');
		const begin = performance.now();
		const entering = admitted(100);
		await jest.advanceTimersByTimeAsync(minute);
		expect((await entering).startedAt - begin).toBeGreaterThanOrEqual(1_000);
	});

	test('a run that begins while the rate is refused has the whole patience', async () => {
		const rate = { key: '', limit: new TokenBucket(1, 5) };
		const { limiter, request } = rateWith(rate.limit);
		request('refused', 10 * minute);
		jest.advanceTimersByTime(9 * minute);
		const entering = new RateQueue(() => limiter, new Semaphore(5)).enter({
			rate,
			refusedMs: 2 * minute,
			endedBy: () => undefined,
		});
		await jest.advanceTimersByTimeAsync(1.5 * minute);
		expect(await entering).toMatchObject({ startedAt: expect.any(Number) });
	});
});

describe('limiters that are idle are forgotten', () => {
	const rates = [new TokenBucket(1, 5), new SlidingWindow(6, 60), new RandomPause(60)].map(
		(limit, index) => ({
			...{ key: `rate ${index}`, words: 'a rate', limit },
		}),
	);
	const endedBy = () => undefined;

	test.each<Verdict>(['counted', 'refused', 'uncounted'])(
		'but not sooner: one whose requests were %s',
		async (verdict) => {
			limiters.clear();
			for (const rate of rates) {
				const queue = new RateQueues().queue(rate);
				const admitted = (await queue.enter({ rate, refusedMs: minute, endedBy })) as Admitted;
				new RateQueues();
				queue.finish(admitted, verdict, minute);
			}
			new RateQueues();
			expect(limiters.size).toBe(verdict === 'uncounted' ? 0 : rates.length);
			await jest.advanceTimersByTimeAsync(180 * minute);
			new RateQueues();
			expect(limiters.size).toBe(0);
		},
	);

	test('and a run that still knows one shares the next one', async () => {
		const [rate] = rates as [(typeof rates)[0]];
		const earlier = new RateQueues().queue(rate);
		new RateQueues();
		const later = new RateQueues().queue(rate);
		const admitted = (await earlier.enter({ rate, refusedMs: minute, endedBy })) as Admitted;
		earlier.finish(admitted, 'refused', minute);
		expect(later.limiter.waitMs(rate.limit)).toBeGreaterThanOrEqual(minute);
	});
});
