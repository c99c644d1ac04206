import { serviceOperations } from '../../nodes/shared/contract/contract';
import { HumanPace } from '../../nodes/shared/delivery/pace/human-pace';
import { RateLimiter, TokenBucket, type RateLimit } from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/delivery/pace/rate-queues';
import { inVirtualTime } from './virtual-time';

/** Milliseconds between the messages of one sender, as they arrive at the service. */
export type Intervals = number[];

interface List {
	messages: number;
	numbers: number;
}

async function pass(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The way of a request over the network, in milliseconds. */
function wayMs(): number {
	return 3 + Math.random() * 30;
}

function between(times: number[]): Intervals {
	return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** The intervals of each sender of a list, by the product's own queue and limiter in virtual time. */
async function intervalsWith(list: List, limit: () => RateLimit, seed: number): Promise<Intervals[]> {
	return await inVirtualTime(seed, async () => {
		const semaphore = new Semaphore(10);
		const senders = Array.from({ length: list.numbers }, async () => {
			const limiter = new RateLimiter(limit());
			const queue = new RateQueue(limiter, semaphore);
			const arrivals: number[] = [];
			const send = async () => {
				const admitted = await queue.enter({ refusedMs: Infinity });
				if (typeof admitted === 'string') throw new Error(`A message was ${admitted}`);
				await pass(wayMs());
				arrivals.push(Date.now());
				await pass(wayMs());
				queue.finish(admitted, 'counted');
			};
			await Promise.all(Array.from({ length: list.messages / list.numbers }, send));
			return between(arrivals);
		});
		return await Promise.all(senders);
	});
}

/** Pace: Like a Person. */
export async function intervalsLikeAPerson(
	{ seconds, ...list }: List & { seconds: number },
	seed: number,
): Promise<Intervals[]> {
	return await intervalsWith(list, () => new HumanPace(seconds), seed);
}

/** Pace: As Fast as the Service Allows. */
export async function intervalsAsFastAsAllowed(list: List, seed: number): Promise<Intervals[]> {
	const { requests, seconds, burst } = serviceOperations.sendImessage.rate;
	return await intervalsWith(list, () => new TokenBucket(requests / seconds, burst), seed);
}

/** The HTTP Request node with Batching set to the service's rate: a message of each number every 1,000 ms. */
export async function intervalsBatchedByHand(
	{ messages, numbers }: List,
	seed: number,
): Promise<Intervals[]> {
	return await inVirtualTime(seed, async () => {
		const arrivals = Array.from({ length: numbers }, (): number[] => []);
		const requests: Array<Promise<unknown>> = [];
		for (let batch = 0; batch < messages / numbers; batch += 1) {
			for (const times of arrivals) requests.push(pass(wayMs()).then(() => times.push(Date.now())));
			await pass(1000);
		}
		await Promise.all(requests);
		return arrivals.map(between);
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

/** The autocorrelation of the intervals at each lag from 1 to a third of their number. */
export function autocorrelations(intervals: Intervals): number[] {
	const middle = mean(intervals);
	const around = intervals.map((value) => value - middle);
	const all = around.reduce((sum, value) => sum + value ** 2, 0);
	return Array.from({ length: Math.floor(intervals.length / 3) }, (_, index) => {
		const lag = index + 1;
		return around.slice(lag).reduce((sum, value, at) => sum + value * (around[at] ?? 0), 0) / all;
	});
}

function shuffled<Value>(values: Value[]): Value[] {
	const left = [...values];
	return values.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as Value);
}

/**
 * The autocorrelation that a rhythm has to exceed: in 95 of 100 random orders, the same intervals of all senders have
 * none that is greater at any lag.
 */
export async function autocorrelationByChance(senders: Intervals[], seed: number): Promise<number> {
	return await inVirtualTime(seed, async () => {
		const greatest = Array.from({ length: 1000 }, () => greatestAutocorrelation(senders.map(shuffled)));
		return await Promise.resolve(greatest.sort((one, other) => one - other)[949] as number);
	});
}

/** The greatest autocorrelation of any sender at any lag. */
export function greatestAutocorrelation(senders: Intervals[]): number {
	return Math.max(...senders.flatMap(autocorrelations));
}
