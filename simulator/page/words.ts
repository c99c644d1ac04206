import parsePhoneNumber from 'libphonenumber-js/max';
import type { Channel } from '../accounts';
import type { IncomingMessage } from '../incoming-message';
import type { OutboxMessage } from '../state';
import type { EventAnswer } from '../webhook';

const readableAddresses = new Map<string, string>();

/** A phone number with its groups apart; an email address as it is. Remembered, since the page asks every second. */
export function readableAddress(address: string): string {
	const readable =
		readableAddresses.get(address) ?? parsePhoneNumber(address)?.formatInternational() ?? address;
	readableAddresses.set(address, readable);
	return readable;
}

/** The name of a channel as people write it. */
export const channelNames: Record<Channel, string> = {
	imessage: 'iMessage',
	whatsapp: 'WhatsApp',
	sms_rcs: 'SMS/RCS',
};

/** The name of the channel that somebody wrote over. */
export const writtenChannelNames: Record<IncomingMessage['channel'], string> = {
	imessage: 'iMessage',
	whatsapp: 'WhatsApp',
	text: 'SMS/MMS',
};

/** What a receiver said, without the JSON around it. */
export function answerWords({ status, text }: EventAnswer): string {
	const said = /^\{"message":"([^"]*)"\}$/.exec(text)?.[1] ?? text;
	return `${status ?? 'no answer'}${said === '' ? '' : `: ${said}`}`;
}

/** An effect as people write it, such as "Invisible ink". */
export function effectName(effect: string): string {
	const words = effect.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What became of a message, in words: the channel it arrived over, and why it was not the one asked for. */
export function outcomeWords(message: OutboxMessage): string {
	const asked = channelNames[message.asked];
	if (message.condition === null) return asked;
	const reason = message.condition.endsWith('_unsupported')
		? `the recipient has no ${asked}`
		: `sending over ${asked} failed`;
	return message.channel === null
		? `Not delivered: ${reason}`
		: `${channelNames[message.channel]} instead: ${reason}`;
}

/** The name of the file that an attachment's URL ends with. */
export function attachmentName(url: string): string {
	return decodedIfPossible(url.split(/[?#]/, 1)[0]?.split('/').pop() ?? url);
}

/** A number with the word for what is counted, which is given for many. */
export function counted(count: number, many: string): string {
	return `${count} ${count === 1 ? many.slice(0, -1) : many}`;
}

/** A percent-encoded text in readable form; as it is where its encoding is malformed. */
export function decodedIfPossible(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
