import { serviceOperations } from '../../contract/contract';
import { askedOnce } from './asked-once';
import { Conversations } from './conversations';
import { dryRun } from './dry-run';
import { withinHours } from './hours';
import { inOrder } from './in-order';
import { inTurn, requested } from './in-turn';
import { unlessAnswered, unlessRecorded } from './known';
import { withinNewContacts } from './new-contacts';
import { unlessOptedOut } from './opt-outs';
import { outcomeRecorded, recordedBefore, type Sending, type SendRecord } from './record';
import { fromSender, SenderPool } from './sender';
import { SendingAdvice, advised } from './sending-advice';
import { withinShare } from './share';
import { inSequence, type Delivered, type Item, type RunContext } from './step';
import { typed } from './typed';

/** The way of each item of a run, from the first step to its request. The record is that of a run that sends. */
export function wayOf(context: RunContext, record?: SendRecord): (item: Item) => Promise<Delivered> {
	if (record) return wayOfMessage(context, record);
	const { effect } = serviceOperations[context.operation.service];
	return inSequence([
		dryRun(context),
		...(effect === 'read' ? [askedOnce()] : []),
		inTurn(context),
		requested(context),
	]);
}

/** The way of a message: a step keeps its part of what is promised of all messages. */
function wayOfMessage(context: RunContext, record: SendRecord): (item: Item) => Promise<Delivered> {
	const pool = new SenderPool();
	const advice = new SendingAdvice();
	const conversations = new Conversations(context.attempt);
	context.hints.push(() => advice.hints());
	const known = async ({ message }: Sending) => await record.planned(message);
	const way = inSequence([
		dryRun<Sending>(context, { known, pool, advice }), // checked, and no further
		inOrder(), // after the messages before it to the same recipient
		unlessAnswered(context, record), // not if this execution has sent it
		unlessRecorded(context, record), // nor an earlier try or another run, and while nobody else sends it
		withinHours(), // only when its recipient may get messages
		fromSender(pool), // by a number of its pool
		unlessOptedOut(context, conversations), // to who has not opted out
		withinShare(), // which has not sent enough in this run
		withinNewContacts(context, conversations, record), // nor written to enough new contacts today
		advised(advice), // counted for the advice of the run
		outcomeRecorded(context, record), // what became of it, for later tries and runs
		inTurn(context), // at its rate, and again where that is safe
		typed(context), // while its recipient sees typing
		recordedBefore(record), // that it may have left, before it may leave
		requested(context),
	]);
	return async (item) => await way(Object.assign(item, { message: record.messageOf(item) }));
}
