import { leasedNumbers } from './accounts';
import type { IncomingAttachment, IncomingMessage } from './incoming-message';
import { magicAddress } from './magic-numbers';
import type { OutboxMessage, SimulatorState } from './state';
import {
	deliveryEvent,
	incomingEvent,
	newEventId,
	signature,
	signatureHeader,
	type WebhookEvent,
} from './webhook-events';

/** What a receiver answered to an event. */
export interface EventAnswer {
	at: number;
	/** Null when no answer came. */
	status: number | null;
	/** The beginning of the answer, or why there was none. */
	text: string;
}

/** An event that was sent to the webhook, once or again. */
export interface SentEvent {
	event: WebhookEvent;
	/** Empty while nobody has answered. */
	answers: EventAnswer[];
}

/** What somebody writes to a leased number. */
export interface WrittenMessage {
	from: string;
	to: string;
	channel?: IncomingMessage['channel'];
	text?: string;
	/** Whether a photo comes with it. */
	photo?: boolean;
}

/** JSON schema of {@link WrittenMessage}, for the admin address. */
export const writtenMessageSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['from', 'to'],
	properties: {
		from: { type: 'string', pattern: '^(\\+[1-9]\\d{6,14}|[^\\s@]+@[^\\s@]+)$', maxLength: 254 },
		to: { enum: leasedNumbers.map(({ number }) => number) },
		channel: { enum: ['imessage', 'whatsapp', 'text'] },
		text: { type: 'string', maxLength: 100_000 },
		photo: { type: 'boolean' },
	},
} as const;

const answerLimitMs = 10_000;
const longestAnswer = 300;

async function answerOf(url: string, secret: string, event: WebhookEvent): Promise<EventAnswer> {
	const body = JSON.stringify(event);
	const at = Date.now();
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', [signatureHeader]: signature(body, secret) },
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(answerLimitMs),
		});
		return { at, status: response.status, text: (await response.text()).slice(0, longestAnswer) };
	} catch (error) {
		const { message, cause } = error as Error;
		return { at, status: null, text: cause instanceof Error ? cause.message || message : message };
	}
}

function photoOf(origin: string, { from, to }: WrittenMessage): IncomingAttachment {
	const folder = [from, to].map(encodeURIComponent).join('/');
	return { url: `${origin}/attachments/${folder}/photo.png`, mime: 'image/png', filename: 'photo.png' };
}

/** The events of the service: signs them, posts them to the webhook in their order, and keeps what was answered. */
export class Webhook {
	private line: Promise<unknown> = Promise.resolve();

	constructor(private readonly state: SimulatorState) {}

	/** Somebody writes: the message is there at once, its event as soon as those before it are answered. */
	write(written: WrittenMessage): IncomingMessage {
		const { from, to, text = '', photo = false } = written;
		const lease = leasedNumbers.find(({ number }) => number === to);
		if (!lease) throw new Error(`${to} is not a leased number of the simulator`);
		const [usual] = lease.channels;
		const message: IncomingMessage = {
			id: newEventId(),
			channel: written.channel ?? (usual === 'imessage' || usual === 'whatsapp' ? usual : 'text'),
			from,
			to,
			text,
			attachments: photo ? [photoOf(this.state.url, written)] : [],
			at: Date.now(),
		};
		this.state.incoming.push(message);
		void this.send(incomingEvent(message));
		return message;
	}

	/** Tells what became of a text; of messages over other channels the service tells nothing. */
	tellOf(message: OutboxMessage): void {
		if ((message.channel ?? message.asked) !== 'sms_rcs') return;
		const isLandline = magicAddress(message.to)?.lineType === 'landline';
		void this.send(deliveryEvent(message, isLandline ? 'The number is a landline' : undefined));
	}

	/** Sends an event again, signed anew; resolves with all answers to it, or undefined where there is no such event. */
	async redeliver(eventId: string): Promise<SentEvent | undefined> {
		const sent = this.state.events.find(({ event }) => event.id === eventId);
		if (sent) await this.post(sent);
		return sent;
	}

	/** Resolves when every event so far was answered. */
	async settled(): Promise<void> {
		await this.line;
	}

	private async send(event: WebhookEvent): Promise<void> {
		const sent: SentEvent = { event, answers: [] };
		this.state.events.push(sent);
		await this.post(sent);
	}

	private async post(sent: SentEvent): Promise<void> {
		const { webhookUrl, webhookSecret } = this.state.settings;
		if (webhookUrl === '') return;
		const posted = this.line.then(async () => {
			sent.answers.push(await answerOf(webhookUrl, webhookSecret, sent.event));
		});
		this.line = posted;
		await posted;
	}
}
