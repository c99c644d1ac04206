import { createHash } from 'crypto';

/**
 * The number that sends to a recipient, by rendezvous hashing: every run gives a recipient the same one, and a number that joins or
 * leaves moves only its own share of the recipients. Undefined where there is none to choose.
 */
export function senderFor(senders: string[], recipient: string): string | undefined {
	if (senders.length < 2) return senders[0];
	let chosen = senders[0];
	let highest = '';
	for (const sender of senders) {
		const weight = createHash('sha256').update(`${sender}\n${recipient}`).digest('hex');
		if (weight > highest) [chosen, highest] = [sender, weight];
	}
	return chosen;
}
