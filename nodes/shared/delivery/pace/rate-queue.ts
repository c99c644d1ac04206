import { pause } from './pause';
import type { Admitted, RateLimiter, Verdict } from './rate-limiter';

/** A fixed number of permits; who finds none free waits in line. */
export class Semaphore {
	private waiting: Array<() => void> = [];

	private served = 0;

	/** Called whenever a permit was given back. */
	onRelease?: () => void;

	constructor(private free: number) {}

	/** Whether a permit is free that nobody stands in line for. */
	get isFree(): boolean {
		return this.free > 0;
	}

	/** Takes a permit, once one is free. */
	async acquire(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Gives a permit back, to the first in line if anybody waits. */
	release(): void {
		const next = this.waiting[this.served];
		if (!next) {
			this.free += 1;
			this.waiting = [];
			this.served = 0;
		} else {
			this.served += 1;
			next();
		}
		this.onRelease?.();
	}
}

const longestPauseMs = 1000;

/** Why a request is not admitted: the execution was stopped, or the service has refused the rate for too long, or its time was over. */
export type NotAdmitted = 'stopped' | 'refused' | 'late';

/** How long a request waits in a queue at most. */
interface QueuePatience {
	/** Aborted when the execution is stopped. */
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
		private readonly limiter: () => RateLimiter,
		private readonly semaphore: Semaphore,
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
		admitted.limiter.finish(admitted, verdict, holdMs);
		if (verdict === 'counted') this.refusedSince = undefined;
		if (verdict === 'refused') this.refusedSince ??= performance.now();
		this.semaphore.release();
	}

	/** Milliseconds to wait after a refusal when the service does not say. */
	backoffMs(): number {
		return this.limiter().backoffMs();
	}

	/** Serves those who wait, one after the other, for as long as anybody does. */
	private async serve(): Promise<void> {
		this.isServing = true;
		for (let [first] = this.waiting; first; [first] = this.waiting) {
			const waitMs = this.limiter().waitMs();
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
		const limiter = this.limiter();
		const [first] = this.waiting;
		if (!first || first.signal?.aborted || isLate(first) || limiter.waitMs() > 0) this.semaphore.release();
		else this.endFirst(limiter.start());
	}

	private endFirst(end: Admitted | NotAdmitted): void {
		this.waiting.shift()?.end(end);
	}

	private isRefusedFor(refusedMs: number, waitMs: number): boolean {
		const ofRate = Math.max(this.limiter().refusedSince ?? Infinity, this.openedAt);
		return performance.now() + waitMs > Math.min(ofRate, this.refusedSince ?? Infinity) + refusedMs;
	}

	private async wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
		const since = performance.now();
		await pause(Math.min(ms, longestPauseMs), signal);
		this.waitedMs += performance.now() - since;
	}
}
