import { HostileServer } from '../hostile/hostile-server';
import { answers } from '../hostile/service-answers';
import { runWorkflow, workflowAround } from '../support/engine';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { selfSigned } from '../support/self-signed';
import { credential, plainImessage, runNode, sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });

const to = '+12025550199';
const items = [{ to }, { to: '+12025550198' }, { to: '+12025550197' }, { to: '+12025550196' }];

describe("n8n's Request Options", () => {
	test.each(['sendImessage', 'sendAndWait'])(
		'Timeout: %s without an answer in that time fails as unknown',
		async (operation) => {
			simulator().fault({ kind: 'timeout' });
			const parameters = { ...plainImessage, operation, to, requestOptions: { timeout: 500 } };
			const finished = await runNode('phoneServiceMessaging', parameters);
			expect(finished.error?.message).toBe('The service did not answer completely within 0.5 s');
			expect(finished.error?.description).toContain('Settings → Request Options → Timeout');
			expect(finished.error?.context).toMatchObject({ outcome: 'unknown' });
		},
	);

	describe('Batching', () => {
		useFakeClock();

		test('a pause after each batch', async () => {
			const batch = { batchSize: 2, batchInterval: 2_000 };
			const parameters = { ...plainImessage, requestOptions: { batching: { batch } } };
			await whileTimePasses(runNode('phoneServiceMessaging', parameters, { items }));
			const [first = 0, second = 0, third = 0, fourth = 0] = simulator().requests.map(({ at }) => at);
			expect(third - second).toBeGreaterThan(1_000);
			expect(second - first).toBeLessThan(third - second);
			expect(fourth - third).toBeLessThan(third - second);
			expect(simulator().outbox).toHaveLength(4);
		});
	});

	describe('Proxy', () => {
		let proxy: HostileServer;
		beforeAll(async () => {
			proxy = await HostileServer.start(answers(403, {}));
		});

		test.each([
			['pass%20word', 'pass word'],
			['50%25', '50%'],
		])('the request goes to the proxy, with its name and its password %s', async (written, password) => {
			proxy.asked.splice(0);
			const address = `http://user:${written}@127.0.0.1:${proxy.port}`;
			const parameters = { ...plainImessage, to, requestOptions: { proxy: address } };
			await runNode('phoneServiceMessaging', parameters);
			expect(proxy.asked).toHaveLength(1);
			const [asked] = proxy.asked;
			expect(asked?.path).toBe(`${simulator().url}/send/imessage`);
			const encoded = Buffer.from(`user:${password}`).toString('base64');
			expect(asked?.header('proxy-authorization')).toBe(`Basic ${encoded}`);
			expect(simulator().requests).toEqual([]);
		});

		test.each([
			['nowhere', 'The proxy of the request options is not an address: "nowhere"'],
			['localhost:3128', 'The proxy of the request options is not an address: "localhost:3128"'],
			['socks5://user:word@proxy:1080', 'The proxy of the request options is not an address: "…@proxy:1080"'],
			[
				'http://user:50%@proxy:3128',
				'The proxy of the request options has a % in its name or password that stands for no character',
			],
		])('the proxy %s is an error of each item, and nothing goes without it', async (address, message) => {
			const rows = await sentRows(items, { requestOptions: { proxy: address } });
			expect(rows).toHaveLength(4);
			for (const { reason, details } of rows) {
				expect(reason).toBe(message);
				expect(details).toMatchObject({ outcome: 'notSent' });
			}
			expect(simulator().requests).toEqual([]);
		});
	});
});

describe('Ignore SSL Issues', () => {
	let server: HostileServer;
	beforeAll(async () => {
		server = await HostileServer.start(answers(403, {}), { secure: selfSigned });
	});
	const baseUrl = () => `https://127.0.0.1:${server.port}`;

	test('off: a certificate that nobody vouches for is refused before anything is sent', async () => {
		const parameters = { ...plainImessage, to };
		const finished = await runNode('phoneServiceMessaging', parameters, { baseUrl: baseUrl() });
		expect(finished.error?.context).toMatchObject({ outcome: 'notSent' });
		expect(server.asked).toEqual([]);
	});

	test('on: it is accepted', async () => {
		const parameters = { ...plainImessage, to, requestOptions: { allowUnauthorizedCerts: true } };
		const finished = await runNode('phoneServiceMessaging', parameters, { baseUrl: baseUrl() });
		expect(finished.error?.context).toMatchObject({ status: 403 });
		expect(server.asked).toHaveLength(1);
	});
});

test.each([
	[{ allowedHttpRequestDomains: 'all' }, 1],
	[{ allowedHttpRequestDomains: 'none' }, 1],
	[{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }, 1],
	[{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.example' }, 0],
])("the credential's Allowed HTTP Request Domains %j: %i requests are made", async (allowed, requests) => {
	const workflow = workflowAround('phoneServiceMessaging', { ...plainImessage, to });
	const finished = await runWorkflow(workflow, { ...credential(), ...allowed });
	expect(simulator().requests).toHaveLength(requests);
	expect(finished.error === undefined).toBe(requests === 1);
});

describe('workflows saved before', () => {
	test.each([
		['phoneServiceMessaging', 'sendFax'],
		['phoneServiceNumbers', 'constructor'],
	])('an operation of %s that does not exist is told by name: %s', async (type, operation) => {
		const finished = await runNode(type, { operation, to });
		expect(finished.error?.message).toBe(`The operation "${operation}" does not exist`);
		expect(finished.error?.description).toBe('Choose one in the node.');
		expect(simulator().requests).toEqual([]);
	});

	test.each(['phoneServiceMessaging', 'phoneServiceNumbers'])(
		'Custom API Call in %s, which the editor offers: the error names the HTTP Request node',
		async (type) => {
			const { error } = await runNode(type, { operation: '__CUSTOM_API_CALL__', to });
			expect(error?.message).toBe('This node cannot make a Custom API Call: use an HTTP Request node');
			expect(error?.description).toContain('Phone Service API');
			expect(simulator().requests).toEqual([]);
		},
	);
});
