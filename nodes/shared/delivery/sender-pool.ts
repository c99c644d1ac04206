import { createHash } from 'crypto';

function weight(sender: string, recipient: string): string {
	return createHash('sha256').update(`${sender}\n${recipient}`).digest('hex');
}

/**
 * The sender of `senders` for a recipient, by rendezvous hashing: always the same one for a recipient, and a
 * sender that joins or leaves moves only its own share of the recipients.
 */
export function senderFor(senders: string[], recipient: string): string | undefined {
	if (senders.length < 2) return senders[0];
	const normal = recipient.toLowerCase();
	let chosen = senders[0];
	let highest = '';
	for (const sender of senders) {
		const own = weight(sender, normal);
		if (own > highest) [chosen, highest] = [sender, own];
	}
	return chosen;
}
