import {
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	type Admitted,
	type RateLimit,
	type Verdict,
} from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore, type NotAdmitted } from '../../nodes/shared/delivery/pace/rate-queues';
import { useFakeClock } from '../support/clock';
import { admitted } from './admitted';

useFakeClock();

const minute = 60_000;

function queueWith(limit: RateLimit, permits = 5) {
	const limiter = new RateLimiter(limit);
	const semaphore = new Semaphore(permits);
	return { limiter, semaphore, queue: new RateQueue(limiter, semaphore) };
}

test('a place that becomes free early is taken within a second', async () => {
	const { queue } = queueWith(new SlidingWindow(1, 60));
	const first = await admitted(queue);
	const second = admitted(queue);
	await jest.advanceTimersByTimeAsync(5000);
	queue.finish(first, 'uncounted');
	await jest.advanceTimersByTimeAsync(1000);
	expect(await second).toMatchObject({ startedAt: performance.now() });
});

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

	test('a run that begins while the rate is refused has the whole patience', async () => {
		const { limiter } = queueWith(new TokenBucket(1, 5));
		finish(limiter, 'refused', 10 * minute);
		jest.advanceTimersByTime(9 * minute);
		const queue = new RateQueue(limiter, new Semaphore(5));
		const entering = queue.enter({ refusedMs: 2 * minute });
		await jest.advanceTimersByTimeAsync(1.5 * minute);
		expect(await entering).toMatchObject({ startedAt: expect.any(Number) });
	});

	test('what other executions send meanwhile does not keep a run waiting of which all is refused', async () => {
		const { limiter, queue } = queueWith(new TokenBucket(1, 5));
		const others = setInterval(() => finish(limiter, 'counted'), 30_000);
		const begin = Date.now();
		let end: Admitted | NotAdmitted | undefined;
		const keepTrying = async () => {
			for (;;) {
				const place = await queue.enter({ refusedMs: minute });
				if (typeof place === 'string') return place;
				queue.finish(place, 'refused', 1_000);
			}
		};
		void keepTrying().then((refused) => (end = refused));
		while (end === undefined && Date.now() - begin < 10 * minute) await jest.advanceTimersByTimeAsync(500);
		clearInterval(others);
		expect(end).toBe('refused');
		expect(Date.now() - begin).toBeLessThanOrEqual(2 * minute);
	});
});
