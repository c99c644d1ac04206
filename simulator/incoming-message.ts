/** A file that came with a message. */
export interface IncomingAttachment {
	url: string;
	mime: string;
	filename: string;
}

/** A message that another person sent to a leased number (public material). */
export interface IncomingMessage {
	/** The id of the event that tells of it: `evt_…`. */
	id: string;
	channel: 'imessage' | 'whatsapp' | 'text';
	/** The other person: a phone number, or an email address over iMessage. */
	from: string;
	/** The leased number that was written to. */
	to: string;
	text: string;
	attachments: readonly IncomingAttachment[];
	/** Arrival, in milliseconds since the epoch. */
	at: number;
}
