import { sleep } from 'n8n-workflow';
import { idealLookupSeconds, idealSendSeconds } from '../../bench/measures';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import {
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	type RateLimit,
} from '../../nodes/shared/rate/rate-limiter';
import { RateQueue } from '../../nodes/shared/rate/rate-queues';
import { Semaphore } from '../../nodes/shared/waiting/semaphore';
import type { Answer } from '../../nodes/shared/service/answer';
import { attempt, type Caller } from '../../nodes/shared/service/http';
import { Tries } from '../../nodes/shared/rate/tries';
import { slidingWindow, tokenBucket, type RateLimit as Service } from '../../simulator/rates';
import { inVirtualTime } from './clock';

/** Processes that use the same account at the same time. */
export interface Scenario {
	what: 'messages' | 'lookups';
	processes: number;
	/** Requests of each process, shared out among the numbers. */
	requests: number;
	/** Numbers that send the messages; lookups have one rate for the account. */
	numbers: number;
	retryAfter: boolean;
}

/** What became of a scenario. */
export interface Outcome {
	refusals: number;
	/** The time until the last request was accepted, for that of the limit itself. */
	overIdeal: number;
	lost: number;
}

/** Random numbers from 0 to 1 from a seed (mulberry32), so that a simulation can be run again. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Does `work` in virtual time, with the random numbers of a seed. */
async function withSeed<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
	jest.useFakeTimers({ now: 1_000_000, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'] });
	jest.spyOn(Math, 'random').mockImplementation(randomNumbers(seed));
	return await inVirtualTime(work()).finally(() => jest.useRealTimers());
}

/** The way of a request over the network. */
async function passWay(): Promise<void> {
	await sleep(3 + Math.random() * 30);
}

const success = { id: 'req_1', timestamp: 1_795_217_098_601, api_version: 'v1.1.1', object: 'response' };

/** What asks a service without a network. A request is accepted, unless `refusal` gives the headers of a refusal (429). */
function callerOf(refusal: () => Promise<{ 'retry-after'?: string } | undefined>): Caller {
	const httpRequestWithAuthentication = async () => {
		const headers = await refusal();
		const body = JSON.stringify(headers ? {} : { ...success, data: { message_id: 'm' } });
		const stream = Object.assign([body], { setEncoding: () => {} });
		return { statusCode: headers ? 429 : 200, headers: headers ?? {}, body: stream };
	};
	const credential = { accessToken: 'simulated', baseUrl: 'http://127.0.0.1' };
	return {
		helpers: { httpRequestWithAuthentication },
		getCredentials: async () => await Promise.resolve(credential),
		getExecutionCancelSignal: () => undefined,
	} as unknown as Caller;
}

/** What a service with a rate refuses. */
function refusalBy(service: Service, retryAfter: boolean, refused: () => void) {
	return async () => {
		await passWay();
		const seconds = service(Date.now());
		if (seconds > 0) refused();
		await passWay();
		if (seconds <= 0) return undefined;
		return retryAfter ? { 'retry-after': String(Math.ceil(seconds)) } : {};
	};
}

const { rate: sendRate } = serviceOperations.sendImessage;
const { rate: lookupRate } = serviceOperations.lookUpNumber;

function limitOf({ what }: Scenario): RateLimit {
	return what === 'messages'
		? new TokenBucket(sendRate.requests / sendRate.seconds, sendRate.burst)
		: new SlidingWindow(lookupRate.requests, lookupRate.seconds);
}

function idealSeconds({ what, processes, requests, numbers }: Scenario): number {
	const all = processes * requests;
	return what === 'messages' ? idealSendSeconds(all, numbers) : idealLookupSeconds(all);
}

/** Runs the processes of a scenario in virtual time, with the product's own queues, limits and retry rule. */
export async function outcomeOf(scenario: Scenario, seed: number): Promise<Outcome> {
	return await withSeed(seed, async () => {
		const { what, processes, requests, numbers, retryAfter } = scenario;
		const operation = what === 'messages' ? 'sendImessage' : 'lookUpNumber';
		const service = () => (what === 'messages' ? tokenBucket(sendRate) : slidingWindow(lookupRate));
		const services = Array.from({ length: numbers }, service);
		const begun = Date.now();
		let refusals = 0;
		let lost = 0;
		let lastAt = begun;
		const request = async (queue: RateQueue, service: Service) => {
			const caller = callerOf(refusalBy(service, retryAfter, () => (refusals += 1)));
			const rate = { key: '', limit: limitOf(scenario) };
			const tries = new Tries<Answer>(operation, queue, { rate, endedBy: () => undefined });
			for await (const one of tries) one.outcome = await attempt(caller, { url: '' });
			if (tries.outcome.is === 'accepted') lastAt = Date.now();
			else lost += 1;
		};
		const process = async () => {
			await sleep(Math.random() * 300);
			const semaphore = new Semaphore(10);
			const queues = services.map(() => {
				const limiter = new RateLimiter();
				return new RateQueue(() => limiter, semaphore);
			});
			const all = Array.from({ length: requests }, async (_, index) => {
				const [queue, service] = [queues[index % numbers], services[index % numbers]];
				if (queue && service) await request(queue, service);
			});
			await Promise.all(all);
		};
		await Promise.all(Array.from({ length: processes }, process));
		const seconds = (lastAt - begun) / 1000;
		return {
			refusals: refusals / (processes * requests),
			overIdeal: seconds / idealSeconds(scenario),
			lost,
		};
	});
}
