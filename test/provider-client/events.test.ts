/** The provider's client verifies and reads the simulator's events. */
import type { WrittenMessage } from '../../simulator/person';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { anyNumber, anyText, hello, like, number, person, providerClient } from '../support/provider-client';
import { serve } from '../support/serve';
import { runSimulator, simulator } from '../support/simulator-of-file';

runSimulator();

const received: Array<{ body: string; headers: Record<string, string> }> = [];
let receiver: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => {
	receiver = await serve(async ({ headers }, body, response) => {
		received.push({ body: String(body), headers: headers as Record<string, string> });
		await Promise.resolve(response.end());
	});
	simulator().set({ webhookUrl: receiver.url });
});
afterEach(() => {
	receiver.stop();
	received.length = 0;
});

/** The only event that came, its signature verified and its body parsed by the client. */
async function eventOf(client: ReturnType<typeof providerClient>) {
	await simulator().webhook.settled();
	const [{ body = '', headers = {} } = {}] = received;
	expect(received).toHaveLength(1);
	expect(client.webhook.verify({ rawBody: body, headers }, demoWebhookSecret, 300)).toBe(true);
	expect(client.webhook.verify({ rawBody: body, headers }, 'whsec_other', 300)).toBe(false);
	return client.webhook.parse(body);
}

const photo = { url: like('^http'), mime: 'image/png', filename: anyText };

test.each<[string, Pick<WrittenMessage, 'channel' | 'photo'>, 'text' | 'imessage' | 'whatsapp', object]>([
	['text.incoming.sms', { channel: 'text' }, 'text', {}],
	['text.incoming.mms', { channel: 'text', photo: true }, 'text', { attachments: [photo] }],
	['imessage.incoming', { channel: 'imessage' }, 'imessage', { attachments: [] }],
	// The client's types do not have this event; it can reply to it all the same.
	['whatsapp.incoming', { channel: 'whatsapp' }, 'whatsapp', { attachments: [] }],
])('%s is signed and parsed, and can be replied to', async (type, further, channel, data) => {
	const client = providerClient();
	simulator().write({ from: person, to: number, text: 'Hello', ...further });
	const event = await eventOf(client);
	expect(event).toEqual({
		id: like('^evt_'),
		type,
		timestamp: anyNumber,
		api_version: like('^v\\d'),
		data: { from: person, to: number, body: 'Hello', timestamp: anyNumber, ...data },
	});
	expect(String(event.timestamp)).toMatch(/^\d{10}$/);
	await client[channel].reply(event, { message: 'Hi' });
	expect(simulator().outbox).toMatchObject([{ to: person, from: number, asked: channel, message: 'Hi' }]);
});

test.each([
	['text.delivery.confirmed', person, {}],
	['text.delivery.failed', '+12025550113', { error: anyText }],
])('%s is signed and parsed', async (type, to, further) => {
	const client = providerClient();
	const { message_id } = await client.text.send({ ...hello, to });
	expect(await eventOf(client)).toMatchObject({
		type,
		data: { from: number, to, message_id, timestamp: anyNumber, ...further },
	});
});
