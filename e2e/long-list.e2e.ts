/**
 * A long list that n8n is killed in, and in two of its Retries. PHONE_SERVICE_MESSAGES=30000 makes it as long as a
 * campaign; the numbers stand in the log.
 */
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { MessageList } from './support/message-list';
import { recordedValues } from './support/n8n-database';
import { counted, people, reached } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/test-folders';
import { underTest } from './support/test-workflow';

const count = Number(process.env.PHONE_SERVICE_MESSAGES ?? 1_000);
const requestsAtOnce = 20;
const everybody = people(count);
const milliseconds = 120_000 + 100 * count;

const simulator = useSimulator();
let n8n: N8nInstance;
let list: MessageList;

beforeAll(async () => {
	n8n = await ownN8n('long-list');
	const credential = await serviceCredential(n8n, simulator().url);
	const settings = { text: 'A long list', options: { requestsAtOnce } };
	list = await MessageList.published(n8n, simulator, credential, settings);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
});

/** Kills n8n once so many messages were sent, and starts it again. */
async function killedAt(sent: number): Promise<void> {
	const hasSent = () => list.sentTo().length >= sent;
	await until(hasSent, milliseconds, { tooLate: () => `Sent: ${String(list.sentTo().length)}` });
	await n8n.kill();
	expect(list.sentTo().length).toBeLessThan(count);
	await n8n.startAgain();
}

test(
	`${String(count)} messages, killed after five sixths, two Retries killed, then Retry: nobody is messaged twice or left out`,
	async () => {
		const executionId = await list.called(everybody);
		await killedAt(Math.floor((count * 5) / 6));
		for (const part of [0.88, 0.94]) {
			await n8n.executions.retriesStarted(executionId);
			await killedAt(Math.floor(count * part));
		}
		const recorded = recordedValues(n8n, list.workflowId);
		const startedAt = Date.now();
		const [retry] = (await n8n.executions.retriesStarted(executionId)) as [string];
		const retried = await n8n.executions.ended(retry, { milliseconds });
		const seconds = Math.round((Date.now() - startedAt) / 1_000);

		const outcome = reached(everybody, list.sentTo(), retried);
		const rowBytes = JSON.stringify(recorded).length;
		counted('long list', { ...outcome, values: recorded.length, rowBytes, seconds });
		expect(jsonOf(retried, underTest)).toHaveLength(count);
		expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
		expect(outcome.unknown).toBeLessThanOrEqual(3 * 3 * requestsAtOnce);
	},
	4 * milliseconds,
);
