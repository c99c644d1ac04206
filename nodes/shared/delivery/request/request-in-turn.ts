import type { IHttpRequestOptions } from 'n8n-workflow';

import type { NodeOperation } from '../../operation/operation';
import type { Answer, Failure } from '../../service/answer';
import type { Lane } from '../pace/lane';
import { pause } from '../pace/pause';
import type { Place, Verdict } from '../pace/rate';
import { attempt, stopSignal, type Caller } from './attempt';
import { retryDecision, type Patience } from './retry';

export type { Patience } from './retry';

/** What an item says whose turn had not come when the execution was stopped. */
export const stoppedBefore: Failure = { ok: false, kind: 'stopped', outcome: 'notSent' };

/** What an item says whose turn had not come when its rate was given up. */
const refusedBefore: Failure = { ok: false, kind: 'tooManyRequests', outcome: 'rejected', status: 429 };

function verdictOf(answer: Answer): Verdict {
	if (answer.ok) return 'accepted';
	if (answer.kind === 'unreachable') return 'unsent';
	return answer.kind === 'tooManyRequests' ? 'refused' : 'counted';
}

/** One attempt at a place in the traffic, which it leaves in any case. */
async function attemptAt(
	place: Place,
	lane: Lane,
	caller: Caller,
	options: IHttpRequestOptions,
	beforeLeaving?: () => Promise<void>,
): Promise<Answer> {
	let verdict: Verdict = 'unsent';
	try {
		await beforeLeaving?.();
		if (stopSignal(caller)?.aborted) return stoppedBefore;
		const answer = await attempt(caller, options);
		verdict = verdictOf(answer);
		return answer;
	} finally {
		lane.leave(place, verdict);
	}
}

/**
 * Makes a request in its lane's turn, and again where that is safe (retry.ts), as long as `patience` lasts.
 * `beforeLeaving` is awaited before every attempt, when its place is certain; if it rejects, no request is made, and
 * the rejection is passed on.
 */
export async function requestInTurn(
	caller: Caller,
	operation: NodeOperation,
	options: IHttpRequestOptions,
	lane: Lane,
	patience: Patience,
	beforeLeaving?: () => Promise<void>,
): Promise<Answer> {
	const signal = stopSignal(caller);
	const refusedMs = patience.refusedMs ?? patience.waitMs;
	const tried = { tries: 1, waitedMs: 0 };
	let refusal = refusedBefore;
	let place = await lane.enter(signal, refusedMs);
	for (;;) {
		if (place === 'stopped') return stoppedBefore;
		if (place === 'refused') return refusal;
		const answer = await attemptAt(place, lane, caller, options, beforeLeaving);
		if (answer.ok || signal?.aborted) return answer;
		const decision = retryDecision(answer, operation.id, tried, patience, lane.backOffMs());
		if (decision.holdsRate) {
			refusal = answer;
			lane.hold(decision.afterMs);
		}
		if (!decision.again) return answer;
		if (decision.countsAsTry) {
			tried.tries += 1;
			tried.waitedMs += decision.afterMs;
		}
		if (!decision.holdsRate) await pause(decision.afterMs, signal);
		place = await lane.enterAgain(signal, refusedMs);
	}
}
