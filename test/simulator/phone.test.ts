import axios from 'axios';
import type { Schema } from '../../nodes/shared/contract/contract';
import { useMessageHosts, type MessageHost } from '../support/message-host';
import { get, pageSource, post, simulator, useSimulator } from './support';

useSimulator();

const hostOf = useMessageHosts();
let receiver: MessageHost;

beforeEach(async () => {
	receiver = await hostOf({ events: ['any'] });
	simulator().set({ webhookUrl: receiver.url });
});

/** What the trigger has made of the events: it takes only what is signed. */
async function received() {
	await simulator().webhook.settled();
	return await receiver.json();
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

describe('what somebody does beside writing', () => {
	const signal = { ...somebody, channel: 'imessage' };
	const between = [somebody.from, somebody.to].map(encodeURIComponent).join('/');
	const history = async () =>
		(await get(`/conversations/history/imessage/${between}/20`)).data.data as Schema<'ImessageHistory'>;

	test('a reaction and a read receipt are in the history, and no event tells of them', async () => {
		await post('/send/imessage', { to: somebody.from, from: somebody.to, message: 'Hello' });
		expect(await history()).toMatchObject({ conversation: [{ read: 0 }], reactions: [] });
		const reaction = { ...signal, kind: 'reaction', reaction: 'love', on: 'Hello' };
		for (const given of [
			{ ...signal, kind: 'read', action: 'read' },
			{ ...reaction, action: 'add' },
			{ ...reaction, action: 'remove' },
		])
			expect((await admin().post('/signals', given)).status).toBe(200);
		const [message] = simulator().outbox;
		expect((await history()).conversation[0]?.read).toBeGreaterThanOrEqual(Number(message?.at));
		const theirs = { from: somebody.from, reaction: 'love', on: 'Hello' };
		expect((await history()).reactions).toMatchObject([
			{ ...theirs, action: 'added' },
			{ ...theirs, action: 'removed' },
		]);
		expect(await received()).toEqual([]);
		expect(simulator().violations).toEqual([]);
	});

	test('of messages over several channels and numbers, one is read where it was marked', async () => {
		await post('/send/text', { to: somebody.from, from: somebody.to, message: 'Hello' });
		await post('/send/imessage', { to: somebody.from, from: '+12125550102', message: 'Hello' });
		await post('/send/imessage', { to: somebody.from, from: somebody.to, message: 'Hello' });
		await admin().post('/signals', { ...signal, kind: 'read', action: 'read' });
		expect([...(await pageSource()).matchAll(/ · read /g)]).toHaveLength(1);
	});
});

test('the page shows what stands in a message, an address and a request, and runs none of it', async () => {
	const script = '"><script>alert(1)</script>';
	const attachments = [`https://files.example.com/${script}.pdf`];
	await post('/send/imessage', {
		to: `x${script}@example.com`.replaceAll(' ', ''),
		message: script,
		attachments,
	});
	await post(`/${script}`);
	const html = await pageSource(`?with=${encodeURIComponent(script)}&only=${script}&q=${script}`);
	for (const source of [html, await pageSource()]) {
		expect(source).toMatch(/&lt;script(>|&gt;)alert/);
		expect(source).not.toMatch(/<script>| style="| on\w+="/);
	}
	const { headers } = await axios.get(simulator().url);
	expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src 'self';/);
});

test.each([
	['+12025550110', 'text.delivery.confirmed'],
	['+12025550113', 'text.delivery.failed'],
])('a text to %s that the service takes is followed by %s', async (to, type) => {
	await post('/send/imessage', { to, message: 'Hi', fallback: { when: ['imessage_unsupported'] } });
	await post('/send/imessage', { to: '+12065550133', message: 'No text' });
	const [sent] = simulator().outbox;
	expect(await received()).toMatchObject([{ type, to, message_id: sent?.message_id }]);
	expect(sent?.channel).toBe(type === 'text.delivery.confirmed' ? 'text' : null);
});

describe('page, admin address and service refuse other web pages', () => {
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
		for (const path of ['/admin/reset', '/send/imessage', '/%zz'])
			expect([
				path,
				(await axios.post(`${simulator().url}${path}`, undefined, { headers, validateStatus: () => true }))
					.status === 403,
			]).toEqual([path, press === 403]);
		expect(simulator().requests.length > 0).toBe(press === 200);
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
