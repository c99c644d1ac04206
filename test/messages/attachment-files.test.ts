import tls from 'node:tls';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { HostileServer } from '../hostile/hostile-server';
import { head, response, writes } from '../hostile/service-answers';
import { eventOf } from '../support/incoming-events';
import { useMessageHosts, type MessageHost } from '../support/message-host';
import { selfSigned } from '../support/self-signed';

const megabyte = 1024 * 1024;

let service: HostileServer;
let foreign: HostileServer;
let host: MessageHost;
const hosts = useMessageHosts();

/** A trigger that downloads, with a credential for the service at this address. */
async function hostOf(baseUrl: string, settings: Record<string, string> = {}): Promise<MessageHost> {
	const credential = { accessToken: 'some-token', baseUrl, webhookSecret: demoWebhookSecret, ...settings };
	return await hosts({ options: { downloadAttachments: true } }, { credential });
}

beforeEach(async () => {
	foreign = await HostileServer.start(writes(response(200, 'foreign')));
	const answers: Record<string, string | Buffer> = {
		'/moved.txt': head(302, { Location: '/a.txt' }),
		'/away.txt': head(302, { Location: `${foreign.url}/b` }),
		'/round.txt': head(302, { Location: '/round.txt' }),
		'/gone.txt': response(404, 'no'),
		'/a.txt': response(200, 'file /a.txt', { 'Content-Type': 'text/plain' }),
	};
	service = await HostileServer.start((socket, { path }) =>
		socket.end(answers[path] ?? response(200, Buffer.alloc(51 * megabyte))),
	);
	host = await hostOf(service.url);
});
afterEach(async () => {
	await Promise.all([service.stop(), foreign.stop()]);
});

/** What the item of a message with these files has. */
async function downloaded(urls: string[], by = host) {
	await by.post(eventOf({ attachments: urls.map((url) => ({ url, filename: 'name.txt' })) }));
	const [item] = (await by.items()).flat();
	const files = Object.entries(item?.binary ?? {}).map(([name, { data, fileName }]) => [
		name,
		fileName,
		Buffer.from(data, 'base64').toString(),
	]);
	const errors = (item?.json.attachments as Array<{ error?: string }>).map(({ error }) => error);
	return { files, errors };
}

test('files of the service come as binary data, with the token', async () => {
	expect(await downloaded([`${service.url}/a.txt`, `${service.url}/moved.txt`])).toEqual({
		files: [
			['attachment_0', 'name.txt', 'file /a.txt'],
			['attachment_1', 'name.txt', 'file /a.txt'],
		],
		errors: [undefined, undefined],
	});
	for (const { header } of service.asked) expect(header('authorization')).toBe('Bearer some-token');
	expect(service.asked).toHaveLength(3);
});

test('a file that cannot be had is told, and holds the others not up', async () => {
	const urls = ['/gone.txt', '/round.txt', '/a.txt'].map((path) => `${service.url}${path}`);
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
	const { files, errors } = await downloaded([`${foreign.url}/a.txt`, `${service.url}/away.txt`]);
	expect(files).toEqual([]);
	expect(errors).toEqual(['The address is not https', 'The address is not https']);
	expect(service.asked.map(({ path }) => path)).toEqual(['/away.txt']);
	expect(foreign.asked).toEqual([]);
});

test('more than 50 MB together are not kept', async () => {
	const { files, errors } = await downloaded([`${service.url}/long.bin`]);
	expect([files, errors]).toEqual([[], ['The files are longer than 50 MB together']]);
});

test('no more than the first 50 files are downloaded', async () => {
	const { files, errors } = await downloaded(Array<string>(60).fill(`${service.url}/a.txt`));
	expect(files).toHaveLength(50);
	expect(errors.slice(50)).toEqual(Array(10).fill('Only the first 50 files are downloaded'));
	expect(service.asked).toHaveLength(50);
});

describe('the token does not go', () => {
	const number = '+12025550123';
	const operations = Object.values(serviceOperations)
		.filter(({ method }) => method === 'GET')
		.map(({ path }) => path.replace(/\{\w+\}/g, number));
	const answerWithToken: (typeof service)['behaviour'] = (socket, { path, header }) => {
		const status = header('authorization') ? 200 : 401;
		socket.end(
			path === '/back' ? head(302, { Location: `${foreignOrigin()}/files/a.txt` }) : response(status, path),
		);
	};
	/** A server elsewhere that leads to the path of the service which stands in its own. */
	const leadToService: (typeof service)['behaviour'] = (socket, { path }) =>
		socket.end(head(302, { Location: `https://127.0.0.1:${service.port}${path}` }));
	const foreignOrigin = () => `https://127.0.0.1:${foreign.port}`;
	let secureHost: MessageHost;

	const trusted = tls.getCACertificates();
	beforeAll(() => tls.setDefaultCACertificates([...trusted, selfSigned.cert]));
	afterAll(() => tls.setDefaultCACertificates(trusted));

	beforeEach(async () => {
		await Promise.all([service.stop(), foreign.stop()]);
		service = await HostileServer.start(answerWithToken, { secure: selfSigned });
		foreign = await HostileServer.start(leadToService, { secure: selfSigned });
		secureHost = await hostOf(`https://127.0.0.1:${service.port}/v1`);
	});

	/** What the service was asked for with the token while these files were downloaded. */
	async function askedWithToken(urls: string[]): Promise<string[]> {
		await downloaded(urls, secureHost);
		expect(service.asked).toHaveLength(urls.length);
		return service.asked.filter(({ header }) => header('authorization')).map(({ path }) => path);
	}

	test('to an operation of the service that an event names', async () => {
		const spellings = [
			'/v1//numbers/leased',
			'/x/../numbers/leased',
			'/%6eumbers/leased',
			'/v2/Numbers/leased',
		];
		const more = ['/numbers;x=1/leased', '/numbers%2Fleased', '/numbers%20/leased'];
		const paths = [...operations, ...operations.map((path) => `/v1${path}`), ...spellings, ...more];
		const urls = paths.map((path) => `https://127.0.0.1:${service.port}${path}`);
		expect(operations.length).toBeGreaterThan(8);
		expect(await askedWithToken([...urls, `https://127.0.0.1:${service.port}/v1/files/a.txt`])).toEqual([
			'/v1/files/a.txt',
		]);
	});

	test('where another origin leads, be it to an operation or to a file', async () => {
		const paths = [...operations, '/v1/files/a.txt'];
		expect(await askedWithToken(paths.map((path) => `${foreignOrigin()}${path}`))).toEqual([]);
	});

	test('back to the service when it has led elsewhere in between', async () => {
		const { files } = await downloaded([`https://127.0.0.1:${service.port}/back`], secureHost);
		expect(files).toEqual([]);
		expect(service.asked.map(({ path, header }) => [path, header('authorization')])).toEqual([
			['/back', 'Bearer some-token'],
			['/files/a.txt', ''],
		]);
	});
});

describe("the credential's Allowed HTTP Request Domains", () => {
	const refusal = expect.stringContaining('Domain not allowed');

	test.each([
		[{ allowedHttpRequestDomains: 'all' }, undefined],
		[{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }, undefined],
		[{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.example' }, refusal],
	])('%j hold for downloads', async (settings, error) => {
		const restricted = await hostOf(service.url, settings);
		const { errors } = await downloaded([`${service.url}/a.txt`], restricted);
		expect(errors).toEqual([error]);
		expect(service.asked).toHaveLength(error ? 0 : 1);
	});

	test('hold for other hosts, too, and where these lead', async () => {
		const restricted = await hostOf(service.url, {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: '127.0.0.1',
		});
		service.behaviour = writes(head(302, { Location: 'https://files.example/b' }));
		const { errors } = await downloaded(['https://files.example/a', `${service.url}/a.txt`], restricted);
		expect(errors).toEqual([refusal, refusal]);
	});
});

test.each([
	[{ filename: '../../etc/passwd', mime: 'text/plain' }, 'passwd', 'text/plain'],
	[{ filename: 'C:\\windows\\a.txt', mime: 'text/plain; charset=utf-8' }, 'a.txt', 'text/plain'],
	[{ filename: '..', mime: 'text/html<script>' }, 'a.txt', 'text/plain'],
	[{ filename: `${'x'.repeat(300)}\u202egpj.exe\r\n`, mime: 'x' }, `${'x'.repeat(193)}gpj.exe`, 'text/plain'],
	[{ filename: 5, mime: {} }, 'a.txt', 'text/plain'],
])('the name and type %j of a file are cleaned', async (named, fileName, mimeType) => {
	await host.post(eventOf({ attachments: [{ url: `${service.url}/a.txt`, ...named }] }));
	const [item] = (await host.items()).flat();
	expect(item?.binary?.attachment_0).toMatchObject({ fileName, mimeType });
});

test.each([
	[{ filename: 'a.jpg' }, '', 'image/jpeg'],
	[{ filename: 'a.jpg' }, 'application/octet-stream', 'image/jpeg'],
	[{ filename: 'a.jpg', mime: 'application/octet-stream' }, 'binary/octet-stream', 'image/jpeg'],
	[{ filename: 'a.jpg', mime: 'application/octet-stream' }, 'image/png', 'image/png'],
	[{ filename: 'a.jpg', mime: 'image/heic' }, 'application/octet-stream', 'image/heic'],
	[{ filename: 'a.jpg' }, 'image/png', 'image/png'],
	[{ filename: 'card.vcf' }, 'application/octet-stream; charset=binary', 'text/x-vcard'],
	[{ filename: 'photo' }, 'application/octet-stream', 'image/gif'],
	[{}, 'application/octet-stream', 'audio/mp4'],
])('a file that its event names %j and its server %j is %s', async (named, contentType, mimeType) => {
	service.behaviour = writes(response(200, 'GIF89a\x01\0\x01\0', { 'Content-Type': contentType }));
	await host.post(eventOf({ attachments: [{ url: `${service.url}/files/a.m4a`, ...named }] }));
	const [item] = (await host.items()).flat();
	expect(item?.binary?.attachment_0?.mimeType).toBe(mimeType);
});
