import { RateLimiter, TokenBucket } from '../../nodes/shared/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/pace/rate-queues';
import { attempt } from '../../nodes/shared/service/http';
import { inTurn } from '../../nodes/shared/pace/retry';
import { notSent, type Failed } from '../../nodes/shared/operation/outcome';
import type { Success } from '../../nodes/shared/service/answer';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { callerOf } from '../support/shared-rate';

useFakeClock();

const refusal = (retryAfter?: string) => (retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** A rate whose service refuses as told, and what was asked of it: each request's name and its time in milliseconds. */
function serviceThat(refuses: (request: number, name: string) => { 'retry-after'?: string } | undefined) {
	const limiter = new RateLimiter(new TokenBucket(1, 5));
	const semaphore = new Semaphore(2);
	const queue = new RateQueue(limiter, semaphore);
	const stop = new AbortController();
	const requests: Array<{ at: number; name: string }> = [];
	const begin = Date.now();
	const caller = callerOf(async (name) => {
		requests.push({ at: Date.now() - begin, name });
		return await Promise.resolve(refuses(requests.length, name));
	}, stop.signal);
	const send = async (name: string, beforeLeaving?: () => Promise<Failed | undefined>) => {
		const ask = async () => (await beforeLeaving?.()) ?? (await attempt(caller, { url: name }));
		const over = () => (stop.signal.aborted ? notSent('stopped') : undefined);
		return await inTurn<Success>('sendImessage', queue, { signal: stop.signal, over }, ask);
	};
	return { limiter, semaphore, stop, requests, send };
}

function names(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

describe('before a request leaves', () => {
	test('a hook that rejects makes no request, gives its permit and place back, and is passed on', async () => {
		const { send, requests, limiter, semaphore } = serviceThat(() => undefined);
		const failing = names('message', 6).map(
			async (name) => await send(name, async () => await Promise.reject(new Error('no record'))),
		);
		const ends = await whileTimePasses(Promise.allSettled(failing));
		expect(ends.map(({ status }) => status)).toEqual(failing.map(() => 'rejected'));
		await expect(failing[0]).rejects.toThrow('no record');
		expect(requests).toEqual([]);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(limiter.waitMs()).toBe(0);
		await semaphore.acquire();
		await semaphore.acquire();
	});
});

describe('after a refusal (429)', () => {
	test.each([
		['absent', undefined],
		['0', '0'],
		['a fraction of a second', '0.2'],
	])('Retry-After %s: never a request without a wait, and no try is lost', async (_, retryAfter) => {
		const { send, requests } = serviceThat((request) => (request < 10 ? refusal(retryAfter) : undefined));
		expect((await whileTimePasses(send('hello'))).ok).toBe(true);
		expect(requests).toHaveLength(10);
		requests.slice(1).forEach(({ at }, index) => {
			expect(at - (requests[index]?.at ?? 0)).toBeGreaterThanOrEqual(500);
		});
	});

	test('the item that was refused goes behind those that wait, and they keep their order', async () => {
		const { send, requests } = serviceThat((request) => (request === 3 ? refusal('1') : undefined));
		await whileTimePasses(Promise.all(names('message', 8).map(async (name) => await send(name))));
		expect(requests.map(({ name }) => Number(name.split(' ')[1]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 2]);
	});
});

test('a message that is refused by itself (429) is given up ten minutes after the last of the others, with few requests', async () => {
	const { send, requests } = serviceThat((_, name) => (name === 'hopeless' ? refusal('1') : undefined));
	const begin = Date.now();
	const ending = ['hopeless', ...names('message', 39)].map(async (name) => {
		const answer = await send(name);
		return { answer, seconds: (Date.now() - begin) / 1000 };
	});
	const [hopeless, ...others] = await whileTimePasses(Promise.all(ending));
	const throughAt = Math.max(...others.map(({ seconds }) => seconds));
	expect(throughAt).toBeLessThan(60);
	expect(hopeless?.answer).toMatchObject({ ok: false, outcome: 'rejected', status: 429 });
	expect(hopeless?.seconds).toBeGreaterThanOrEqual(throughAt + 540);
	expect(hopeless?.seconds).toBeLessThanOrEqual(throughAt + 660);
	expect(requests.filter(({ name }) => name === 'hopeless').length).toBeLessThan(50);
});
