import parsePhoneNumber from 'libphonenumber-js/max';
import { tapbackValues } from '../../nodes/shared/contract/contract';
import { lowerFirst } from '../../scripts/interface-document';
import { channelNames, type Channel } from '../accounts';
import { obstacleOf } from '../outcome';
import type { EventAnswer, OutboxMessage } from '../records';

const readableAddresses = new Map<string, string>();

/** A phone number with its groups apart; an email address as it is. Remembered, since the page asks every second. */
export function readableAddress(address: string): string {
	const readable =
		readableAddresses.get(address) ?? parsePhoneNumber(address)?.formatInternational() ?? address;
	readableAddresses.set(address, readable);
	return readable;
}

/** Time of day on this machine. */
export function timeOfDay(at: number): string {
	return new Date(at).toLocaleTimeString('en-GB');
}

/** The reactions that every channel has, as phones show them. */
export const reactionSigns = ['❤️', '👍', '👎', '😂', '‼️', '❓'] as const;

/** How the service calls the reactions of a channel, in the order of their signs. */
export const reactionNames: Record<Channel, readonly string[]> = {
	imessage: tapbackValues,
	whatsapp: reactionSigns,
	text: ['love', 'thumbsup', 'thumbsdown', 'haha', 'emphasized', 'questioned'],
};

/** A reaction as phones show it. */
export function reactionSign(channel: Channel, reaction: string): string {
	return reactionSigns[reactionNames[channel].indexOf(reaction)] ?? reaction;
}

/** What a receiver said, without the JSON around it. */
export function answerWords({ status, text }: EventAnswer): string {
	const said = /^\{"message":"([^"]*)"\}$/.exec(text)?.[1] ?? text;
	return `${status ?? 'no answer'}${said === '' ? '' : `: ${said}`}`;
}

/** That a message came over another channel than the one asked for, and why; undefined where it did not. */
export function fallbackWords(message: OutboxMessage): string | undefined {
	const { asked, channel } = message;
	if (channel === null || channel === asked) return undefined;
	return `${channelNames[channel]} instead: ${lowerFirst(obstacleOf(message) ?? '')}`;
}

/** The name of the file that an attachment's URL ends with. */
export function attachmentName(url: string): string {
	return decodedIfPossible(url.split(/[?#]/, 1)[0]?.split('/').pop() ?? url);
}

/** A percent-encoded text in readable form; as it is where its encoding is malformed. */
export function decodedIfPossible(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
