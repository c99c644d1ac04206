import { createHash } from 'crypto';

import type { ServiceRequest } from '../../operation/operation';
import type { DeliveryOptions } from '../options/options';
import { recipientOf, type Step } from './step';

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

interface Planned {
	asked: ServiceRequest;
	options: Pick<DeliveryOptions, 'senderChoice'>;
}

/**
 * The senders of one run's messages. Spread evenly, it is the one with the fewest messages so far, and a recipient keeps
 * the one that it was given first, as long as that is among `senders`.
 */
export function senderPool() {
	const shares = new Map<string, number>();
	const given = new Map<string, string>();
	const shareOf = (sender: string) => shares.get(sender) ?? 0;
	return ({ asked, options }: Planned): ServiceRequest => {
		const { senders = [] } = asked;
		const isFixed = senders.length < 2 || options.senderChoice === 'alwaysSame';
		if (isFixed) return asAnyRunSends({ asked, options });
		const recipient = recipientOf(asked);
		const before = given.get(recipient);
		const sender =
			before !== undefined && senders.includes(before)
				? before
				: senders.reduce((least, one) => (shareOf(one) < shareOf(least) ? one : least));
		given.set(recipient, sender);
		shares.set(sender, shareOf(sender) + 1);
		return sentBy(sender, asked);
	};
}

export type SenderPool = ReturnType<typeof senderPool>;

export function sentBy(from: string | undefined, { body, ...request }: ServiceRequest): ServiceRequest {
	return { ...request, body: from ? { ...body, from } : body };
}

/** An item's request as any run makes it: with the sender, where a recipient always has the same. */
export function asAnyRunSends({ asked, options }: Planned): ServiceRequest {
	return sentBy(senderFor(asked.senders ?? [], recipientOf(asked), options.senderChoice), asked);
}

/** Chooses the number that sends a message, where that is not left to the service. */
export function fromSender(pool: SenderPool): Step {
	return async (item, next) => {
		item.request = pool(item);
		return await next();
	};
}
