import { serviceOperations, type OperationId } from '../contract/contract';
import type { Effect } from '../service/service-request';
import type { Failure } from '../service/answer';
import { exponentialMs, pause, type Verdict } from './rate-limiter';
import type { QueuePatience, RateQueue } from './rate-queues';

const passingStatuses = new Set([502, 503, 504]);

/**
 * How often the request of an item may be tried, and what the waits between its tries may add up to, in milliseconds. A
 * refusal of an operation that has a rate (sends, lookups) is no try.
 */
export const retries = { tries: 4, waitMs: 120_000 };

/** Reads: when the fault is likely to pass. Sends and changes: only when the service cannot have taken the request. */
function isWorthTrying({ kind, status }: Failure, effect: Effect): boolean {
	if (kind === 'unreachable' || kind === 'tooManyRequests') return true;
	if (effect !== 'read') return false;
	return kind === 'interrupted' || (status !== undefined && passingStatuses.has(status));
}

/**
 * Whether a failed request is made again, and after how many milliseconds; after a refusal (429) that is for everything
 * of the same rate, `rateBackoffMs` at least.
 */
export function retryDecision(
	failure: Failure,
	operation: OperationId,
	{ tries, waitedMs }: { tries: number; waitedMs: number },
	patience: typeof retries,
	rateBackoffMs: number,
) {
	const { effect, ...rest } = serviceOperations[operation];
	const isRefusal = failure.kind === 'tooManyRequests';
	const backoffMs = isRefusal ? rateBackoffMs : Math.random() * exponentialMs(tries - 1);
	const afterMs = Math.ceil(Math.max(failure.retryAfterMs ?? 0, backoffMs));
	if (isRefusal && 'rate' in rest) return { again: true, countsAsTry: false, afterMs };
	const hasTries = tries < patience.tries && waitedMs + afterMs <= patience.waitMs;
	return { again: hasTries && isWorthTrying(failure, effect), countsAsTry: true, afterMs };
}

function verdictOf(failure: Failure): Verdict {
	if (failure.outcome === 'notSent') return 'uncounted';
	return failure.kind === 'tooManyRequests' ? 'refused' : 'counted';
}

/**
 * What is said of a request whose rate the service refuses for longer than it may wait; the time is that of a clock in the
 * zone.
 */
function heldFor(retryAfterMs: number, timeZone?: string): Failure {
	const until = new Date(Date.now() + retryAfterMs);
	const detail = until.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
	return { ok: false, kind: 'held', outcome: 'notSent', detail, retryAfterMs };
}

/**
 * Makes a request in its queue's turn, and again where that is safe, as long as `patience` lasts. One that was refused
 * (429) goes to the end of the queue, which is held as long as the service asks, but never longer than the patience.
 */
export async function requestInTurn<Accepted extends { ok: true }>(
	operation: OperationId,
	request: () => Promise<Accepted | Failure>,
	queue: RateQueue,
	patience: QueuePatience & typeof retries & { timeZone?: string },
): Promise<Accepted | Failure> {
	const tried = { tries: 1, waitedMs: 0 };
	let refusal: Failure | undefined;
	for (;;) {
		const admitted = await queue.enter(patience);
		if (admitted === 'refused') return refusal ?? heldFor(queue.limiter.waitMs(), patience.timeZone);
		if (typeof admitted === 'string') return { ok: false, kind: admitted, outcome: 'notSent' };
		const answer = await request().catch((error: unknown) => {
			queue.finish(admitted, 'uncounted');
			throw error;
		});
		if (answer.ok) {
			queue.finish(admitted, 'counted');
			return answer;
		}
		const backoffMs = queue.limiter.backoffMs();
		const decision = retryDecision(answer, operation, tried, patience, backoffMs);
		const holdMs = Math.min(decision.afterMs, Math.max(patience.refusedMs, backoffMs));
		queue.finish(admitted, verdictOf(answer), holdMs);
		if (!decision.again || patience.signal?.aborted) return answer;
		if (answer.kind === 'tooManyRequests') refusal = answer;
		else await pause(decision.afterMs, patience.signal);
		if (decision.countsAsTry) {
			tried.tries += 1;
			tried.waitedMs += decision.afterMs;
		}
	}
}
