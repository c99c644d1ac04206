import { readFileSync } from 'node:fs';
import { jsonOf } from './n8n/n8n-executions';
import { payload, type Payload } from './n8n/n8n-rest';
import { hash, recordedValues } from './support/n8n-database';
import { sharedN8n } from './support/n8n-session';
import { leased, useCredential, token, useSimulator } from './support/simulated-service';
import { publishedWithItems, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const refusedTwice = '+12025550147';
const others = Array.from({ length: 19 }, (_, index) => `+120255501${String(60 + index)}`);
const recipients = [...others.slice(0, 7), refusedTwice, ...others.slice(7)];

/** Everything that n8n stores of a workflow's executions, and its log, as text. */
async function traces(workflowId: string): Promise<string> {
	const executions = await n8n.executions.list(workflowId);
	const stored = await Promise.all(
		executions.map(async ({ id }) => payload(await n8n.rest.get<Payload<unknown>>(`/executions/${id}`))),
	);
	return `${JSON.stringify(stored)}\n${readFileSync(n8n.logFile, 'utf8')}`;
}

test('20 recipients, one refused (403) twice: Retry On Fail, then Retry from the executions list: 22 requests, each gets exactly one message, no trace of the token', async () => {
	const parameters = {
		operation: 'sendImessage',
		to: '={{ $json.to }}',
		message: 'Hello',
		from: leased.imessage,
		options: { messagesPerSecond: 0 },
	};
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
	const type = 'phoneServiceMessaging';
	const workflow = await publishedWithItems(n8n, credential(), type, parameters, settings);
	const id = await workflow.call({ items: recipients.map((to) => ({ to })) });
	const failed = await n8n.executions.ended(id);
	expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
	expect(failed.data.resultData.error?.message).toMatch(/403 Forbidden/);
	expect(simulator().requests).toHaveLength(21);
	const recorded = recordedValues(n8n, workflow.id);
	expect(recorded.length).toBeGreaterThanOrEqual(2 * 19);
	expect(recorded).toEqual(recorded.map(() => hash));

	const retried = await n8n.executions.retried(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed.id });
	expect(simulator().requests).toHaveLength(22);
	const sentTo = simulator().outbox.map(({ to }) => to);
	expect(sentTo.sort()).toEqual([...recipients].sort());

	const ids = new Map(simulator().outbox.map(({ to, message_id: messageId }) => [to, messageId]));
	expect(jsonOf(retried, underTest)).toEqual(
		recipients.map((to) => expect.objectContaining({ to, from: leased.imessage, message_id: ids.get(to) })),
	);

	const everything = await traces(workflow.id);
	expect(everything).toContain(others[0]);
	expect(everything).not.toContain(token);
});
