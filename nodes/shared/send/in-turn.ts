import { serviceOperations, type OperationId } from '../contract/contract';
import { notSent, type Failed } from '../operation/outcome';
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

/** What became of a request that was not refused because of its rate; one that another try or run made is not one. */
function verdictOf(outcome: Failed | { ok: true; status?: unknown }): Verdict {
	if (outcome.ok) return outcome.status === undefined ? 'counted' : 'uncounted';
	if (outcome.outcome === 'notSent' || outcome.kind === 'unknownBefore') return 'uncounted';
	return outcome.kind === 'tooManyRequests' ? 'refused' : 'counted';
}

/** The time in milliseconds as a clock in the zone shows it. */
function clockTime(ms: number, timeZone?: string): string {
	return new Date(ms).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
}

/** How long a request waits for its turn, and how often it may be made. */
interface Waiting<Result> extends Partial<typeof retries> {
	rate: Rate;
	/** Milliseconds for which the service may refuse its rate. */
	refusedMs?: number;
	timeZone?: string;
	signal?: AbortSignal;
	/** What becomes of it without a request; nothing, as long as it is to be made. */
	over(): Result | Failed | undefined;
}

/**
 * Makes a request in its queue's turn, and again where that is safe, until it is over. One that was refused (429) goes to the end
 * of the queue, which is held as long as the service asks, but never longer than it may be refused. One whose rate would be
 * refused for longer is not made.
 */
export async function inTurn<Result extends { ok: true }>(
	operation: OperationId,
	queue: RateQueue,
	{ rate, refusedMs = limits.refusedMs, timeZone, signal, over, ...patience }: Waiting<Result>,
	request: () => Promise<Result | Failed>,
): Promise<Result | Failed> {
	const tried = { tries: 1, waitedMs: 0 };
	let refusal: Failed | undefined;
	for (;;) {
		const admitted = await queue.enter({ rate, refusedMs, over });
		if (admitted === 'refused') {
			const retryAfterMs = queue.limiter.waitMs(rate.limit);
			const held = { ...notSent('held', clockTime(Date.now() + retryAfterMs, timeZone)), retryAfterMs };
			return refusal ?? held;
		}
		if (!isAdmitted(admitted)) return admitted;
		const outcome = await request().catch((error: unknown) => {
			queue.finish(admitted, 'uncounted');
			throw error;
		});
		if (outcome.ok) {
			queue.finish(admitted, verdictOf(outcome));
			return outcome;
		}
		const backoffMs = queue.limiter.backoffMs(rate.limit);
		const decision = retryDecision(outcome, operation, tried, backoffMs, { ...retries, ...patience });
		queue.finish(admitted, verdictOf(outcome), Math.min(decision.afterMs, Math.max(refusedMs, backoffMs)));
		if (!decision.again || signal?.aborted) return outcome;
		if (outcome.kind === 'tooManyRequests') refusal = outcome;
		else await pause(decision.afterMs, signal);
		if (decision.countsAsTry) {
			tried.tries += 1;
			tried.waitedMs += decision.afterMs;
		}
	}
}

function isAdmitted(end: object): end is Admitted {
	return 'startedAt' in end;
}
