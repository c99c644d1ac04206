import { readFileSync } from 'node:fs';
import { messagesPerRecipient } from '../test/support/simulator-of-file';
import { jsonOf } from './n8n/n8n-executions';
import { MessageList } from './support/message-list';
import { recordedValues } from './support/n8n-database';
import { counted, people } from './support/reached';
import { sharedN8n } from './support/shared-run';
import { leased, useCredential, token, useSimulator } from './support/simulated-service';
import { plainSend, publishedWithItems, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const milliseconds = 300_000;
const refusedTwice = '+12025550147';
const others = Array.from({ length: 19 }, (_, index) => `+120255501${String(60 + index)}`);

/** Everything that n8n stores of a workflow's executions, and its log, as text. */
async function traces(workflowId: string): Promise<string> {
	const executions = await n8n.executions.list(workflowId);
	const stored = await Promise.all(
		executions.map(async ({ id }) => (await n8n.rest.get<unknown>(`/executions/${id}`)).data),
	);
	return `${JSON.stringify(stored)}\n${readFileSync(n8n.logFile, 'utf8')}`;
}

test('20 recipients, one refused (403) twice: Retry On Fail, then Retry from the executions list: 22 requests, each gets exactly one message, no trace of the token', async () => {
	const recipients = [...others.slice(0, 7), refusedTwice, ...others.slice(7)];
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
	const type = 'phoneServiceMessaging';
	const workflow = await publishedWithItems(n8n, credential(), type, plainSend, settings);
	const id = await workflow.call({ items: recipients.map((to) => ({ to })) });
	const failed = await n8n.executions.ended(id);
	expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
	expect(failed.data.resultData.error?.message).toMatch(/403 Forbidden/);
	expect(simulator().requests).toHaveLength(21);
	const recorded = recordedValues(n8n, workflow.id);
	expect(recorded.length).toBeGreaterThanOrEqual(2 * 19);
	const md5InBase64: unknown = expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/);
	expect(recorded).toEqual(recorded.map(() => md5InBase64));

	const retried = await n8n.executions.retried(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed.id });
	expect(simulator().requests).toHaveLength(22);
	expect(messagesPerRecipient()).toEqual(Object.fromEntries(recipients.map((to) => [to, 1])));

	const ids = new Map(simulator().outbox.map(({ to, message_id: messageId }) => [to, messageId]));
	expect(jsonOf(retried, underTest)).toEqual(
		recipients.map((to) => expect.objectContaining({ to, from: leased.imessage, message_id: ids.get(to) })),
	);

	const everything = await traces(workflow.id);
	expect(everything).toContain(others[0]);
	expect(everything).not.toContain(token);
});

test(
	'10,100 idempotency keys, and the same list again with one more: that one is sent',
	async () => {
		const settings = {
			options: { idempotencyKey: '={{ $json.to }}' },
			advancedOptions: { requestsAtOnce: 50 },
		};
		const list = await MessageList.published(n8n, simulator, credential(), {
			text: 'With keys',
			...settings,
		});
		const called = async (to: string[]) => {
			const startedAt = Date.now();
			const execution = await n8n.executions.ended(await list.called(to), { milliseconds });
			const alreadySent = jsonOf(execution, underTest).filter((row) => row.already_sent).length;
			counted('10,100 keys', { alreadySent, seconds: Math.round((Date.now() - startedAt) / 1_000) });
			return alreadySent;
		};
		const all = people(10_100);
		expect(await called(all)).toBe(0);
		expect(await called([...all, 'ada@example.com'])).toBe(all.length);
		expect(list.sentTo()).toHaveLength(all.length + 1);
		expect(new Set(list.sentTo()).size).toBe(all.length + 1);
	},
	2 * milliseconds,
);
