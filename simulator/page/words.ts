import parsePhoneNumber from 'libphonenumber-js/max';
import { bubbleEffectValues } from '../../nodes/shared/contract/contract';
import type { Channel } from '../accounts';
import type { OutboxMessage } from '../state';

/** A phone number with its groups apart; an e-mail address as it is. */
export function readableAddress(address: string): string {
	return parsePhoneNumber(address)?.formatInternational() ?? address;
}

/** The name of a channel as people write it. */
export const channelNames: Record<Channel, string> = {
	imessage: 'iMessage',
	whatsapp: 'WhatsApp',
	sms_rcs: 'SMS/RCS',
};

/** The channel that a message was meant for. */
export function askedChannel({ operationId }: OutboxMessage): Exclude<Channel, 'sms_rcs'> {
	return operationId === 'sendWhatsapp' ? 'whatsapp' : 'imessage';
}

/** Time of day on this machine. */
export function timeOfDay(at: number): string {
	return new Date(at).toLocaleTimeString('en-GB');
}

/** An effect as people write it, such as "Invisible ink". */
export function effectName(effect: string): string {
	const words = effect.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an effect belongs to the bubble; otherwise it fills the screen. */
export function isBubbleEffect(effect: string): boolean {
	return (bubbleEffectValues as readonly string[]).includes(effect);
}

/** Why a message did not go over the channel that was asked for, in words. */
export function conditionWords(message: OutboxMessage): string {
	const channel = channelNames[askedChannel(message)];
	return message.condition?.endsWith('_unsupported')
		? `the recipient has no ${channel}`
		: `sending over ${channel} failed`;
}

/** A percent-encoded text in readable form; as it is where its encoding is malformed. */
export function decodedIfPossible(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
