import { idealLookupSeconds, idealSendSeconds } from '../measures';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import {
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	type RateLimit,
} from '../../nodes/shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../../nodes/shared/delivery/pace/rate-queues';
import { attempt, type Caller } from '../../nodes/shared/delivery/request/attempt';
import { requestInTurn } from '../../nodes/shared/delivery/request/retry';
import { slidingWindow, tokenBucket, type RateLimit as Service } from '../../simulator/rates';
import { inVirtualTime, pass, passWay } from './virtual-time';

/** Processes that use the same account at the same time. */
export interface Scenario {
	what: 'messages' | 'lookups';
	processes: number;
	/** Requests of each process, shared out among the numbers. */
	requests: number;
	/** Numbers that send the messages; lookups have one rate for the account. */
	numbers: number;
	/** Whether the service says how long to wait. */
	retryAfter: boolean;
	/** Requests of each process that are refused by themselves, whatever the rate. */
	hopeless: number;
}

/** What became of a scenario, apart from the hopeless requests. */
export interface Outcome {
	/** Refusals (429) a request. */
	refusals: number;
	/** The time until the last request was accepted, for that of the limit itself. */
	overIdeal: number;
	lost: number;
}

const patience = { tries: 4, waitMs: 120_000, refusedMs: 600_000 };
const credential = { accessToken: 'simulated', baseUrl: 'http://127.0.0.1' };

const neverTakes: Service = () => 1;

/** After how many others the hopeless requests come. */
const hopelessAfter = 10;

function envelope(id: string, data: object): object {
	return { id, timestamp: Date.now(), api_version: 'v1.1.1', object: 'response', data };
}

const asStream = (body: object) => Object.assign([JSON.stringify(body)], { setEncoding: () => {} });

/** Answers as the simulator does, without a network. */
function caller(service: Service, retryAfter: boolean, refused: () => void): Caller {
	const httpRequestWithAuthentication = async () => {
		await passWay();
		const seconds = service(Date.now());
		if (seconds > 0) refused();
		await passWay();
		if (seconds <= 0)
			return { statusCode: 200, headers: {}, body: asStream(envelope('req_1', { message_id: 'm' })) };
		const headers = retryAfter ? { 'retry-after': String(Math.ceil(seconds)) } : {};
		return { statusCode: 429, headers, body: asStream({}) };
	};
	return {
		helpers: { httpRequestWithAuthentication },
		getCredentials: async () => await Promise.resolve(credential),
	} as unknown as Caller;
}

const { rate: sendRate } = serviceOperations.sendImessage;
const { rate: lookupRate } = serviceOperations.lookUpNumber;

function limitOf({ what }: Scenario): RateLimit {
	return what === 'messages'
		? new TokenBucket(sendRate.requests / sendRate.seconds, sendRate.burst)
		: new SlidingWindow(lookupRate.requests, lookupRate.seconds);
}

function serviceOf({ what }: Scenario): Service {
	return what === 'messages' ? tokenBucket(sendRate) : slidingWindow(lookupRate);
}

/** The seconds that the limit itself takes. */
function idealSeconds({ what, processes, requests, numbers, hopeless }: Scenario): number {
	const all = processes * (requests - hopeless);
	return what === 'messages' ? idealSendSeconds(all, numbers) : idealLookupSeconds(all);
}

/** The queues of a process, one for each rate. */
function queuesOf(scenario: Scenario): RateQueue[] {
	const semaphore = new Semaphore(10);
	return Array.from({ length: scenario.numbers }, () => {
		const limiter = new RateLimiter(limitOf(scenario));
		return new RateQueue(limiter, semaphore);
	});
}

/** Runs the processes of a scenario in virtual time, with the product's own queues, limits and retry rule. */
export async function outcomeOf(scenario: Scenario, seed: number): Promise<Outcome> {
	return await inVirtualTime(seed, async () => {
		const { what, processes, requests, numbers, retryAfter, hopeless } = scenario;
		const operation = what === 'messages' ? 'sendImessage' : 'lookUpNumber';
		const services = Array.from({ length: numbers }, () => serviceOf(scenario));
		const begun = Date.now();
		let refusals = 0;
		let lost = 0;
		let lastAt = begun;
		const request = async (queue: RateQueue, service: Service) => {
			const asks = caller(service, retryAfter, () => (refusals += service === neverTakes ? 0 : 1));
			const ask = async () => await attempt(asks, { url: '' });
			const answer = await requestInTurn(operation, ask, queue, patience);
			if (answer.ok) lastAt = Date.now();
			else if (service !== neverTakes) lost += 1;
		};
		const process = async () => {
			await pass(Math.random() * 300);
			const queues = queuesOf(scenario);
			const isHopeless = (index: number) => index >= hopelessAfter && index < hopelessAfter + hopeless;
			const all = Array.from({ length: requests }, async (_, index) => {
				const [queue, service] = [queues[index % numbers], services[index % numbers]];
				if (queue && service) await request(queue, isHopeless(index) ? neverTakes : service);
			});
			await Promise.all(all);
		};
		await Promise.all(Array.from({ length: processes }, process));
		const seconds = (lastAt - begun) / 1000;
		return {
			refusals: refusals / (processes * (requests - hopeless)),
			overIdeal: seconds / idealSeconds(scenario),
			lost,
		};
	});
}
