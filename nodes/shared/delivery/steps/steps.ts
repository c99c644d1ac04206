import { deepCopy, type IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { InvalidInput } from '../../input/invalid-input';
import { channelOf } from '../../service/channels';
import { fingerprint } from '../ledger/message';
import { typingLimits } from '../options/send-options';
import { pause } from '../pace/rate-limiter';
import { rateOf } from '../pace/rate-queues';
import { WorkOrder } from '../pace/work-order';
import { requestInTurn, retries } from '../request/retry';
import { conversationsOf, unlessOptedOut, withinHours, withinNewContacts, withinShare } from './campaign';
import { advised, dryRun, sendingAdvice } from './dry-run';
import { outcomeRecorded, recordedBefore, unlessAnswered, unlessRecorded, type SendRecord } from './record';
import { fromSender, senderPool } from './sender';
import {
	inSequence,
	recipientOf,
	shortLimitMs,
	type Delivered,
	type Item,
	type RunContext,
	type Step,
	type Way,
} from './step';

/** The way of each item of a run, from the first step to its request. The record is that of a run that sends. */
export function wayOf(context: RunContext, record?: SendRecord): Way {
	if (record) return wayOfMessage(context, record);
	const { effect } = serviceOperations[context.operation.service];
	return inSequence([...(effect === 'read' ? [askedOnce()] : []), inTurn(context)], requested(context));
}

/** The way of a message: a step keeps its part of what is promised of all messages. */
function wayOfMessage(context: RunContext, record: SendRecord): Way {
	const pool = senderPool();
	const count = sendingAdvice(context);
	const conversations = conversationsOf(context);
	const way = inSequence(
		[
			dryRun(context, record, pool, count), // checked, and no further
			inOrder(), // after the messages before it to the same recipient
			unlessAnswered(record), // not if the execution has its answer
			unlessRecorded(record), // nor if the record says that it left, once nobody else sends it
			withinHours(), // only when its recipient may get messages
			fromSender(pool), // by a number of its pool
			unlessOptedOut(context, conversations), // to who has not opted out
			withinShare(context), // which has not sent enough in this execution
			withinNewContacts(context, conversations, record), // nor written to enough new contacts today
			advised(count), // counted for the advice of the run
			outcomeRecorded(record), // what became of it, for later tries and runs
			inTurn(context), // at its rate, and again where that is safe
			typed(context), // while its recipient sees typing
			recordedBefore(record), // that it may have left, before it may leave
		],
		requested(context),
	);
	const countPlaces = emptyPlaces(context);
	return async (item) => {
		const message = record.messageOf(item);
		countPlaces(item);
		return await way(Object.assign(item, { message }));
	};
}

const placeRemedy =
	'Check the name of the field. For rows that may lack it, say what counts instead, e.g. {{ $json.name ?? "there" }}.';

/** Counts the places in the texts of messages that have no text. InvalidInput for one of a dry run. */
function emptyPlaces({ run, hints }: RunContext) {
	const counts = new Map<string, number>();
	hints.push(() =>
		[...counts].map(
			([place, count]) => `${place} had no text in ${count} of ${run.items.length} rows. ${placeRemedy}`,
		),
	);
	return ({ parameters, options }: Item) => {
		const empty = new Set(parameters.emptyPlaces());
		for (const place of empty) counts.set(place, (counts.get(place) ?? 0) + 1);
		const [place] = empty;
		if (options.dryRun && place) throw new InvalidInput(`${place} has no text`, placeRemedy);
	};
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
	return async ({ asked }, next) => await order.next(recipientOf(asked), next);
}

/** Makes an item's request at its rate, in the order in which items come here, and again where that is safe. */
function inTurn({ run, connection, queues }: RunContext): Step {
	return async ({ request, options, until }, next) => {
		const queue = queues.queue(rateOf(request, connection.account, options), options.requestsAtOnce);
		const { signal, timeZone } = run;
		const patience = { ...retries, refusedMs: options.giveUpAfterMs, until, signal, timeZone };
		return await requestInTurn(request.service, next, queue, patience);
	};
}

/**
 * Shows typing before a message (public material; not in the interface document): for the seconds of the option, or where
 * they are 0 as long as its text takes. It keeps no message back: where it cannot be shown, they go without, and the run
 * says why.
 */
function typed({ run, connection, hints }: RunContext): Step {
	const items = run.items.length;
	let missing: string | undefined;
	hints.push(() => [missing !== undefined && `Show Typing First was left out: ${missing}.`]);
	const show = async ({ request }: Item, seconds: number) => {
		const service = channelOf(request.service)?.showTyping;
		if (!service || missing !== undefined) return;
		const { to, from, message } = request.body as IDataObject;
		if (items > typingLimits.items)
			missing = `${items} items came in, and it is for ${typingLimits.items} at most`;
		else if (from === undefined) missing = 'it needs From';
		if (missing !== undefined) return;
		const body = { to, from, action: 'start' };
		const answer = await connection.ask({ service, body }, shortLimitMs);
		const typingTime = Math.ceil(String(message ?? '').length / typingLimits.charactersPerSecond);
		const shownFor = seconds || Math.min(Math.max(typingTime, 1), typingLimits.seconds);
		if (answer.ok) await pause(shownFor * 1000, run.signal);
		else missing = `the service did not show it (${answer.status ?? answer.kind})`;
	};
	return async (item, next) => {
		const { typingSeconds } = item.options;
		if (!item.left && typingSeconds !== undefined) await show(item, typingSeconds);
		return await next();
	};
}

function requested({ connection }: RunContext): Way {
	return async (item) => {
		item.left = true;
		return await connection.ask(item.request);
	};
}
