import type { Schema } from '../../nodes/shared/contract/contract';
import { numbersWithChannel, type Channel, type LeasedNumber } from '../accounts';
import { agreementUrl, capabilities, magicAddress } from '../magic-numbers';
import { newId } from '../reaction';
import { ServiceError } from '../service-error';
import type { FallbackCondition, OutboxMessage } from '../records';
import { leasedNumber, requireNoWait, type Behaviour, type Call } from './call';

type SendBody = Schema<'SendImessageRequest'> & Schema<'SendWhatsappRequest'>;

/** What differs from message to message; everything else stands in the request. */
type Sent = Pick<OutboxMessage, 'to' | 'from' | 'asked' | 'tried' | 'channel' | 'message'> &
	Partial<OutboxMessage>;

function oneAtRandom(numbers: LeasedNumber[]): LeasedNumber {
	const number = numbers[Math.floor(Math.random() * numbers.length)];
	if (!number) throw new ServiceError(403);
	return number;
}

/** The number to send from: the one asked for, which must be leased and have the channel, or one at random. */
export function sendingNumber(call: Call, from: string | undefined, channel: Channel): LeasedNumber {
	if (from === undefined) return oneAtRandom(numbersWithChannel(call.account, channel));
	const { lease } = leasedNumber(call, from);
	if (!lease.channels.includes(channel)) throw new ServiceError(403);
	return lease;
}

function requireFastTrack({ state, account }: Call): void {
	if (!state.hasEntitlement(account, 'fast_track')) {
		throw new ServiceError(403, { agreementUrl: agreementUrl('fast_track') });
	}
}

/** Puts a message into the outbox. */
function accepted(call: Call, prefix: 'imsg' | 'wapp' | 'text', sent: Sent): Schema<'MessageResult'> {
	const body = call.body as Partial<SendBody>;
	const message_id = newId(prefix);
	call.state.accept({
		message_id,
		operationId: call.operationId,
		account: call.account.name,
		at: call.now,
		condition: null,
		fallback: null,
		attachments: body.attachments ?? [],
		effect: null,
		fastTrack: false,
		body: { ...body },
		...sent,
	});
	return { message_id };
}

function obstacle(to: string, channel: Exclude<Channel, 'text'>): FallbackCondition | null {
	if (!capabilities(to)[channel]) return `${channel}_unsupported`;
	return magicAddress(to)?.sendingFails ? `${channel}_fails` : null;
}

/** Where a text ends: a landline gets none (own choice). */
function textTo(to: string): Pick<OutboxMessage, 'tried' | 'channel'> {
	return { tried: 'text', channel: magicAddress(to)?.lineType === 'landline' ? null : 'text' };
}

/** Where a message ends: over its channel, over SMS/RCS, or nowhere (sections 4.3 to 4.5). */
function arrival(
	call: Call,
	channel: Exclude<Channel, 'text'>,
	from: string,
): Pick<OutboxMessage, 'from' | 'tried' | 'channel' | 'condition' | 'fallback'> {
	const { to, fallback: asked } = call.body as SendBody;
	const fallback: OutboxMessage['fallback'] =
		asked && !to.includes('@') ? { when: asked.when, from: asked.from ?? null } : null;
	const fallbackFrom = fallback?.from && sendingNumber(call, fallback.from, 'text').number;
	const condition = obstacle(to, channel);
	if (!condition) return { from, tried: channel, channel, condition, fallback };
	const fallbackNumbers = numbersWithChannel(call.account, 'text');
	const falls = fallback?.when.includes(condition) && fallbackNumbers.length > 0;
	if (!falls) return { from, tried: channel, channel: null, condition, fallback };
	const sender = fallbackFrom ?? oneAtRandom(fallbackNumbers).number;
	return { from: sender, ...textTo(to), condition, fallback };
}

/** Section 4.3. */
export const sendImessage: Behaviour = (call) => {
	const { to, from, message = null, effect = null, fast_track: fastTrack = false } = call.body as SendBody;
	const { number } = sendingNumber(call, from, 'imessage');
	if (fastTrack) requireFastTrack(call);
	const where = arrival(call, 'imessage', number);
	if (!fastTrack) requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	return accepted(call, 'imsg', { to, asked: 'imessage', ...where, message, effect, fastTrack });
};

/** Section 4.4. */
export const sendWhatsapp: Behaviour = (call) => {
	const { to, from, message } = call.body as SendBody;
	const { number } = sendingNumber(call, from, 'whatsapp');
	const where = arrival(call, 'whatsapp', number);
	requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	return accepted(call, 'wapp', { to, asked: 'whatsapp', ...where, message });
};

/** Public material. */
export const sendText: Behaviour = (call): Schema<'MessageResult'> => {
	const { to, from, message = null, fast_track: fastTrack = false } = call.body as Schema<'SendTextRequest'>;
	const { number } = sendingNumber(call, from, 'text');
	if (fastTrack) requireFastTrack(call);
	else requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	return accepted(call, 'text', { asked: 'text', ...textTo(to), to, from: number, message, fastTrack });
};
