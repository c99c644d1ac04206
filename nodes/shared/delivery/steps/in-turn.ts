import type { OperationId } from '../../contract/contract';
import { checkedAnswer, type Failure } from '../../service/answer';
import { pause, type Verdict } from '../pace/rate-limiter';
import { rateOf, type RateQueue } from '../pace/rate-queues';
import { stoppedBefore } from '../request/attempt';
import { longestRetryWaitMs, maxTries, retryDecision, type Patience } from '../request/retry';
import type { RunContext, Step } from './step';

/** What an item says whose turn had not come when its time was over. */
const lateBefore: Failure = { ok: false, kind: 'late', outcome: 'notSent' };

/** What an item says whose turn had not come when its rate was given up. */
const refusedBefore: Failure = { ok: false, kind: 'tooManyRequests', outcome: 'rejected', status: 429 };

function verdictOf(failure: Failure): Verdict {
	if (failure.outcome === 'notSent') return 'uncounted';
	return failure.kind === 'tooManyRequests' ? 'refused' : 'counted';
}

/**
 * Makes a request in its queue's turn, and again where that is safe (retry.ts), as long as `patience` lasts. One that
 * was refused (429) goes to the end of the queue.
 */
export async function requestInTurn<Accepted extends { ok: true }>(
	operation: OperationId,
	request: () => Promise<Accepted | Failure>,
	queue: RateQueue,
	patience: Patience,
	signal?: AbortSignal,
): Promise<Accepted | Failure> {
	const waiting = { signal, refusedMs: patience.refusedMs ?? patience.waitMs, until: patience.until };
	const tried = { tries: 1, waitedMs: 0 };
	let refusal = refusedBefore;
	for (;;) {
		const admitted = await queue.enter(waiting);
		if (typeof admitted === 'string') {
			return { stopped: stoppedBefore, late: lateBefore, refused: refusal }[admitted];
		}
		const answer = await request().catch((error: unknown) => {
			queue.finish(admitted, 'uncounted');
			throw error;
		});
		if (answer.ok) {
			queue.finish(admitted, 'counted');
			return answer;
		}
		const decision = retryDecision(answer, operation, tried, patience, queue.backoffMs());
		queue.finish(admitted, verdictOf(answer), decision.afterMs);
		if (!decision.again || signal?.aborted) return answer;
		if (answer.kind === 'tooManyRequests') refusal = answer;
		else await pause(decision.afterMs, signal);
		if (decision.countsAsTry) {
			tried.tries += 1;
			tried.waitedMs += decision.afterMs;
		}
	}
}

/** Makes an item's request at its rate, in the order in which items come here, and again where that is safe. */
export function inTurn({ run, account, queues }: RunContext): Step {
	return async ({ request, options, until }, next) => {
		const queue = queues.queue(rateOf(request, account, options));
		const patience = {
			tries: maxTries,
			waitMs: longestRetryWaitMs,
			refusedMs: options.giveUpAfterMs,
			until,
		};
		return await requestInTurn(request.service, next, queue, patience, run.signal);
	};
}

/** Makes the request. */
export function requested({ attempt }: RunContext): Step {
	return async (item) => {
		item.left = true;
		return checkedAnswer(item.request, await attempt(item.request));
	};
}
