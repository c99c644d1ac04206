import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { signatureFault } from '../../nodes/MessagingTrigger/signature';
import { demoWebhookSecret, type WebhookEvent } from '../../simulator/webhook-events';
import { pageText, post, simulator, useSimulator } from './support';

useSimulator();

interface Received {
	event: WebhookEvent;
	fault: string | undefined;
}

let receiver: Server;
let received: Received[];
let answer: { status: number; body: string };

beforeEach(async () => {
	received = [];
	answer = { status: 200, body: '{"message":"Event received"}' };
	receiver = createServer((request, response) => {
		void text(request).then((body) => {
			const header = request.headers['contiguity-signature'];
			const fault = signatureFault(header, Buffer.from(body), [demoWebhookSecret], Date.now());
			received.push({ event: JSON.parse(body) as WebhookEvent, fault });
			response.writeHead(answer.status).end(answer.body);
		});
	});
	receiver.listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	simulator().set({
		webhookUrl: `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`,
	});
});
afterEach(() => receiver.close());

const admin = () => axios.create({ baseURL: `${simulator().url}/admin`, validateStatus: () => true });
const somebody = { from: '+12065550133', to: '+14155550100' };

describe('what somebody writes', () => {
	test.each([
		[{}, 'imessage.incoming'],
		[{ channel: 'whatsapp' }, 'whatsapp.incoming'],
		[{ channel: 'text' }, 'text.incoming.sms'],
		[{ channel: 'text', photo: true }, 'text.incoming.mms'],
	])('%j goes to the webhook, signed, as %s', async (further, type) => {
		const written = await admin().post('/incoming', { ...somebody, text: 'Hello', ...further });
		await simulator().eventsAnswered();
		expect(received).toEqual([
			{
				fault: undefined,
				event: {
					id: written.data.id,
					type,
					timestamp: expect.any(Number),
					api_version: expect.any(String),
					data: expect.objectContaining({ ...somebody, body: 'Hello' }),
				},
			},
		]);
		expect(simulator().incoming).toMatchObject([{ ...somebody, text: 'Hello' }]);
	});

	test('several messages come in their order, and one again when asked for', async () => {
		for (const word of ['one', 'two', 'three']) simulator().write({ ...somebody, text: word });
		await simulator().eventsAnswered();
		expect(received.map(({ event }) => event.data.body)).toEqual(['one', 'two', 'three']);
		const id = received[1]?.event.id ?? '';
		await admin().post(`/events/${id}/redeliver`);
		expect(received[3]).toEqual(received[1]);
		expect((await admin().get('/events')).data[1].answers).toHaveLength(2);
		expect((await admin().post('/events/evt_none/redeliver')).status).toBe(404);
	});

	test('stands on the page with what the receiver answered', async () => {
		answer = { status: 401, body: '{"message":"Wrong signature"}' };
		simulator().write({ ...somebody, text: 'Is <b>anybody</b> there?' });
		await simulator().eventsAnswered();
		for (const query of ['', '?as=list']) {
			expect(await pageText(query)).toContain('Is &lt;b&gt;anybody&lt;/b&gt; there?');
			expect(await pageText(query)).toContain('401: Wrong signature');
		}
		expect(await pageText('?show=events&only=refused')).toContain('imessage.incoming');
	});

	test('brings a photo that the service gives to whoever has a token', async () => {
		const [photo] = simulator().write({ ...somebody, photo: true }).attachments;
		const headers = { Authorization: 'Bearer demo-token' };
		expect((await axios.get(String(photo?.url), { headers })).headers['content-type']).toBe('image/png');
		await expect(axios.get(String(photo?.url))).rejects.toMatchObject({ status: 401 });
	});
});

test.each([
	['+12025550110', 'text.delivery.confirmed'],
	['+12025550113', 'text.delivery.failed'],
])('a text to %s that the service takes is followed by %s', async (to, type) => {
	await post('/send/imessage', { to, message: 'Hi', fallback: { when: ['imessage_unsupported'] } });
	await post('/send/imessage', { to: '+12065550133', message: 'No text' });
	await simulator().eventsAnswered();
	const [sent] = simulator().outbox;
	expect(received.map(({ event }) => event)).toEqual([
		expect.objectContaining({ type, data: expect.objectContaining({ to, message_id: sent?.message_id }) }),
	]);
});

describe('page and admin address refuse other web pages', () => {
	const navigation = (destination: string) => ({
		'Sec-Fetch-Site': 'cross-site',
		'Sec-Fetch-Mode': 'navigate',
		'Sec-Fetch-Dest': destination,
	});

	test.each<[string, Record<string, string>, read: number, press: number]>([
		['a program', {}, 200, 200],
		['its buttons', { Host: 'localhost:8025', Origin: 'http://localhost:8025' }, 200, 200],
		['a link from elsewhere', navigation('document'), 200, 403],
		['a frame', navigation('iframe'), 403, 403],
		['a foreign host with a known name in it', { Host: '127.0.0.1.evil.example' }, 403, 403],
		['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 403],
		['another origin', { Origin: 'https://evil.example' }, 403, 403],
		['an origin that is kept secret', { ...navigation('document'), Origin: 'null' }, 200, 403],
	])('%s', async (_, headers, read, press) => {
		for (const path of ['/', '/admin/state', '/admin/page/page.css']) {
			const answered = await axios.get(`${simulator().url}${path}`, { headers, validateStatus: () => true });
			expect([path, answered.status]).toEqual([path, read]);
			expect(answered.headers['x-frame-options']).toBe('DENY');
		}
		expect((await admin().post('/reset', undefined, { headers })).status).toBe(press);
	});
});
