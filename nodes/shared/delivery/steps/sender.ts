import { createHash } from 'crypto';

import type { ServiceRequest } from '../../operation/operation';
import type { DeliveryOptions } from '../options/options';
import { recipientOf, type Item, type Step } from './step';

/**
 * The sender that every run gives a recipient, by rendezvous hashing: one that joins or leaves moves only its own share of
 * the recipients. Undefined where it differs from run to run.
 */
export function senderFor(
	senders: string[],
	recipient: string,
	choice: DeliveryOptions['senderChoice'] = 'alwaysSame',
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
	next(senders: string[], recipient: string, choice: DeliveryOptions['senderChoice']): string | undefined {
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

/** The request as a number sends it. */
export function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}

/** An item's request as any run makes it: with the sender, where a recipient always has the same. */
export function asAnyRunSends({ asked, options }: Item): ServiceRequest {
	return sentBy(senderFor(asked.senders ?? [], recipientOf(asked), options.senderChoice), asked);
}

/** An item's request by the next number of its pool. */
export function fromPool(pool: SenderPool, { asked, options }: Item): ServiceRequest {
	return sentBy(pool.next(asked.senders ?? [], recipientOf(asked), options.senderChoice), asked);
}

/** Chooses the number that sends a message, where that is not left to the service. */
export function fromSender(pool: SenderPool): Step {
	return async (item, next) => {
		item.request = fromPool(pool, item);
		return await next();
	};
}
