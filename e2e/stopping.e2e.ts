import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { sharedN8n } from './support/n8n-session';
import { leased, serviceCredential, useSimulator } from './support/simulated-service';
import { itemsThrough } from './support/test-workflow';
import { until } from './n8n/until';

const n8n = sharedN8n();
const simulator = useSimulator({ sendRate: true, lookupRate: true });
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

const items: IDataObject[] = Array.from({ length: 12 }, (_, index) => ({
	number: `+120255501${String(60 + index)}`,
}));

describe('stopping an execution that waits for its rate (section 8)', () => {
	test.each<[string, string, INodeParameters, number]>([
		[
			'lookups, 6 a minute',
			'phoneServiceIntelligence',
			{ operation: 'lookUpNumber', number: '={{ $json.number }}' },
			6,
		],
		[
			'sends, bursts of 5',
			'phoneServiceMessaging',
			{
				operation: 'sendImessage',
				to: '={{ $json.number }}',
				message: 'Hello',
				from: leased.imessage,
				options: { messagesPerSecond: 0.5 },
			},
			5,
		],
	])('%s: it ends within a second or so, and no request follows', async (_, type, parameters, atOnce) => {
		const { id } = await n8n.workflows.import(itemsThrough(type, parameters, items), [credential]);
		const executionId = await n8n.workflows.run(id);
		await until(() => simulator().requests.length >= atOnce);
		expect((await n8n.executions.get(executionId)).status).toBe('running');

		const stoppedAt = Date.now();
		await n8n.executions.stop(executionId);
		const execution = await n8n.executions.ended(executionId);
		expect(Date.now() - stoppedAt).toBeLessThan(2_000);
		expect(execution.status).toBe('canceled');

		const sent = simulator().requests.length;
		expect(sent).toBeLessThan(items.length);
		await wait(4_000);
		expect(simulator().requests).toHaveLength(sent);
	});
});
