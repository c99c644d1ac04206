import type { EventAnswer, SentEvent, WebhookEvent } from './records';
import type { SimulatorSettings } from './settings';
import { signature, signatureHeader } from './webhook-events';

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
		return { url, at, status: response.status, text: (await response.text()).slice(0, longestAnswer) };
	} catch (error) {
		const { message, cause } = error as Error;
		return { url, at, status: null, text: cause instanceof Error ? cause.message || message : message };
	}
}

/** The events of the service: signs them, posts each to all addresses, one after the other, and keeps what was answered. */
export class Webhook {
	readonly events: SentEvent[] = [];

	private line: Promise<unknown> = Promise.resolve();

	constructor(private readonly settings: () => Readonly<SimulatorSettings>) {}

	/** Sends an event as soon as those before it are answered. */
	send(event: WebhookEvent): void {
		const sent: SentEvent = { event, answers: [] };
		this.events.push(sent);
		void this.post(sent);
	}

	/** Sends an event again, signed anew; resolves with all answers to it, or undefined where there is no such event. */
	async redeliver(eventId: string): Promise<SentEvent | undefined> {
		const sent = this.events.find(({ event }) => event.id === eventId);
		if (sent) await this.post(sent);
		return sent;
	}

	/** Resolves when every event so far was answered. */
	async settled(): Promise<void> {
		await this.line;
	}

	private async post(sent: SentEvent): Promise<void> {
		const { webhookUrl, webhookSecret } = this.settings();
		const urls = webhookUrl.match(/\S+/g);
		if (!urls) return;
		const posted = this.line.then(async () => {
			const answers = urls.map(async (url) => await answerOf(url, webhookSecret, sent.event));
			sent.answers.push(...(await Promise.all(answers)));
		});
		this.line = posted;
		await posted;
	}
}
