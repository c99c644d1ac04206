/** The page of the simulator: what people see of messages, and who may ask for it. */
import axios from 'axios';
import { demoToken } from '../simulator/accounts';
import { leased } from './support/leased-numbers';
import { useMessageHosts } from './support/message-host';
import { runSimulator, simulator } from './support/simulator-of-file';

runSimulator({ lookupRate: false, sendRate: false });

const ordinary = '+12065550133';
const ourNumber = leased.whatsapp;
const inPath = encodeURIComponent;

function caller() {
	const headers = { Authorization: `Bearer ${demoToken}` };
	return axios.create({ baseURL: simulator().url, headers, validateStatus: () => true, timeout: 20_000 });
}

const admin = () => axios.create({ baseURL: `${simulator().url}/admin`, validateStatus: () => true });

async function send(channel: string, body: object = {}) {
	return await caller().post(`/send/${channel}`, { to: ordinary, message: 'Hello', ...body });
}

/** The page at a query, which is sent as it is. */
async function pageAt(query = ''): Promise<string> {
	return (await axios.get<string>(`${simulator().url}/${query}`)).data;
}

test('shows what stands in a message and an address, and runs none of it', async () => {
	const script = '"><script>alert(1)</script>';
	simulator().write({ from: `x${script}@example.com`, to: ourNumber, text: script });
	for (const query of ['', `?with=${inPath(script)}`]) {
		const { data, headers } = await axios.get<string>(`${simulator().url}/${query}`);
		expect(data).toMatch(/&lt;script(>|&gt;)alert/);
		expect(data).not.toMatch(/<script>| style="| on\w+="/);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src 'self';/);
	}
});

test('has the ticks and reactions of a chat', async () => {
	const [from, to] = [ordinary, ourNumber];
	await send('imessage', { from: to, message: 'Hello' });
	simulator().write({ from, to, channel: 'imessage', text: 'Thanks' });
	simulator().signal({
		from,
		to,
		channel: 'imessage',
		kind: 'reaction',
		action: 'add',
		reaction: 'love',
		on: 'Hello',
	});
	await send('imessage', { from: to, to: '+12025550110', message: 'Hello' });
	await send('imessage', { from: to, to: '+12025550161', message: 'Hello' });
	const marks = async (person: string) => {
		const { data } = await axios.get<string>(`${simulator().url}/?with=${inPath(person)}`);
		return [...data.matchAll(/aria-label="([^"]*)" title|class="reactions">([^<]*)/g)].map(
			(mark) => mark[1] ?? mark[2],
		);
	};
	expect(await marks(ordinary)).toEqual(['❤️', 'Read', 'No answer of a webhook yet']);
	expect(await marks('+12025550110')).toEqual(['Not delivered']);
	expect(await marks('+12025550161')).toEqual(['Delayed']);
});

test('lets a request fail in the words that n8n shows', async () => {
	const words = async () => (await axios.get<string>(simulator().url)).data;
	expect(await words()).toContain('The service does not permit this (403 Forbidden)</option>');
	await admin().post('/faults', { kind: 'status', status: 403, match: { operationId: 'sendImessage' } });
	expect(await words()).toContain('Send iMessage: The service does not permit this (403 Forbidden) (1 more)');
	expect((await send('imessage')).status).toBe(403);
	expect(await words()).not.toContain('(1 more)');
});

const navigation = (destination: string) => ({
	'Sec-Fetch-Site': 'cross-site',
	'Sec-Fetch-Mode': 'navigate',
	'Sec-Fetch-Dest': destination,
});

test.each<[string, Record<string, string>, read: number, press: number]>([
	['its buttons', { Host: 'localhost:8025', Origin: 'http://localhost:8025' }, 200, 200],
	['a link from elsewhere', navigation('document'), 200, 403],
	['a frame', navigation('iframe'), 403, 403],
	['a foreign host with a known name in it', { Host: '127.0.0.1.evil.example' }, 403, 403],
	['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 403],
	['another origin', { Origin: 'https://evil.example' }, 403, 403],
	['an origin that is kept secret', { ...navigation('document'), Origin: 'null' }, 200, 403],
])('and the admin address, asked by %s', async (_, headers, read, press) => {
	const ask = async (method: string, path: string) =>
		(await caller().request({ method, url: path, headers })).status;
	for (const path of ['/', '/admin/requests']) expect([path, await ask('GET', path)]).toEqual([path, read]);
	for (const path of ['/admin/reset', '/send/imessage'])
		expect([path, (await ask('POST', path)) === 403]).toEqual([path, press === 403]);
});

describe('events for several addresses', () => {
	const hostOf = useMessageHosts();

	test('go to each of them, whatever another one answers, and the tick is that of all', async () => {
		const [one, other] = [await hostOf({ events: ['any'] }), await hostOf({ events: ['any'] })];
		const nobody = `${simulator().url}/nobody`;
		const written = { from: ordinary, to: ourNumber, text: 'Hello' };
		const ticks = async () => (await pageAt()).match(/(?<=tick )[^"]*(?=" role)/g);
		await admin().put('/settings', { webhookUrl: `${one.url}\n${other.url}\n` });
		simulator().write(written);
		await simulator().webhook.settled();
		for (const { json } of [one, other]) expect(await json()).toMatchObject([written]);
		expect(await ticks()).toEqual(['']);
		await admin().put('/settings', { webhookUrl: `${nobody} ${one.url}` });
		simulator().write(written);
		await simulator().webhook.settled();
		expect(await one.json()).toHaveLength(2);
		expect(await ticks()).toEqual(['', 'bad']);
		expect(await pageAt()).toContain(`${nobody} answered 404: `);
	});

	test.each(['somewhere', 'http://', 'http://localhost:5678/a, and b'])(
		'are none with %j',
		async (webhookUrl) => {
			expect((await admin().put('/settings', { webhookUrl })).status).toBe(400);
		},
	);
});

test.each([
	['imessage', '<strong>bold</strong>'],
	['whatsapp', '**bold**'],
	['text', '**bold**'],
])('markers are formatted over iMessage only: %s (section 4.3)', async (channel, shown) => {
	await send(channel, { from: ourNumber, message: '**bold**' });
	expect(await pageAt()).toContain(`<div class="text">${shown}</div>`);
	expect(await pageAt()).toContain(`<span>${channel === 'imessage' ? 'bold' : '**bold**'}</span>`);
});

test('an iMessage that fell back to a text message shows its markers', async () => {
	const fallback = { when: ['imessage_unsupported'] };
	await send('imessage', { to: '+12025550110', message: '**bold**', fallback });
	expect(await pageAt()).toContain('<div class="text">**bold**</div>');
});

test.each([
	['+12025550198', '+12025550198'],
	['%2B12025550198', '+12025550198'],
	['+1-202-555-0198', '+12025550198'],
	['%2B1 (202) 555-0198', '+12025550198'],
	['0012025550198', '+12025550198'],
	['ada+shop@example.com', 'ada+shop@example.com'],
])('?with=%s opens the chat of the person', async (query, person) => {
	expect(await pageAt(`?with=${query}`)).toContain(`name="from" value="${person}"`);
});

test('New person is somebody else each time', async () => {
	const offered = async () => /id="new" href="\/\?with=([^"]+)"/.exec(await pageAt())?.[1] ?? '';
	const people = new Set([decodeURIComponent(await offered())]);
	for (let count = 1; count < 3; count += 1) {
		simulator().write({ from: decodeURIComponent(await offered()), to: ourNumber, text: 'Hello' });
		people.add(decodeURIComponent(await offered()));
	}
	expect(people.size).toBe(3);
});
