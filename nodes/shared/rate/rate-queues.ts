import { sleep } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { messageIn, type Effect, type ServiceRequest } from '../service/service-request';
import type { ServiceAccount } from '../service/service-address';
import {
	RandomPause,
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	unlimited,
	type Admitted,
	type RateLimit,
	type Verdict,
} from './rate-limiter';
import { Semaphore } from '../waiting/semaphore';
import { WorkOrder } from '../waiting/work-order';

/**
 * What every run keeps: how many of its requests may be under way at once, and for how many milliseconds the service may refuse (429)
 * before what waits fails, counted from the last request that it accepted.
 */
export const limits = { requestsAtOnce: 10, refusedMs: 600_000 };

/** Between two looks at a rate, in milliseconds: as late may a stop or the end of a time be seen. */
const lookMs = 250;

/** What a request waits for before it starts. */
export interface Rate {
	/** The account, the number and the kind: the requests of a run with the same key stand in one line. */
	key: string;
	limit: RateLimit;
	/** How a hint calls it; nothing for those that wait for their place alone. */
	words?: string;
}

/** The rate of what a run asks besides its items. */
export const unknownRate: Rate = { key: 'unknown', limit: unlimited };

/** How long a request waits for its turn. */
export interface Patience<Ended> {
	rate: Rate;
	/** Milliseconds for which the service may refuse everything of the rate since this queue was opened. */
	refusedMs: number;
	/** Why it is not to start any more; nothing, as long as it is. */
	endedBy(): Ended | undefined;
}

/**
 * The requests of one run that share a rate, first come, first served. Only the first one looks at the rate and then
 * at the semaphore, so that none holds a permit while it waits for its rate.
 */
export class RateQueue {
	private readonly openedAt = performance.now();

	private readonly order = new WorkOrder();

	/** Milliseconds for which rates have held this queue back. */
	waitedMs = 0;

	/** How hints call those rates. */
	readonly words = new Set<string>();

	/** `sharedLimiter` gives the one that all runs have at the time. */
	constructor(
		private readonly sharedLimiter: () => RateLimiter,
		private readonly semaphore: Semaphore,
	) {}

	get limiter(): RateLimiter {
		return this.sharedLimiter();
	}

	/**
	 * Waits in line until the rate and the semaphore admit one request, which `finish` ends. Answers why it has ended when it does
	 * meanwhile, and `refused` when the service would refuse it for longer than it waits.
	 */
	async enter<Ended>(patience: Patience<Ended>): Promise<Admitted | 'refused' | Ended> {
		const { limiter } = this;
		const { limit } = patience.rate;
		limiter.waiting += 1;
		const admitted = this.order.next('', async () => {
			for (;;) {
				const ended = this.endOf(patience);
				if (ended) return ended;
				if (limiter.waitMs(limit) > 0) await this.waitFor(patience.rate);
				else {
					await this.semaphore.acquire();
					if (!this.endOf(patience) && limiter.waitMs(limit) <= 0) return limiter.start(limit);
					this.semaphore.release();
				}
			}
		});
		return await admitted.finally(() => {
			limiter.waiting -= 1;
		});
	}

	/** Gives the permit back, and tells the rate what became of the request and, if refused, how long to wait. */
	finish(admitted: Admitted, verdict: Verdict, holdMs?: number): void {
		this.limiter.finish(admitted, verdict, holdMs);
		this.semaphore.release();
	}

	private endOf<Ended>({ rate, endedBy, refusedMs }: Patience<Ended>): Ended | 'refused' | undefined {
		const waitMs = this.limiter.waitMs(rate.limit);
		const refusedSince = Math.max(this.limiter.refusedSince ?? Infinity, this.openedAt);
		const isRefused = waitMs > 0 && performance.now() + waitMs > refusedSince + refusedMs;
		return endedBy() ?? (isRefused ? 'refused' : undefined);
	}

	private async waitFor({ limit, words }: Rate): Promise<void> {
		const since = performance.now();
		await sleep(Math.min(this.limiter.waitMs(limit), lookMs));
		this.waitedMs += performance.now() - since;
		if (words) this.words.add(words);
	}
}

/** What the user allows of a rate of the service; 0 for no limit. */
interface RateOptions {
	lookupsPerMinute: number;
	messagesPerSecond: number;
	/** Seconds between two messages of a number on average. */
	pause?: number;
}

/**
 * The rate that a request keeps, as the contract and the item's options say: of each sending number, where the service
 * allows a burst, else of the account. An option of 0 and fast track lift it; a pause stays.
 */
export function rateOf(
	request: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond, pause }: RateOptions,
): Rate {
	const { effect, rate }: { effect: Effect; rate?: { seconds: number; burst?: number } } =
		serviceOperations[request.service];
	const { from = 'any sender', fast_track: isFastTracked } = messageIn(request);
	const of = effect === 'send' ? from : 'account';
	const rateWith = (kind: string, limit: RateLimit, words?: string): Rate => ({
		key: `${account.key} ${kind} ${of}`,
		limit,
		words,
	});
	if (effect === 'send' && pause !== undefined) {
		const words = `pauses of about ${pause} s between the messages of a number`;
		return rateWith('pauses', new RandomPause(pause), words);
	}
	const { seconds = 0, burst } = rate ?? {};
	const perSpan = burst ? messagesPerSecond : lookupsPerMinute;
	if (!rate || isFastTracked || perSpan === 0) return rateWith('unlimited', unlimited);
	const words = `the rate of ${perSpan}`;
	return burst
		? rateWith('messages', new TokenBucket(perSpan, burst), `${words} a second for each number`)
		: rateWith('lookups', new SlidingWindow(perSpan, seconds), `${words} lookups a minute`);
}

/** Shorter waits are not worth a word, in milliseconds. */
export const longWaitMs = 5_000;

/** The limiters of all executions in this process, by the keys of their rates; those that are idle go. */
export const limiters = new Map<string, RateLimiter>();

function sharedLimiter(key: string): RateLimiter {
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}

export class RateQueues {
	private readonly queues = new Map<string, RateQueue>();

	private readonly semaphore = new Semaphore(limits.requestsAtOnce);

	constructor() {
		for (const [key, { isIdle }] of limiters) if (isIdle) limiters.delete(key);
	}

	/**
	 * The queue of all requests of this run that keep the same rate. All executions of this process share a limit.
	 */
	queue({ key, words }: Rate): RateQueue {
		const known = this.queues.get(key);
		if (known) return known;
		const own = new RateLimiter();
		const queue = new RateQueue(words ? () => sharedLimiter(key) : () => own, this.semaphore);
		this.queues.set(key, queue);
		return queue;
	}

	/** A sentence for each rate that kept requests back for long. */
	waits(): string[] {
		const waits = new Map<string, number>();
		for (const { words, waitedMs } of this.queues.values()) {
			const [rate, isOfSeveral] = words;
			if (!rate) continue;
			const named = isOfSeveral ? 'rates that differ from item to item' : rate;
			waits.set(named, Math.max(waits.get(named) ?? 0, waitedMs));
		}
		const long = [...waits].filter(([, waitedMs]) => waitedMs >= longWaitMs);
		return long.map(([rate, waitedMs]) => `Waited ${Math.round(waitedMs / 1000)} s for ${rate}.`);
	}
}
