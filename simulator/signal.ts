import type { IncomingMessage } from './incoming-message';

/** What a caller did in a conversation beside writing: a reaction, the typing indicator, a read receipt (public material). */
export interface Signal {
	kind: 'reaction' | 'typing' | 'read';
	channel: IncomingMessage['channel'];
	/** Name of the account. */
	account: string;
	/** The other person. */
	to: string;
	/** The leased number; null where the request named none. */
	from: string | null;
	/** What was asked for: `add` or `remove`, `start` or `stop`, `read`. */
	action: string;
	/** The reaction, and the text of the message that it is on; null for other signals. */
	reaction: string | null;
	on: string | null;
	/** Milliseconds since the epoch. */
	at: number;
}
