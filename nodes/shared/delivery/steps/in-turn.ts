import { rateOf } from '../pace/rate-queues';
import { requestInTurn } from '../request/request-in-turn';
import { longestRetryWaitMs } from '../request/retry';
import type { RunContext, Step } from './step';

/** Makes an item's request at its rate, in the order in which items come here, and again where that is safe. */
export function inTurn({ run, account, queues }: RunContext): Step {
	return async ({ request, options, until }, next) => {
		const { tries, giveUpAfterMs: refusedMs } = options;
		const queue = queues.queue(rateOf(request, account, options));
		const patience = { tries, waitMs: longestRetryWaitMs, refusedMs, until };
		return await requestInTurn(request.service, next, queue, patience, run.signal);
	};
}
