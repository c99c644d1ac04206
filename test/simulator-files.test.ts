/** The simulator fetches the files at the addresses of messages from this machine alone (sections 4.3, 4.4 and 8). */
import axios from 'axios';

import { demoToken } from '../simulator/accounts';
import { leased } from './support/leased-numbers';
import { serve } from './support/serve';
import { runSimulator, simulator } from './support/simulator-of-file';

runSimulator({ sendRate: false });

const to = '+12065550133';
const elsewhere = 'https://n8n.example.com';
const bytes = Buffer.from('not really a picture');

let asked: string[] = [];
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
	server = await serve(async ({ url = '' }, _, response) => {
		asked.push(url);
		const status = { '/gone.png': 404, '/moved.png': 302 }[url] ?? 200;
		const type = /\.(?:svg|html)$/.test(url) ? 'text/html' : 'image/png';
		response.writeHead(status, { 'content-type': type, location: '/a.png' });
		await Promise.resolve(response.end(url === '/big.png' ? Buffer.alloc(5 * 1024 * 1024 + 1) : bytes));
	});
});
afterAll(() => server.stop());
beforeEach(() => {
	asked = [];
	simulator().set({ filesAt: { [elsewhere]: server.url } });
});

const options = { validateStatus: () => true };

async function send(channel: string, attachments: string[], from?: string) {
	const body = { to, from, message: 'Hello', attachments };
	const headers = { Authorization: `Bearer ${demoToken}` };
	return await axios.post(`${simulator().url}/send/${channel}`, body, { ...options, headers });
}

const page = async () => (await axios.get<string>(`${simulator().url}/?with=${encodeURIComponent(to)}`)).data;

test('a picture on this machine is fetched, by HTTP as it is or where the setting says, and shown in the chat', async () => {
	const urls = [`${server.url}/a.png`, `${elsewhere}/files?token=x&file=/menu%20card.png`];
	expect((await send('imessage', urls)).status).toBe(200);
	expect(asked).toEqual(['/a.png', '/files?token=x&file=/menu%20card.png']);
	const [sent] = simulator().outbox;
	const [file] = sent?.files ?? [];
	expect(file).toMatchObject({ url: urls[0], fetched: { type: 'image/png', bytes: bytes.length } });
	const link = `/admin/files/${String(file?.fetched?.sha256)}`;
	expect(await page()).toContain(`<img src="${link}" alt="menu card.png"`);
	const shown = await axios.get<ArrayBuffer>(`${simulator().url}${link}`, { responseType: 'arraybuffer' });
	expect(Buffer.from(shown.data)).toEqual(bytes);
	expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
});

test('what could be more than a picture is a download, and nothing in the page', async () => {
	await send('imessage', [`${elsewhere}/page.html`]);
	const [, link = ''] = /href="(\/admin\/files\/\w+)" download="page.html"/.exec(await page()) ?? [];
	const { headers } = await axios.get(`${simulator().url}${link}`);
	expect(headers).toMatchObject({
		'content-type': 'application/octet-stream',
		'content-disposition': 'attachment',
	});
});

test.each([
	'https://example.com/a.png',
	'https://127.0.0.1.example.com/a.png',
	'https://n8n.example.com.evil.example/a.png',
	'https://127.0.0.1@example.com/a.png',
])('an address that is not on this machine is not fetched, and its message is accepted: %s', async (url) => {
	expect((await send('imessage', [url])).status).toBe(200);
	expect(asked).toEqual([]);
	expect(simulator().outbox[0]?.files).toEqual([{ url }]);
	expect(await page()).toContain('Not on this machine, so not fetched');
});

test.each([
	['/gone.png', 'it answers 404'],
	['/moved.png', 'redirect'],
	['/big.png', 'too large together'],
])('a message is refused whose file cannot be fetched, and the page says why: %s', async (path, problem) => {
	expect((await send('text', [`${elsewhere}/a.png`, `${elsewhere}${path}`], leased.sms)).status).toBe(400);
	expect(simulator().outbox).toEqual([]);
	expect(simulator().unfetched).toMatchObject([{ to, problem: expect.stringContaining(problem) }]);
	expect(await page()).toMatch(new RegExp(`Refused: ${path.slice(1)} could not be fetched, [^<]*${problem}`));
});

test.each([
	'http://192.168.1.5:5678',
	'https://127.0.0.1',
	'http://127.0.0.1.example.com',
	'http://localhost@example.com',
])('the setting takes no place on another machine: %s', async (place) => {
	const settings = { filesAt: { [elsewhere]: place } };
	expect((await axios.put(`${simulator().url}/admin/settings`, settings, options)).status).toBe(400);
});
