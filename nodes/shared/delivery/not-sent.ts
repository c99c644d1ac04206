import type { DeliveryOptions } from './delivery-options';
import type { Done, Told } from './outcomes';
import { RecipientOrder } from './recipient-order';
import { openingAt, type SendingHours } from './sending-hours';

/** Whether a message with these options may be left for a later run. */
export function isDeferrable({ hours, mostPerNumber }: DeliveryOptions): boolean {
	return hours !== undefined || mostPerNumber !== undefined;
}

/** Whether a recipient with these hours may get messages now. */
export function isOpenNow(hours: SendingHours | undefined): boolean {
	return !hours || openingAt(hours, Date.now()).isOpen;
}

/** Until when messages may leave, in milliseconds: the past while the hours are closed; undefined at any time. */
export function closingTime(hours: SendingHours | undefined): number | undefined {
	const opening = hours && openingAt(hours, Date.now());
	return opening && (opening.isOpen ? opening.until : 0);
}

/** What becomes of a message that a later run sends: after a time, if that is known. */
export function deferral({ hours, wholeResponse }: DeliveryOptions, to: string): Omit<Done, keyof Told> {
	const opening = hours && openingAt(hours, Date.now());
	const send_after = opening && !opening.isOpen ? new Date(opening.until).toISOString() : null;
	const data = { to, message_id: null, deferred: true, send_after };
	return {
		status: 'deferred',
		answer: wholeResponse ? { data } : data,
		reason: send_after
			? 'It is outside the hours of the recipient'
			: 'The number has sent enough in this run',
		details: { outcome: 'notSent', deferred: true, send_after },
	};
}

/** The result of a message that an earlier run sent: its id was not kept. */
export function sentBefore(
	{ idempotencyKey, wholeResponse }: DeliveryOptions,
	to: string,
): Omit<Done, keyof Told> {
	const data = { to, message_id: null, already_sent: true };
	return {
		status: 'accepted',
		answer: wholeResponse ? { data } : data,
		reason:
			idempotencyKey === undefined
				? 'An earlier run has sent the message, so it was not sent again'
				: 'A message with the same idempotency key was accepted before, so it was not sent again',
		details: { outcome: 'accepted' },
		wasEarlier: true,
	};
}

/** The result of a message that its conversation shows: its id is not known. */
export function shownThere(
	{ wholeResponse }: DeliveryOptions,
	to: string,
	wasEarlier: boolean,
): Omit<Done, keyof Told> {
	const already_sent = wasEarlier && { already_sent: true };
	const data = { to, message_id: null, ...already_sent, confirmed_by: 'conversation' };
	return {
		status: 'accepted',
		answer: wholeResponse ? { data } : data,
		reason: 'The conversation with the recipient shows the message, so the service has accepted it',
		details: { outcome: 'accepted', confirmed_by: 'conversation' },
		wasEarlier,
	};
}

/** What each number has sent in a run that bounds it. */
export class NumberShares {
	private readonly sent = new Map<string | undefined, number>();

	private readonly order = new RecipientOrder();

	/** Delivers, one message of a number after the other, unless it has sent `most` already: undefined then. */
	async within<Delivered>(
		from: string | undefined,
		most: number | undefined,
		deliver: () => Promise<Delivered>,
		isSent: () => boolean,
	): Promise<Delivered | undefined> {
		if (most === undefined) return await deliver();
		return await this.order.next(String(from), async () => {
			const sent = this.sent.get(from) ?? 0;
			if (sent >= most) return undefined;
			const delivered = await deliver();
			if (isSent()) this.sent.set(from, sent + 1);
			return delivered;
		});
	}
}
