import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { HostileServer } from '../test/hostile/hostile-server';
import { answers } from '../test/hostile/service-answers';
import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { itemsThrough } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

describe('Request Options that a workflow has saved still count, though n8n adds them to no node that waits', () => {
	const operations = [{ operation: 'sendImessage' }, { operation: 'sendAndWait' }];
	const message = { to: '+12025550199', message: 'Hello' };
	const noRetries = { tries: 1, messagesPerSecond: 0 };

	async function finished(parameters: INodeParameters): Promise<IDataObject[]> {
		const workflow = itemsThrough(
			'phoneServiceMessaging',
			{ ...message, options: noRetries, ...parameters },
			[{}],
			{ onError: 'continueRegularOutput' },
		);
		const { id } = await n8n.workflows.import(workflow, [credential]);
		return jsonOf<IDataObject>(await n8n.execute(id), 'Good');
	}

	test.each(operations)(
		'a timeout of half a second, where the service takes a minute: %j',
		async (operation) => {
			simulator().set({ latencyMs: 60_000 });
			const started = performance.now();
			const rows = await finished({ ...operation, requestOptions: { timeout: 500 } });
			expect(performance.now() - started).toBeLessThan(30_000);
			expect(rows).toMatchObject([{ details: { outcome: 'unknown' } }]);
			expect(simulator().requests).toHaveLength(1);
		},
	);

	test.each(operations)('a proxy, which gets the request: %j', async (operation) => {
		const proxy = await HostileServer.start(answers(403, {}));
		const rows = await finished({
			...operation,
			requestOptions: { proxy: `http://user:word@127.0.0.1:${String(proxy.port)}` },
		});
		await proxy.stop();
		expect(rows).toMatchObject([{ details: { outcome: 'rejected' } }]);
		expect(proxy.asked.map(({ path }) => path)).toEqual([`${simulator().url}/send/imessage`]);
		expect(proxy.asked[0]?.header('proxy-authorization')).toMatch(/^Basic /);
		expect(simulator().requests).toEqual([]);
	});
});
