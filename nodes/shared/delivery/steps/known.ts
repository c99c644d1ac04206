import type { Failure } from '../../service/answer';
import { recipientIn } from './in-order';
import { timeOfEarlierTries } from './conversation-history';
import type { Sending, SendRecord } from './record';
import { asAnyRunSends, sentBy } from './sender';
import type { Delivered, NodeRun, RunContext, Step } from './step';

/** What an item says of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failure {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

function sentEarlier(item: Sending): Delivered {
	item.request = asAnyRunSends(item);
	const answer = { to: recipientIn(item.request), message_id: null, already_sent: true };
	return { ok: true, status: 'accepted', answer, wasEarlier: true };
}

/** What becomes of a message that may have left: it is unknown, unless its conversation shows it. */
async function doubtful(
	run: NodeRun,
	record: SendRecord,
	item: Sending,
	reason?: string,
	time = timeOfEarlierTries(run),
): Promise<Delivered> {
	item.request = asAnyRunSends(item);
	const shown = await record.shownInConversation(item, time, true);
	if (shown) return shown;
	item.request = item.asked;
	return unknownBefore(reason);
}

/** Sends a message unless an earlier try of this execution has, or may have. */
export function unlessAnswered({ run }: RunContext, record: SendRecord): Step<Sending> {
	return async (item, next) => {
		const { message, asked, options } = item;
		const remembered = record.answers.recall(message.id, asked.senders ?? []);
		message.mayRepeat = options.ifUnknown === 'sendAgain';
		switch (remembered.state) {
			case 'accepted':
				item.request = sentBy(remembered.from, asked);
				return { ok: true, envelope: remembered.envelope, wasEarlier: true };
			case 'shown':
				return record.shown(item, true);
			case 'unknown': {
				if (message.mayRepeat) return await next();
				const { reason, time } = remembered;
				return await doubtful(run, record, item, reason, time && { ...time, others: undefined });
			}
			default:
				return await next();
		}
	};
}

/** Sends a message unless another run has, or may have, and while nobody else sends it. */
export function unlessRecorded({ run }: RunContext, record: SendRecord): Step<Sending> {
	const { ledger } = record;
	if (!ledger) return async (_, next) => await next();
	return async (item, next) =>
		await ledger.oneAtATime(item.message, async () => {
			for (;;) {
				const known = await ledger.recall(item.message);
				if (known === 'accepted') return sentEarlier(item);
				if (known === 'unknown' && !item.message.mayRepeat) {
					return await doubtful(run, record, item, ledger.claims.doubt);
				}
				const delivered = await next();
				if (delivered.ok || delivered.kind !== 'taken') return delivered;
			}
		});
}
