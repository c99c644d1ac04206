import type { CredentialReference } from './n8n/n8n-credentials';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/n8n-session';
import { recipients } from './support/reached';
import { recordedValues } from './support/n8n-database';
import { serviceCredential, useSimulator } from './support/simulated-service';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

const text = 'A text that nobody else sends';

async function published(options = {}): Promise<MessageList> {
	return await MessageList.published(() => n8n, simulator, credential, { text, options });
}

async function called(list: MessageList): Promise<void> {
	await n8n.executions.ended(await list.started('Call'));
}

/** What n8n makes of a value before it stores it: MD5, in base64. */
const hash = /^[A-Za-z0-9+/]{22}==$/;

function expectHashesAlone(values: string[]): void {
	expect(values.filter((value) => !hash.test(value))).toEqual([]);
}

describe("what n8n's database holds of the sends", () => {
	test('nothing after a run whose messages were all accepted', async () => {
		const list = await published();
		await called(list);
		expect(list.sentTo()).toHaveLength(60);
		expect(recordedValues(n8n, list.workflowId)).toEqual([]);
	});

	test('hashes alone, two a message and a few for the run, after one that was not whole', async () => {
		const list = await published();
		simulator().fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
		await called(list);
		const values = recordedValues(n8n, list.workflowId);
		expect(values.length).toBeGreaterThanOrEqual(2 * 59);
		expect(values.length).toBeLessThanOrEqual(2 * 59 + 15);
		expectHashesAlone(values);
	});

	test('hashes alone, three a key, with an idempotency key', async () => {
		const list = await published({ idempotencyKey: '={{ $json.to }}' });
		await called(list);
		const values = recordedValues(n8n, list.workflowId);
		expect(values).toHaveLength(3 * 60);
		expectHashesAlone(values);
	});
});
