import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../operation/operation';

/** Lets work for the same recipient begin only when what was asked for before is over, in the order of the asking. */
export class RecipientOrder {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Does `work` once everything asked for the same `recipient` before is over, however that ended. */
	async next<Result>(recipient: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(recipient);
		const own = before ? before.then(work, work) : work();
		this.last.set(recipient, own);
		try {
			return await own;
		} finally {
			if (this.last.get(recipient) === own) this.last.delete(recipient);
		}
	}
}

/** How the senders of a pool are shared out: by recipient for good, or evenly within a run. */
export type SenderChoice = 'alwaysSame' | 'spreadEvenly';

/**
 * The sender that every run gives a recipient, by rendezvous hashing: one that joins or leaves moves only its own share of
 * the recipients. Undefined where it differs from run to run.
 */
export function senderFor(
	senders: string[],
	recipient: string,
	choice: SenderChoice = 'alwaysSame',
): string | undefined {
	if (senders.length < 2) return senders[0];
	if (choice === 'spreadEvenly') return undefined;
	let chosen = senders[0];
	let highest = '';
	for (const sender of senders) {
		const weight = createHash('sha256').update(`${sender}\n${recipient}`).digest('hex');
		if (weight > highest) [chosen, highest] = [sender, weight];
	}
	return chosen;
}

/** Chooses the senders of one run's messages. */
export class SenderPool {
	private readonly shares = new Map<string, number>();

	private readonly given = new Map<string, string>();

	/**
	 * The sender of the next message to a recipient. Spread evenly, it is the one with the fewest messages so far,
	 * and a recipient keeps the one that it was given first, as long as that is among `senders`.
	 */
	next(senders: string[], recipient: string, choice: SenderChoice): string | undefined {
		if (senders.length < 2 || choice === 'alwaysSame') return senderFor(senders, recipient);
		const before = this.given.get(recipient);
		const sender = before !== undefined && senders.includes(before) ? before : this.leastUsed(senders);
		this.given.set(recipient, sender);
		this.shares.set(sender, this.share(sender) + 1);
		return sender;
	}

	private share(sender: string): number {
		return this.shares.get(sender) ?? 0;
	}

	private leastUsed(senders: string[]): string {
		return senders.reduce((least, sender) => (this.share(sender) < this.share(least) ? sender : least));
	}
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

/** The recipient of a message, as the item gave it. */
export function recipientIn({ body }: ServiceRequest): string {
	return String((body as IDataObject).to);
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return recipientIn(request).toLowerCase();
}

/** The request as a number sends it. */
export function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}
