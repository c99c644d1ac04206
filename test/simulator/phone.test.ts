import axios from 'axios';
import { MessageHost } from '../support/message-host';
import { post, simulator, useSimulator } from './support';

useSimulator();

let receiver: MessageHost;

beforeEach(async () => {
	receiver = await new MessageHost({ events: ['any'] }).start();
	simulator().set({ webhookUrl: receiver.url });
});
afterEach(() => receiver.stop());

/** What the trigger has made of the events: it takes only what is signed. */
async function received() {
	await simulator().webhook.settled();
	return (await receiver.items()).map(([item]) => item?.json);
}

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
		expect(await received()).toMatchObject([{ type, ...somebody, text: 'Hello', event_id: written.data.id }]);
		expect(simulator().incoming).toMatchObject([{ ...somebody, text: 'Hello' }]);
	});

	test('several messages come in their order, and one again when asked for', async () => {
		for (const text of ['one', 'two', 'three']) simulator().write({ ...somebody, text });
		expect(await received()).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
		await admin().post(`/events/${simulator().incoming[1]?.id}/redeliver`);
		expect((await admin().get('/events')).data[1].answers).toMatchObject([
			{ status: 200 },
			{ status: 200, text: '{"message":"Event received before"}' },
		]);
		expect((await admin().post('/events/evt_none/redeliver')).status).toBe(404);
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
	const [sent] = simulator().outbox;
	expect(await received()).toMatchObject([{ type, to, message_id: sent?.message_id }]);
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
		for (const path of ['/', '/admin/requests', '/admin/page/page.css']) {
			const answered = await axios.get(`${simulator().url}${path}`, { headers, validateStatus: () => true });
			expect([path, answered.status]).toEqual([path, read]);
			expect(answered.headers['x-frame-options']).toBe('DENY');
		}
		expect((await admin().post('/reset', undefined, { headers })).status).toBe(press);
	});
});

test.each([
	['127.0.0.1.evil.example', 403],
	['evil.example:8025', 403],
	['localhost:8025', 200],
])('the service and its files are asked by this machine only: %s gets %d', async (host, status) => {
	const headers = { Host: host, Authorization: 'Bearer demo-token' };
	for (const path of ['/facetime/availability/+12025550100', '/attachments/1/2/photo.png']) {
		const answered = await axios.get(`${simulator().url}${path}`, { headers, validateStatus: () => true });
		expect([path, answered.status]).toEqual([path, status]);
	}
	expect(simulator().requests).toHaveLength(status === 200 ? 1 : 0);
});
