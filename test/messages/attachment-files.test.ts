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
		'/attachments/+14155550100/a.txt': response(200, 'file kept', { 'Content-Type': 'text/plain' }),
		'/attachments/moved.txt': head(302, { Location: '/attachments/+14155550100/a.txt' }),
		'/attachments/out.txt': head(302, { Location: '/a.txt' }),
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

test('files come as binary data; the token goes where the service keeps them, and not where it leads elsewhere', async () => {
	const paths = [
		'/attachments/+14155550100/a.txt',
		'/attachments/moved.txt',
		'/attachments/out.txt',
		'/a.txt',
	];
	expect(await downloaded(paths.map((path) => `${service.url}${path}`))).toEqual({
		files: [
			['attachment_0', 'name.txt', 'file kept'],
			['attachment_1', 'name.txt', 'file kept'],
			['attachment_2', 'name.txt', 'file /a.txt'],
			['attachment_3', 'name.txt', 'file /a.txt'],
		],
		errors: [undefined, undefined, undefined, undefined],
	});
	const token = 'Bearer some-token';
	expect(service.asked.map(({ path, header }) => [path, header('authorization')])).toEqual([
		['/attachments/+14155550100/a.txt', token],
		['/attachments/moved.txt', token],
		['/attachments/+14155550100/a.txt', token],
		['/attachments/out.txt', token],
		['/a.txt', ''],
		['/a.txt', ''],
	]);
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
			path === '/v1/attachments/back'
				? head(302, { Location: `${foreignOrigin()}/v1/attachments/a.txt` })
				: response(status, path),
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

	const urlOf = (path: string) => `https://127.0.0.1:${service.port}${path}`;

	test('to an operation of the service that an event names', async () => {
		expect(operations.length).toBeGreaterThan(8);
		const paths = [...operations, ...operations.map((path) => `/v1${path}`)];
		expect(await askedWithToken(paths.map(urlOf))).toEqual([]);
	});

	test('to another path than that of the files, however it is spelled', async () => {
		const elsewhere = [
			...['/', '/a.txt', '/webhooks', '/numbers.json', '/numbers%3f', '/%256eumbers', '/numbers%20/leased'],
			...['/attachments', '/attachments.json', '/attachments-of/a', '/x/attachments/a', '/Attachments/a'],
			...['/attachments/../numbers/x', '/attachments/%2e%2e/numbers', '/attachments/.%2E/numbers'],
			...['/attachments%2f..%2fnumbers', '/attachments/..%2fnumbers', '/attachments/..%5cnumbers'],
			...['/attachments/..;/numbers', '/attachments/..%3b/numbers', '/attachments/..%20/numbers'],
			...['/attachments/%252e%252e/numbers', '/attachments/%2e%2e%20/numbers', '/attachments/%00/numbers'],
			...['/attachments/%c0%ae%c0%ae/numbers', '/attachments/%e0%80%ae%e0%80%ae/numbers'],
			...['/attachments/%u002e%u002e/numbers', '/attachments/%f0%80%80%ae/numbers', '/attachments/%'],
		];
		const paths = [...elsewhere.map((path) => `/v1${path}`), '/attachments/a.txt', '/v2/attachments/a.txt'];
		expect(await askedWithToken(paths.map(urlOf))).toEqual([]);
	});

	test('anywhere but to the files, which have it', async () => {
		const files = [
			'/v1/attachments/+12025550123/+14155550100/photo.jpg',
			'/v1/attachments/%2B12025550123/%2B14155550100/a%20photo.jpg?size=1',
		];
		expect(await askedWithToken(files.map(urlOf))).toEqual([
			files[0],
			'/v1/attachments/+12025550123/+14155550100/a photo.jpg',
		]);
	});

	test('where another origin leads, be it to an operation or to a file', async () => {
		const paths = [...operations, '/v1/attachments/a.txt'];
		expect(await askedWithToken(paths.map((path) => `${foreignOrigin()}${path}`))).toEqual([]);
	});

	test('back to the service when it has led elsewhere in between', async () => {
		const { files } = await downloaded([`https://127.0.0.1:${service.port}/v1/attachments/back`], secureHost);
		expect(files).toEqual([]);
		expect(service.asked.map(({ path, header }) => [path, header('authorization')])).toEqual([
			['/v1/attachments/back', 'Bearer some-token'],
			['/v1/attachments/a.txt', ''],
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

const login = '<!DOCTYPE html>\n<html><body>Log in</body></html>';

test.each<[object, string, string | Buffer, boolean]>([
	[{ filename: 'IMG_1.jpg' }, 'text/html; charset=utf-8', login, true],
	[{ filename: 'IMG_1.jpg', mime: 'image/jpeg' }, 'text/html', login, true],
	[{ mime: 'image/jpeg' }, 'application/xhtml+xml', `<?xml version="1.0"?><html/>`, true],
	[{ mime: 'image/jpeg' }, 'image/jpeg', `\ufeff\n<!-- a --><html lang="en">`, true],
	[{ filename: 'IMG_1.HEIC' }, '', login, true],
	[{ filename: 'IMG_1.HEIC', mime: 'application/octet-stream' }, 'application/octet-stream', login, true],
	[{ filename: 'a.m4a' }, 'text/html', 'Not found', true],
	[{ mime: 'application/pdf' }, 'text/html', login, true],
	[{ filename: 'notes.txt' }, 'text/html', login, true],
	[{ filename: 'card.vcf', mime: 'text/vcard' }, 'text/html', login, true],
	[{ filename: 'IMG_1.jpg' }, 'text/html', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), false],
	[{ filename: 'IMG_1.jpg', mime: 'image/jpeg' }, 'image/jpeg', 'GIF89a', false],
	[{ filename: 'page.html' }, 'text/html', login, false],
	[{ filename: 'page.htm', mime: 'text/plain' }, 'text/html', login, false],
	[{ filename: 'page', mime: 'text/html' }, 'text/html', login, false],
	[{ filename: 'page' }, 'text/html', login, false],
	[{ filename: 'page.txt' }, 'text/plain', login, false],
	[{ filename: 'notes.txt' }, 'text/html', 'Eggs, milk', false],
	[{ filename: 'logo.svg' }, 'image/svg+xml', '<?xml version="1.0"?><svg/>', false],
	[{ filename: 'report.xls' }, 'application/vnd.ms-excel', '<html><table/></html>', false],
])(
	'a file %j that its server names %j and that begins with %j is a web page instead: %j',
	async (...given) => {
		const [named, contentType, body, isPage] = given;
		service.behaviour = writes(response(200, body, { 'Content-Type': contentType }));
		await host.post(eventOf({ attachments: [{ url: `${service.url}/files/a`, ...named }] }));
		const [item] = (await host.items()).flat();
		const [{ error }] = item?.json.attachments as [{ error?: string }];
		expect(error).toBe(isPage ? 'The server answered with a web page' : undefined);
		expect(Object.keys(item?.binary ?? {})).toEqual(isPage ? [] : ['attachment_0']);
	},
);
