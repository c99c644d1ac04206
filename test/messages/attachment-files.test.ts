import { demoWebhookSecret } from '../../simulator/webhook-events';
import { HostileServer } from '../hostile/hostile-server';
import { head, response, writes } from '../hostile/service-answers';
import { eventOf } from '../support/incoming-events';
import { MessageHost } from '../support/message-host';

const megabyte = 1024 * 1024;

let service: HostileServer;
let foreign: HostileServer;
let host: MessageHost;

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
	const credential = {
		accessToken: 'some-token',
		baseUrl: service.url,
		webhookSecret: demoWebhookSecret,
	};
	host = await new MessageHost({ options: { downloadAttachments: true } }, { credential }).start();
});
afterEach(async () => {
	host.stop();
	await Promise.all([service.stop(), foreign.stop()]);
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
