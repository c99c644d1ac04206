import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { demoWebhookSecret } from '../../simulator/webhook-events';
import { eventOf } from '../support/incoming-events';
import { MessageHost } from '../support/message-host';

const megabyte = 1024 * 1024;

let service: Server;
let foreign: Server;
let asked: IncomingMessage[];
let host: MessageHost;

function address(server: Server): string {
	return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function serving(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
	const server = createServer((request, response) => {
		asked.push(request);
		answer(request, response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

beforeEach(async () => {
	asked = [];
	foreign = await serving((_, response) => response.end('foreign'));
	service = await serving(({ url }, response) => {
		if (url === '/moved.txt') response.writeHead(302, { Location: '/a.txt' }).end();
		else if (url === '/away.txt') response.writeHead(302, { Location: `${address(foreign)}/b` }).end();
		else if (url === '/round.txt') response.writeHead(302, { Location: '/round.txt' }).end();
		else if (url === '/gone.txt') response.writeHead(404).end('no');
		else if (url === '/long.bin') response.end(Buffer.alloc(51 * megabyte));
		else response.setHeader('Content-Type', 'text/plain').end(`file ${String(url)}`);
	});
	const credential = {
		accessToken: 'some-token',
		baseUrl: address(service),
		webhookSecret: demoWebhookSecret,
	};
	host = await new MessageHost({ options: { downloadAttachments: true } }, { credential }).start();
});
afterEach(() => {
	host.stop();
	for (const server of [service, foreign]) {
		server.closeAllConnections();
		server.close();
	}
});

/** What the item of a message with these files has. */
async function downloaded(urls: string[]) {
	await host.post(eventOf({ attachments: urls.map((url) => ({ url, filename: 'name.txt' })) }));
	const [item] = (await host.items()).flat();
	const files = Object.entries(item?.binary ?? {}).map(([name, { data, fileName }]) => [
		name,
		fileName,
		Buffer.from(data, 'base64').toString(),
	]);
	const errors = (item?.json.attachments as Array<{ error?: string }>).map(({ error }) => error);
	return { files, errors };
}

test('files of the service come as binary data, with the token', async () => {
	expect(await downloaded([`${address(service)}/a.txt`, `${address(service)}/moved.txt`])).toEqual({
		files: [
			['attachment_0', 'name.txt', 'file /a.txt'],
			['attachment_1', 'name.txt', 'file /a.txt'],
		],
		errors: [undefined, undefined],
	});
	expect(asked.map(({ headers }) => headers.authorization)).toEqual(asked.map(() => 'Bearer some-token'));
});

test('a file that cannot be had is told, and holds the others not up', async () => {
	const urls = ['/gone.txt', '/round.txt', '/a.txt'].map((path) => `${address(service)}${path}`);
	const { files, errors } = await downloaded([...urls, 'file:///etc/passwd', 'nonsense']);
	expect(files).toEqual([['attachment_2', 'name.txt', 'file /a.txt']]);
	expect(errors).toEqual([
		'The server answered with status 404',
		'The server answered with status 302',
		undefined,
		'The address is not https',
		'Invalid URL',
	]);
});

test('nothing is asked of another origin without https, so the token stays with the service', async () => {
	const { files, errors } = await downloaded([`${address(foreign)}/a.txt`, `${address(service)}/away.txt`]);
	expect(files).toEqual([]);
	expect(errors).toEqual(['The address is not https', 'The address is not https']);
	expect(asked.map(({ url }) => url)).toEqual(['/away.txt']);
});

test('more than 50 MB together are not kept', async () => {
	const { files, errors } = await downloaded([`${address(service)}/long.bin`]);
	expect([files, errors]).toEqual([[], ['The files are longer than 50 MB together']]);
});
