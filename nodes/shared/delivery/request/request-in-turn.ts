import type { IHttpRequestOptions } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { NodeOperation } from '../../operation/operation';
import type { Answer, Failure } from '../../service/answer';
import type { Lane } from '../pace/lane';
import { pause } from '../pace/pause';
import { attempt, stopSignal, type Caller } from './attempt';
import { mayRetry, retryDelayMs } from './retry';

/** How long a request may be tried: tries in all, and milliseconds that the waits between them may add up to. */
export interface Patience {
	tries: number;
	waitMs: number;
}

function reached(answer: Answer | undefined): boolean {
	return answer !== undefined && (answer.ok || answer.kind !== 'unreachable');
}

/** What an item says whose turn had not come when the execution was stopped. */
export const stoppedBefore: Failure = { ok: false, kind: 'stopped', outcome: 'notSent' };

/** Makes a request in its lane's turn, and again where that is safe (retry.ts), as long as `patience` lasts. */
export async function requestInTurn(
	caller: Caller,
	operation: NodeOperation,
	options: IHttpRequestOptions,
	lane: Lane,
	patience: Patience,
	beforeLeaving?: () => Promise<void>,
): Promise<Answer> {
	const { effect } = serviceOperations[operation.id];
	const signal = stopSignal(caller);
	let waited = 0;
	let place = await lane.enter(signal);
	for (let tried = 1; ; tried += 1) {
		if (!place) return stoppedBefore;
		let answer: Answer | undefined;
		try {
			await beforeLeaving?.();
			answer = await attempt(caller, options);
		} finally {
			lane.leave(place, reached(answer));
		}
		if (answer.ok || signal?.aborted || !mayRetry(answer, effect)) return answer;
		const delay = retryDelayMs(answer, tried);
		waited += delay;
		if (waited > patience.waitMs) return answer;
		if (answer.kind === 'tooManyRequests') lane.hold(delay);
		if (tried >= patience.tries) return answer;
		if (answer.kind !== 'tooManyRequests') await pause(delay, signal);
		place = await lane.enterAgain(signal);
	}
}
