import { serviceOperations, type OperationId } from '../contract/contract';
import { isFailed, meaningOf, notSent, type Failed, type Outcome } from '../service/outcome';
import type { Effect } from '../service/service-request';
import { pause } from '../service/times';
import { exponentialMs, type Admitted, type Verdict } from './rate-limiter';
import { limits, type Rate, type RateQueue } from './rate-queues';

const passingStatuses = new Set([502, 503, 504]);

/**
 * How often the request of an item may be tried, and what the waits between its tries may add up to, in milliseconds. A
 * refusal of an operation that has a rate (sends, lookups) is no try.
 */
export const retries = { tries: 4, waitMs: 120_000 };

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failed, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * Whether a failed request is made again, and after how many milliseconds; after a refusal (429) that is for everything
 * of the same rate, `rateBackoffMs` at least.
 */
export function retryDecision(
	failure: Failed,
	operation: OperationId,
	{ tries, waitedMs }: { tries: number; waitedMs: number },
	rateBackoffMs: number,
	patience = retries,
) {
	const { effect, ...rest } = serviceOperations[operation];
	const isRefusal = failure.kind === 'tooManyRequests';
	const backoffMs = isRefusal ? rateBackoffMs : Math.random() * exponentialMs(tries - 1);
	const afterMs = Math.ceil(Math.max(failure.retryAfterMs ?? 0, backoffMs));
	if (isRefusal && 'rate' in rest) return { again: true, countsAsTry: false, afterMs };
	const hasTries = tries < patience.tries && waitedMs + afterMs <= patience.waitMs;
	return { again: hasTries && isWorthTrying(failure, effect), countsAsTry: true, afterMs };
}

/** What became of a request for its rate. */
function verdictOf(outcome: Outcome): Verdict {
	if (!meaningOf(outcome).isAsked) return 'uncounted';
	return isFailed(outcome) && outcome.kind === 'tooManyRequests' ? 'refused' : 'counted';
}

/** How long a request waits for its turn, and how often it may be made. */
interface Waiting<Answered> extends Partial<typeof retries> {
	rate: Rate;
	/** Milliseconds for which the service may refuse its rate. */
	refusedMs?: number;
	timeZone?: string;
	signal?: AbortSignal;
	/** What becomes of it without a request; nothing, as long as it is to be made. */
	endedBy(): Answered | Failed | undefined;
}

/**
 * The tries of one request, each in its queue's turn, until none is safe or needed any more. One that was refused (429) goes to the
 * end of the queue, which is held as long as the service asks, but never longer than it may be refused. One whose rate would be
 * refused for longer is not made.
 */
export class Tries<Answered extends Outcome> {
	/** What became of the try: who makes it says so. At the end that of the last one, or what became of the request without one. */
	outcome!: Answered | Failed;

	constructor(
		private readonly operation: OperationId,
		private readonly queue: RateQueue,
		private readonly waiting: Waiting<Answered>,
	) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<this> {
		const { queue } = this;
		const { rate, refusedMs, signal, endedBy, ...patience } = {
			...retries,
			refusedMs: limits.refusedMs,
			...this.waiting,
		};
		const tried = { tries: 1, waitedMs: 0 };
		for (let refusal: Failed | undefined; ;) {
			const admitted = await queue.enter({ rate, refusedMs, endedBy });
			if (!isAdmitted(admitted)) {
				this.outcome = admitted === 'refused' ? (refusal ?? this.held()) : admitted;
				return;
			}
			let isMade = false;
			try {
				yield this;
				isMade = true;
			} finally {
				if (!isMade) queue.finish(admitted, 'uncounted');
			}
			const { outcome }: { outcome: Outcome } = this;
			if (!isFailed(outcome)) return queue.finish(admitted, verdictOf(outcome));
			const backoffMs = queue.limiter.backoffMs(rate.limit);
			const decision = retryDecision(outcome, this.operation, tried, backoffMs, patience);
			const holdMs = Math.min(decision.afterMs, Math.max(refusedMs, backoffMs));
			queue.finish(admitted, verdictOf(outcome), holdMs);
			if (!decision.again || signal?.aborted) return;
			if (outcome.kind === 'tooManyRequests') refusal = outcome;
			else await pause(decision.afterMs, signal);
			if (decision.countsAsTry) {
				tried.tries += 1;
				tried.waitedMs += decision.afterMs;
			}
		}
	}

	/** What becomes of a request that its rate holds for longer than it waits. */
	private held(): Failed {
		const { rate, timeZone } = this.waiting;
		const retryAfterMs = this.queue.limiter.waitMs(rate.limit);
		const until = new Date(Date.now() + retryAfterMs);
		const detail = until.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
		return { ...notSent('held', detail), retryAfterMs };
	}
}

function isAdmitted(end: object | 'refused'): end is Admitted {
	return typeof end === 'object' && 'startedAt' in end;
}
