import { createHmac, randomBytes } from 'node:crypto';
import { apiVersion } from './reaction';
import type { IncomingMessage, OutboxMessage, WebhookEvent } from './records';

/** The secret with which the simulator signs its events. */
export const demoWebhookSecret = 'whsec_demo';

/** The header that carries the signature (public material). */
export const signatureHeader = 'Contiguity-Signature';

/** A new id of an event. */
export function newEventId(): string {
	return `evt_${randomBytes(12).toString('hex')}`;
}

/** The signature of a body: HMAC-SHA256 of the time in seconds, a dot, and the body. `at` is in milliseconds. */
export function signature(body: string | Buffer, secret = demoWebhookSecret, at = Date.now()): string {
	const time = Math.floor(at / 1000);
	const hex = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
	return `t=${time},v1=${hex}`;
}

function event(id: string, type: string, at: number, data: Record<string, unknown>): WebhookEvent {
	const timestamp = Math.floor(at / 1000);
	return { id, type, timestamp, api_version: apiVersion, data: { ...data, timestamp } };
}

/** The event that tells of a message that came in. */
export function incomingEvent(message: IncomingMessage): WebhookEvent {
	const { id, channel, from, to, text, attachments, at } = message;
	const textType = attachments.length > 0 ? 'text.incoming.mms' : 'text.incoming.sms';
	const data = {
		from,
		to,
		body: text,
		...(channel !== 'text' || attachments.length > 0 ? { attachments } : {}),
	};
	return event(id, channel === 'text' ? textType : `${channel}.incoming`, at, data);
}

/** The event that tells what became of a text: delivered, or not and why. */
export function deliveryEvent({ from, to, message_id, channel }: OutboxMessage): WebhookEvent {
	const isDelivered = channel !== null;
	const type = isDelivered ? 'text.delivery.confirmed' : 'text.delivery.failed';
	const error = isDelivered ? {} : { error: 'The number is a landline' };
	return event(newEventId(), type, Date.now(), { from, to, message_id, ...error });
}
