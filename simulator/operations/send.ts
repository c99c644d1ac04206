import type { Schema } from '../../nodes/shared/contract/contract';
import { numbersWithChannel, type Channel, type LeasedNumber } from '../accounts';
import { agreementUrl, capabilities, magicAddress } from '../magic-numbers';
import { newId } from '../reaction';
import { ServiceError } from '../service-error';
import type { FallbackCondition, OutboxMessage } from '../records';
import { leasedNumber, requireNoWait, type Behaviour, type Call } from './call';

type SendBody = Schema<'SendImessageRequest'> & Schema<'SendWhatsappRequest'>;

/** What differs from message to message; everything else stands in the request. */
type Sent = Pick<OutboxMessage, 'from' | 'asked' | 'tried' | 'channel'> & Partial<OutboxMessage>;

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

/** Puts a message into the outbox. */
function accepted(call: Call, prefix: 'imsg' | 'wapp' | 'text', sent: Sent): Schema<'MessageResult'> {
	const { to, message = null, attachments = [] } = call.body as SendBody;
	const message_id = newId(prefix);
	call.state.accept({
		message_id,
		operationId: call.operationId,
		account: call.account.name,
		at: call.now,
		condition: null,
		to,
		message,
		attachments,
		files: call.files,
		body: { ...(call.body as SendBody) },
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
): Pick<OutboxMessage, 'from' | 'tried' | 'channel' | 'condition'> {
	const { to, fallback: asked } = call.body as SendBody;
	const fallback = to.includes('@') ? undefined : asked;
	const fallbackFrom = fallback?.from && sendingNumber(call, fallback.from, 'text').number;
	const condition = obstacle(to, channel);
	if (!condition) return { from, tried: channel, channel, condition };
	const fallbackNumbers = numbersWithChannel(call.account, 'text');
	const when: readonly FallbackCondition[] = fallback?.when ?? [];
	if (!when.includes(condition) || fallbackNumbers.length === 0) {
		return { from, tried: channel, channel: null, condition };
	}
	return { from: fallbackFrom ?? oneAtRandom(fallbackNumbers).number, ...textTo(to), condition };
}

/** Fast track lifts the rate of the number, where the account has it. */
function requireTurn(call: Call, number: string, fastTrack = false): void {
	const { state, account, now } = call;
	if (!fastTrack) requireNoWait(state.secondsToWaitForSend(number, now));
	else if (!state.hasEntitlement(account, 'fast_track')) {
		throw new ServiceError(403, { agreementUrl: agreementUrl('fast_track') });
	}
}

/** Section 4.3. */
export const sendImessage: Behaviour = (call) => {
	const { from, fast_track: fastTrack } = call.body as SendBody;
	const { number } = sendingNumber(call, from, 'imessage');
	const where = arrival(call, 'imessage', number);
	requireTurn(call, number, fastTrack);
	return accepted(call, 'imsg', { asked: 'imessage', ...where });
};

/** Section 4.4. */
export const sendWhatsapp: Behaviour = (call) => {
	const { number } = sendingNumber(call, (call.body as SendBody).from, 'whatsapp');
	const where = arrival(call, 'whatsapp', number);
	requireTurn(call, number);
	return accepted(call, 'wapp', { asked: 'whatsapp', ...where });
};

/** Public material. */
export const sendText: Behaviour = (call): Schema<'MessageResult'> => {
	const { to, from, fast_track: fastTrack } = call.body as Schema<'SendTextRequest'>;
	const { number } = sendingNumber(call, from, 'text');
	requireTurn(call, number, fastTrack);
	return accepted(call, 'text', { asked: 'text', ...textTo(to), from: number });
};
