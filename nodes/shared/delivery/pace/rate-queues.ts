import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { Effect, ServiceRequest } from '../../operation/operation';
import type { ServiceAccount } from '../../service/service-address';
import {
	HumanPace,
	pause,
	RateLimiter,
	SlidingWindow,
	TokenBucket,
	unlimited,
	type Admitted,
	type RateLimit,
	type Verdict,
} from './rate-limiter';

/** A fixed number of permits; who finds none free waits in line. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async acquire(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free += 1;
	}
}

const longestPauseMs = 1000;

/** Why a request is not admitted: the execution was stopped, or the service has refused the rate for too long, or its time was over. */
export type NotAdmitted = 'stopped' | 'refused' | 'late';

export interface QueuePatience {
	signal?: AbortSignal;
	/** Milliseconds for which the service may refuse everything of this queue, or of its rate since it was opened. */
	refusedMs: number;
	/** The time in milliseconds by which it must have started, if there is one. */
	until?: number;
}

interface Waiting extends QueuePatience {
	end: (admitted: Admitted | NotAdmitted) => void;
}

function isLate({ until = Infinity }: Waiting): boolean {
	return Date.now() >= until;
}

/**
 * The requests of one run that share a rate, first come, first served. Only the first one looks at the rate and then
 * at the semaphore, so that none holds a permit while it waits for its rate.
 */
export class RateQueue {
	private readonly openedAt = performance.now();

	private readonly waiting: Waiting[] = [];

	private isServing = false;

	private refusedSince?: number;

	/** Milliseconds for which the rate has held this queue back. */
	waitedMs = 0;

	constructor(
		readonly limiter: RateLimiter,
		private readonly semaphore: Semaphore,
		readonly words?: string,
	) {}

	/**
	 * Waits in line until the rate and the semaphore admit one request, which `finish` ends. It is not admitted when the
	 * execution was stopped meanwhile, or when its patience ends before it might start.
	 */
	async enter(patience: QueuePatience): Promise<Admitted | NotAdmitted> {
		return await new Promise((end) => {
			this.waiting.push({ ...patience, end });
			if (!this.isServing) void this.serve();
		});
	}

	/** Gives the permit back, and tells the rate what became of the request and, if refused, how long to wait. */
	finish(admitted: Admitted, verdict: Verdict, holdMs?: number): void {
		this.limiter.finish(admitted, verdict, holdMs);
		if (verdict === 'counted') this.refusedSince = undefined;
		if (verdict === 'refused') this.refusedSince ??= performance.now();
		this.semaphore.release();
	}

	private async serve(): Promise<void> {
		this.isServing = true;
		for (let [first] = this.waiting; first; [first] = this.waiting) {
			const waitMs = this.limiter.waitMs();
			if (first.signal?.aborted) this.endFirst('stopped');
			else if (isLate(first)) this.endFirst('late');
			else if (waitMs <= 0) await this.admitFirst();
			else if (this.isRefusedFor(first.refusedMs, waitMs)) this.endFirst('refused');
			else await this.wait(waitMs, first.signal);
		}
		this.isServing = false;
	}

	private async admitFirst(): Promise<void> {
		await this.semaphore.acquire();
		const [first] = this.waiting;
		const mustWait = !first || first.signal?.aborted || isLate(first) || this.limiter.waitMs() > 0;
		if (mustWait) this.semaphore.release();
		else this.endFirst(this.limiter.start());
	}

	private endFirst(end: Admitted | NotAdmitted): void {
		this.waiting.shift()?.end(end);
	}

	private isRefusedFor(refusedMs: number, waitMs: number): boolean {
		const ofRate = Math.max(this.limiter.refusedSince ?? Infinity, this.openedAt);
		return performance.now() + waitMs > Math.min(ofRate, this.refusedSince ?? Infinity) + refusedMs;
	}

	private async wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
		const since = performance.now();
		await pause(Math.min(ms, longestPauseMs), signal);
		this.waitedMs += performance.now() - since;
	}
}

/** What a request waits for before it starts. */
export interface Rate {
	/** The requests of a run with the same key keep it together. */
	key: string;
	/** What they wait for; none for those that wait for their place alone. */
	limit?: RateLimit;
	words?: string;
}

/** What the user allows of a rate of the service; 0 for no limit. */
interface RateOptions {
	lookupsPerMinute: number;
	messagesPerSecond: number;
	/** Seconds between two messages of a number on average, where they follow each other like those of a person. */
	secondsBetween?: number;
}

/**
 * The rate that a request keeps, as the contract and the item's options say: of each sending number, where the service
 * allows a burst, else of the account. An option of 0 and fast track lift it; the pauses of a person stay.
 */
export function rateOf(
	{ service, body }: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond, secondsBetween }: RateOptions,
): Rate {
	const { effect, rate }: { effect: Effect; rate?: { seconds: number; burst?: number } } =
		serviceOperations[service];
	const { from = 'any sender', fast_track: isFastTracked } = (body ?? {}) as IDataObject;
	const of = effect === 'send' ? String(from) : 'account';
	const limitedRate = (words: string, limit: RateLimit): Rate => ({
		key: `${account.key} ${words} ${of}`,
		limit,
		words,
	});
	if (effect === 'send' && secondsBetween !== undefined) {
		const words = `pauses of about ${secondsBetween} s between the messages of a number`;
		return limitedRate(words, new HumanPace(secondsBetween));
	}
	if (!rate || isFastTracked) return { key: of };
	const { seconds, burst } = rate;
	const perSpan = burst ? messagesPerSecond : lookupsPerMinute;
	if (perSpan === 0) return { key: of };
	const words = `the rate of ${perSpan}`;
	return burst
		? limitedRate(`${words} a second for each number`, new TokenBucket(perSpan, burst))
		: limitedRate(`${words} lookups a minute`, new SlidingWindow(perSpan, seconds));
}

/** Shorter waits are not worth a word, in milliseconds. */
export const longWaitMs = 5_000;

/** The limiters of all executions in this process, by the keys of their rates. */
const limiters = new Map<string, RateLimiter>();

export class RateQueues {
	private readonly queues = new Map<string, RateQueue>();

	constructor(private readonly semaphore: Semaphore) {}

	/** The queue of all requests of this run that keep the same rate. All executions of this process share a limit. */
	queue({ key, limit, words }: Rate): RateQueue {
		const known = this.queues.get(key);
		if (known) return known;
		const limiter = (limit && limiters.get(key)) ?? new RateLimiter(limit ?? unlimited);
		if (limit) limiters.set(key, limiter);
		const queue = new RateQueue(limiter, this.semaphore, words);
		this.queues.set(key, queue);
		return queue;
	}

	/** A sentence for each rate that kept requests back for long. */
	waits(): string[] {
		const waits = new Map<string, number>();
		for (const { words, waitedMs } of this.queues.values()) {
			if (words) waits.set(words, Math.max(waits.get(words) ?? 0, waitedMs));
		}
		const long = [...waits].filter(([, waitedMs]) => waitedMs >= longWaitMs);
		return long.map(([rate, waitedMs]) => `Waited ${Math.round(waitedMs / 1000)} s for ${rate}.`);
	}
}
