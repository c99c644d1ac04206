import { deepCopy } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { limits } from '../pace/limits';
import { rateOf } from '../pace/rate-queues';
import { WorkOrder } from '../pace/work-order';
import { fingerprint } from '../record/message';
import { requestInTurn, retries } from '../pace/retry';
import { conversationsOf, unlessOptedOut, withinHours, withinShare } from './campaign';
import { advised, dryRun, sendingAdvice } from './dry-run';
import { outcomeRecorded, recordedBefore, unlessSent, type SendRecord } from './recorded';
import { inSequence, recipientOf, type Delivered, type RunContext, type Step, type Way } from './step';

/** The way of each item of a run, from the first step to its request. The record is that of a run that sends. */
export function wayOf(context: RunContext, record?: SendRecord): Way {
	if (record) return wayOfMessage(context, record);
	const { effect } = serviceOperations[context.operation.service];
	return inSequence([...(effect === 'read' ? [askedOnce()] : []), inTurn(context)], requested(context));
}

/** The way of a message: a step keeps its part of what is promised of all messages. */
function wayOfMessage(context: RunContext, record: SendRecord): Way {
	const count = sendingAdvice(context);
	const way = inSequence(
		[
			dryRun(context, record, count), // checked, and no further
			inOrder(), // after the messages before it to the same recipient
			unlessSent(record), // not if the execution or the record says that it left, once nobody else sends it
			withinHours(), // only when its recipient may get messages
			unlessOptedOut(conversationsOf(context)), // to who has not opted out
			withinShare(context), // which has not sent enough in this execution
			advised(count), // counted for the advice of the run
			outcomeRecorded(record), // what became of it, for later tries and runs
			inTurn(context), // at its rate, and again where that is safe
			recordedBefore(record), // that it leaves, unless somebody else was faster
		],
		requested(context),
	);
	return async (item) => await way(Object.assign(item, { message: record.messageOf(item) }));
}

/** Asks each question once in a run, however many items want its answer. */
function askedOnce(): Step {
	const answers = new Map<string, Promise<Delivered>>();
	return async ({ request }, next) => {
		const question = fingerprint([request.service, request.path, request.query]);
		const known = answers.get(question);
		if (known) return deepCopy(await known);
		const answer = next();
		answers.set(question, answer);
		return await answer;
	};
}

/** Sends a message once those before it to the same recipient are over. */
function inOrder(): Step {
	const order = new WorkOrder();
	return async ({ request }, next) => await order.next(recipientOf(request), next);
}

/** Makes an item's request at its rate, in the order in which items come here, and again where that is safe. */
function inTurn({ run, connection, queues }: RunContext): Step {
	return async ({ request, options, until }, next) => {
		const queue = queues.queue(rateOf(request, connection.account, options));
		const { signal, timeZone } = run;
		const patience = { ...retries, refusedMs: limits.refusedMs, until, signal, timeZone };
		return await requestInTurn(request.service, next, queue, patience);
	};
}

function requested({ connection }: RunContext): Way {
	return async (item) => {
		item.left = true;
		return await connection.ask(item.request);
	};
}
