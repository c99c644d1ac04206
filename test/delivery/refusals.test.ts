import { Lane } from '../../nodes/shared/delivery/pace/lane';
import type { Limit } from '../../nodes/shared/delivery/pace/limit';
import { Traffic, type Place, type Verdict } from '../../nodes/shared/delivery/pace/rate';
import { SlidingWindow } from '../../nodes/shared/delivery/pace/sliding-window';
import { Slots } from '../../nodes/shared/delivery/pace/slots';
import { TokenBucket } from '../../nodes/shared/delivery/pace/token-bucket';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const minute = 60_000;

function trafficWith(limit?: Limit) {
	const traffic = new Traffic();
	const kept = limit && traffic.limit('', () => limit);
	const request = (verdict: Verdict, holdMs?: number) => traffic.finish(traffic.start(), verdict, holdMs);
	return { traffic, request, waitMs: () => traffic.waitMs(kept), rate: () => ({ traffic, limit: kept }) };
}

function pass(ms: number): void {
	jest.advanceTimersByTime(ms);
}

/** How many requests start within `ms`, each accepted at once. */
function acceptedWithin(ms: number, { request, waitMs }: ReturnType<typeof trafficWith>): number {
	const end = performance.now() + ms;
	let accepted = 0;
	for (let wait = waitMs(); performance.now() + wait < end; wait = waitMs()) {
		pass(Math.max(1, wait));
		if (waitMs() > 0) continue;
		request('accepted');
		accepted += 1;
	}
	pass(end - performance.now());
	return accepted;
}

describe('a refusal (429) holds its rate', () => {
	test.each([7_000, 60_000, 3_600_000])('for the %i ms asked, and a little longer by chance', (asked) => {
		const { request, waitMs } = trafficWith(new TokenBucket(1, 5));
		request('refused', asked);
		expect(waitMs()).toBeGreaterThanOrEqual(asked);
		expect(waitMs()).toBeLessThanOrEqual(asked + 2_000);
	});

	test('so that processes do not come back together', () => {
		const waits = Array.from({ length: 50 }, () => {
			const { request, waitMs } = trafficWith(new TokenBucket(1, 5));
			request('refused', 10_000);
			return waitMs();
		});
		expect(new Set(waits).size).toBeGreaterThan(40);
	});

	test('when the service does not say: lookups until the first counted one leaves the window', () => {
		const { traffic, request } = trafficWith(new SlidingWindow(6, 60));
		request('accepted');
		pass(20_000);
		expect(traffic.backOffMs()).toBe(40_000);
	});

	test('when the service does not say: longer with each refusal in a row, half a minute at most', () => {
		const { traffic, request } = trafficWith();
		const waits = Array.from({ length: 9 }, () => {
			const wait = traffic.backOffMs();
			request('refused', wait);
			pass(wait);
			return wait;
		});
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** index) / 2);
			expect(wait).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** index));
		});
		request('counted');
		expect(traffic.backOffMs()).toBeLessThanOrEqual(1_000);
	});

	test('from the moment of the refusal: nothing starts between the answer and the hold', async () => {
		const { rate, waitMs } = trafficWith(new SlidingWindow(6, 60));
		const lane = new Lane(rate, new Slots(1));
		const place = (await lane.enter({ refusedMs: minute })) as Place;
		let next: unknown;
		void lane.enter({ refusedMs: 10 * minute }).then((given) => (next = given));
		pass(100);
		lane.leave(place, 'refused', 10_000);
		await jest.advanceTimersByTimeAsync(9_000);
		expect(next).toBeUndefined();
		expect(waitMs()).toBeGreaterThan(0);
	});
});

describe('a refusal lowers its rate, and successes raise it', () => {
	test('messages: to a fifth, then back to the limit and never above', () => {
		const sender = trafficWith(new TokenBucket(1, 5));
		expect(acceptedWithin(1_000, sender)).toBe(5);
		sender.request('refused', 1_000);
		expect(acceptedWithin(12_000, sender)).toBeLessThanOrEqual(5);
		acceptedWithin(30_000, sender);
		const lastMinute = acceptedWithin(minute, sender);
		expect(lastMinute).toBeGreaterThanOrEqual(58);
		expect(lastMinute).toBeLessThanOrEqual(61);
	});

	test('lookups: one after the other with a gap, so that others find places between them', () => {
		const lookups = trafficWith(new SlidingWindow(6, 60));
		lookups.request('refused', 1_000);
		pass(2_000);
		lookups.request('accepted');
		expect(lookups.waitMs()).toBeGreaterThan(500);
		expect(acceptedWithin(30_000, lookups)).toBe(5);
	});

	test('requests that were under way when the first was refused say nothing new', () => {
		const { traffic, waitMs } = trafficWith(new TokenBucket(1, 5));
		const places = [traffic.start(), traffic.start(), traffic.start()];
		pass(10);
		traffic.finish(places[0] as Place, 'refused', 1_000);
		const wait = waitMs();
		pass(100);
		traffic.finish(places[1] as Place, 'refused', 1_000);
		traffic.finish(places[2] as Place, 'refused', 1_000);
		expect(waitMs()).toBeLessThanOrEqual(wait);
	});

	test('after a hold one request tries first, then twice as many with each that passes', () => {
		const { traffic, request, waitMs } = trafficWith();
		request('refused', 1_000);
		pass(1_000);
		const atOnce = () => {
			const places: Place[] = [];
			while (waitMs() === 0 && places.length < 10) places.push(traffic.start());
			places.forEach((place) => traffic.finish(place, 'accepted'));
			return places.length;
		};
		expect([atOnce(), atOnce(), atOnce()]).toEqual([1, 2, 8]);
	});
});

test('waits are whole milliseconds, so that nobody wakes before the time', () => {
	const { request, waitMs } = trafficWith(new TokenBucket(7, 2));
	for (let count = 0; count < 100; count += 1) {
		request(count % 10 === 9 ? 'refused' : 'accepted', 333.3);
		expect(waitMs()).toBe(Math.floor(waitMs()));
		const wait = waitMs();
		if (wait > 1) {
			pass(wait - 1);
			expect(waitMs()).toBe(1);
		}
		pass(1);
		expect(waitMs()).toBe(0);
	}
});

describe('the order in a lane', () => {
	interface Comer {
		name: string;
		/** Undefined for one that was not tried before. */
		letsOnePass?: boolean;
	}

	/** Names in the order in which they get a place: `waiting` wait already when the others come. */
	async function served(waiting: string[], coming: Comer[]): Promise<string[]> {
		const lane = new Lane(trafficWith(new TokenBucket(1, 1)).rate, new Slots(5));
		const order: string[] = [];
		const go = async ({ name, letsOnePass }: Comer) => {
			const patience = { refusedMs: minute };
			const place = letsOnePass === undefined ? lane.enter(patience) : lane.enterAgain(patience, letsOnePass);
			lane.leave((await place) as Place, 'accepted');
			order.push(name);
		};
		const all = ['under way', ...waiting].map(async (name) => await go({ name }));
		await jest.advanceTimersByTimeAsync(100);
		all.push(...coming.map(go));
		await jest.advanceTimersByTimeAsync(20_000);
		await Promise.all(all);
		return order.slice(1);
	}

	test('those that were refused go before all that were not, also before the one that looks at the rate', async () => {
		const coming = [
			{ name: 'refused', letsOnePass: false },
			{ name: 'third' },
			{ name: 'refused later', letsOnePass: false },
		];
		expect(await served(['first', 'second'], coming)).toEqual([
			'refused',
			'refused later',
			'first',
			'second',
			'third',
		]);
	});

	test('those that let one pass take turns with those that were not refused', async () => {
		const coming = [
			{ name: 'refused twice', letsOnePass: true },
			{ name: 'another', letsOnePass: true },
		];
		expect(await served(['first', 'second', 'third'], coming)).toEqual([
			'first',
			'refused twice',
			'second',
			'another',
			'third',
		]);
	});

	test('and go at once where nobody else waits', async () => {
		expect(await served([], [{ name: 'refused twice', letsOnePass: true }])).toEqual(['refused twice']);
	});

	test('a lane tells how long its rate kept it back', async () => {
		const lane = new Lane(trafficWith(new SlidingWindow(1, 60)).rate, new Slots(5));
		lane.leave((await lane.enter({ refusedMs: minute })) as Place, 'accepted');
		expect(lane.waitedMs).toBe(0);
		const waiting = [lane.enter({ refusedMs: minute }), lane.enter({ refusedMs: minute })];
		await jest.advanceTimersByTimeAsync(30_000);
		expect(lane.waitedMs).toBe(30_000);
		await jest.advanceTimersByTimeAsync(32_000);
		lane.leave((await waiting[0]) as Place, 'accepted');
		await jest.advanceTimersByTimeAsync(70_000);
		await waiting[1];
		expect(lane.waitedMs).toBeGreaterThanOrEqual(120_000);
		expect(lane.waitedMs).toBeLessThan(124_000);
	});
});

describe('giving up a rate that the service refuses', () => {
	async function enterAfter(prepare: (traffic: Traffic) => void, refusedMs = minute) {
		const { traffic, rate } = trafficWith(new TokenBucket(1, 5));
		const lane = new Lane(rate, new Slots(5));
		prepare(traffic);
		let result: Place | string | undefined;
		void lane.enter({ refusedMs }).then((place) => (result = place));
		const begin = Date.now();
		while (result === undefined && Date.now() - begin < 100 * minute) {
			await jest.advanceTimersByTimeAsync(500);
		}
		return { result, seconds: (Date.now() - begin) / 1000 };
	}

	test('a hold that lasts longer than the patience ends the wait at once', async () => {
		const refused = await enterAfter((traffic) => traffic.finish(traffic.start(), 'refused', 2 * minute));
		expect(refused).toEqual({ result: 'refused', seconds: 0.5 });
	});

	test('also when a request that was under way meanwhile succeeds', async () => {
		const refused = await enterAfter((traffic) => {
			const [one, other] = [traffic.start(), traffic.start()];
			traffic.finish(one, 'refused', 2 * minute);
			traffic.finish(other, 'accepted');
		});
		expect(refused).toEqual({ result: 'refused', seconds: 0.5 });
	});

	test('a hold within the patience is waited out', async () => {
		const { result, seconds } = await enterAfter((traffic) => {
			traffic.finish(traffic.start(), 'refused', minute / 2);
		});
		expect(result).toMatchObject({ startedAt: expect.any(Number) });
		expect(seconds).toBeGreaterThanOrEqual(30);
		expect(seconds).toBeLessThan(34);
	});

	test('a rate that is merely slow is never given up', async () => {
		const { result, seconds } = await enterAfter((traffic) => {
			for (let request = 0; request < 5; request += 1) traffic.finish(traffic.start(), 'accepted');
		}, 100);
		expect(result).toMatchObject({ startedAt: expect.any(Number) });
		expect(seconds).toBeGreaterThanOrEqual(1);
	});

	test('a run that begins while the rate is refused has the whole patience', async () => {
		const { traffic, request } = trafficWith();
		request('refused', 10 * minute);
		pass(9 * minute);
		const lane = new Lane(() => ({ traffic }), new Slots(5));
		const entering = lane.enter({ refusedMs: 2 * minute });
		await jest.advanceTimersByTimeAsync(1.5 * minute);
		expect(await entering).toMatchObject({ traffic });
	});
});
