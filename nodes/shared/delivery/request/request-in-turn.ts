import type { IHttpRequestOptions } from 'n8n-workflow';

import type { NodeOperation } from '../../operation/operation';
import type { Answer, Failure } from '../../service/answer';
import type { Lane } from '../pace/lane';
import { pause } from '../pace/pause';
import type { Place, Verdict } from '../pace/rate';
import { attempt, stopSignal, type Caller } from './attempt';
import { retryDecision, type Decision, type Patience } from './retry';
import { Tries } from './tries';

export type { Patience } from './retry';

/** What an item says whose turn had not come when the execution was stopped. */
export const stoppedBefore: Failure = { ok: false, kind: 'stopped', outcome: 'notSent' };

/** What an item says whose turn had not come when its rate was given up. */
const refusedBefore: Failure = { ok: false, kind: 'tooManyRequests', outcome: 'rejected', status: 429 };

/** An answer, and what follows from it where it is a failure. */
interface Attempted {
	answer: Answer;
	decision?: Decision;
}

function verdictOf(answer: Answer, decision: Decision | undefined): Verdict {
	if (answer.ok) return 'accepted';
	if (answer === stoppedBefore || answer.kind === 'unreachable') return 'nothing';
	if (answer.kind !== 'tooManyRequests') return 'counted';
	return decision?.isOfRate ? 'refused' : 'nothing';
}

/** One attempt at a place in the traffic, which it leaves in any case. */
async function attemptAt(
	place: Place,
	lane: Lane,
	make: () => Promise<Answer>,
	decide: (failure: Failure) => Decision,
): Promise<Attempted> {
	let verdict: Verdict = 'nothing';
	let decision: Decision | undefined;
	try {
		const answer = await make();
		if (!answer.ok) decision = decide(answer);
		verdict = verdictOf(answer, decision);
		return { answer, decision };
	} finally {
		lane.leave(place, verdict, decision?.afterMs);
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
	const waiting = { signal, refusedMs: patience.refusedMs ?? patience.waitMs };
	const tries = new Tries(lane);
	const make = async () => {
		await beforeLeaving?.();
		return signal?.aborted ? stoppedBefore : await attempt(caller, options);
	};
	const decide = (failure: Failure) => {
		if (failure.kind === 'tooManyRequests') tries.noteRefused();
		return retryDecision(failure, operation.id, tries.soFar, patience, lane.backOffMs());
	};
	let refusal = refusedBefore;
	let place = await lane.enter(waiting);
	for (;;) {
		if (place === 'stopped') return stoppedBefore;
		if (place === 'refused') return refusal;
		const { answer, decision } = await attemptAt(place, lane, make, decide);
		if (answer.ok || !decision?.again || signal?.aborted) return answer;
		if (answer.kind === 'tooManyRequests') refusal = answer;
		tries.noteAgain(decision);
		if (!decision.isOfRate) await pause(decision.afterMs, signal);
		place = await lane.enterAgain(waiting, decision.letsOnePass);
	}
}
