import { createHash } from 'crypto';

/** How the senders of a pool are shared out: by recipient for good, or evenly within a run. */
export type SenderChoice = 'alwaysSame' | 'spreadEvenly';

function weight(sender: string, recipient: string): string {
	return createHash('sha256').update(`${sender}\n${recipient}`).digest('hex');
}

/**
 * The sender of `senders` for a recipient, by rendezvous hashing: always the same one for a recipient, and a
 * sender that joins or leaves moves only its own share of the recipients.
 */
export function senderFor(senders: string[], recipient: string): string | undefined {
	if (senders.length < 2) return senders[0];
	let chosen = senders[0];
	let highest = '';
	for (const sender of senders) {
		const own = weight(sender, recipient);
		if (own > highest) [chosen, highest] = [sender, own];
	}
	return chosen;
}

/** The sender that another run has given a recipient; undefined where that differs from run to run. */
export function senderInEveryRun(
	senders: string[],
	recipient: string,
	choice: SenderChoice,
): string | undefined {
	return senders.length < 2 || choice === 'alwaysSame' ? senderFor(senders, recipient) : undefined;
}

/** Chooses the senders of one run's messages. */
export class SenderPool {
	/** Messages that each sender of the run has been given. */
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
