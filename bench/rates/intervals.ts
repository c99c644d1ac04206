import { RateLimiter, type RateLimit } from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/delivery/pace/rate-queues';
import { inVirtualTime, passWay } from './virtual-time';

/** Milliseconds between the messages of one sender, as they arrive at the service. */
export type Intervals = number[];

/** The intervals of each sender of a list at this limit, by the product's own queue and limiter in virtual time. */
export async function intervalsWith(
	list: { messages: number; numbers: number },
	limit: () => RateLimit,
	seed: number,
): Promise<Intervals[]> {
	return await inVirtualTime(seed, async () => {
		const semaphore = new Semaphore(10);
		const senders = Array.from({ length: list.numbers }, async () => {
			const queue = new RateQueue(new RateLimiter(limit()), semaphore);
			const arrivals: number[] = [];
			const send = async () => {
				const admitted = await queue.enter({ refusedMs: Infinity });
				if (typeof admitted === 'string') throw new Error(`A message was ${admitted}`);
				await passWay();
				arrivals.push(Date.now());
				await passWay();
				queue.finish(admitted, 'counted');
			};
			await Promise.all(Array.from({ length: list.messages / list.numbers }, send));
			return arrivals.slice(1).map((time, index) => time - (arrivals[index] ?? 0));
		});
		return await Promise.all(senders);
	});
}

function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The coefficient of variation: the standard deviation in means. */
export function variation(intervals: Intervals): number {
	const middle = mean(intervals);
	return Math.sqrt(mean(intervals.map((value) => (value - middle) ** 2))) / middle;
}

/** How many intervals are that of before to the tenth of a second. */
export function sameTenths(intervals: Intervals): number {
	const tenths = intervals.map((ms) => Math.round(ms / 100));
	return tenths.filter((value, index) => value === tenths[index - 1]).length;
}
