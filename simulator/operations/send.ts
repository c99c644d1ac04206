import type { OperationId, Schema } from '../../nodes/shared/contract/contract';
import { numbersWithChannel, type Channel, type LeasedNumber } from '../accounts';
import { newId } from '../reaction';
import { agreementUrl, capabilities, magicAddress } from '../magic-numbers';
import { ServiceError } from '../service-error';
import type { FallbackCondition, OutboxMessage } from '../state';
import { leasedNumber, requireNoWait, type Call, type Behaviour } from './call';

type SendBody = Schema<'SendImessageRequest'> & Schema<'SendWhatsappRequest'> & Record<string, unknown>;

interface SendChannel {
	operationId: OperationId;
	channel: 'imessage' | 'whatsapp';
	idPrefix: 'imsg' | 'wapp';
	unsupported: FallbackCondition;
	fails: FallbackCondition;
}

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

function obstacle(to: string, { channel, unsupported, fails }: SendChannel): FallbackCondition | null {
	if (!capabilities(to)[channel]) return unsupported;
	return magicAddress(to)?.sendingFails ? fails : null;
}

/** Where a message ends: over its channel, over SMS/RCS, or nowhere (sections 4.3 to 4.5). */
function arrival(
	call: Call,
	sendChannel: SendChannel,
	from: string,
	body: SendBody,
): Pick<OutboxMessage, 'from' | 'channel' | 'condition' | 'fallback'> {
	const fallback = body.to.includes('@') ? undefined : body.fallback;
	const fallbackFrom = fallback?.from && sendingNumber(call, fallback.from, 'sms_rcs').number;
	const asked: OutboxMessage['fallback'] = fallback
		? { when: fallback.when, from: fallback.from ?? null }
		: null;
	const condition = obstacle(body.to, sendChannel);
	if (!condition) return { from, channel: sendChannel.channel, condition, fallback: asked };
	const fallbackNumbers = numbersWithChannel(call.account, 'sms_rcs');
	const falls = asked?.when.includes(condition) && fallbackNumbers.length > 0;
	return falls
		? {
				from: fallbackFrom ?? oneAtRandom(fallbackNumbers).number,
				channel: 'sms_rcs',
				condition,
				fallback: asked,
			}
		: { from, channel: null, condition, fallback: asked };
}

function send(call: Call, sendChannel: SendChannel): Schema<'MessageResult'> {
	const body = call.body as SendBody;
	const fastTrack = sendChannel.channel === 'imessage' && body.fast_track === true;
	const { number } = sendingNumber(call, body.from, sendChannel.channel);
	if (fastTrack) requireFastTrack(call);
	const where = arrival(call, sendChannel, number, body);
	if (!fastTrack) requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	const message: OutboxMessage = {
		message_id: newId(sendChannel.idPrefix),
		operationId: sendChannel.operationId,
		account: call.account.name,
		at: call.now,
		to: body.to,
		asked: sendChannel.channel,
		...where,
		message: body.message ?? null,
		attachments: body.attachments ?? [],
		effect: sendChannel.channel === 'imessage' ? (body.effect ?? null) : null,
		fastTrack,
		body,
	};
	call.state.accept(message);
	return { message_id: message.message_id };
}

/** Section 4.3. */
export const sendImessage: Behaviour = (call) =>
	send(call, {
		operationId: 'sendImessage',
		channel: 'imessage',
		idPrefix: 'imsg',
		unsupported: 'imessage_unsupported',
		fails: 'imessage_fails',
	});

/** Section 4.4. */
export const sendWhatsapp: Behaviour = (call) =>
	send(call, {
		operationId: 'sendWhatsapp',
		channel: 'whatsapp',
		idPrefix: 'wapp',
		unsupported: 'whatsapp_unsupported',
		fails: 'whatsapp_fails',
	});

/** Public material. A landline gets no texts. */
export const sendText: Behaviour = (call): Schema<'MessageResult'> => {
	const body = call.body as Schema<'SendTextRequest'>;
	const { number } = sendingNumber(call, body.from, 'sms_rcs');
	if (body.fast_track) requireFastTrack(call);
	else requireNoWait(call.state.secondsToWaitForSend(number, call.now));
	return textSent(call, { to: body.to, from: number, message: body.message ?? null });
};

/** Puts an SMS or MMS into the outbox, with the attachments of the request's body. */
export function textSent(
	call: Call,
	{ to, from, message }: { to: string; from: string; message: string | null },
): Schema<'MessageResult'> {
	const body = call.body as Schema<'SendTextRequest'>;
	const message_id = newId('text');
	call.state.accept({
		message_id,
		operationId: call.operationId,
		account: call.account.name,
		at: call.now,
		to,
		from,
		asked: 'sms_rcs',
		channel: magicAddress(to)?.lineType === 'landline' ? null : 'sms_rcs',
		condition: null,
		fallback: null,
		message,
		attachments: body.attachments ?? [],
		effect: null,
		fastTrack: body.fast_track === true,
		body: { ...body },
	});
	return { message_id };
}
