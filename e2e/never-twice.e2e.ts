import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { messagesPerRecipient } from '../test/support/simulator-of-file';
import { jsonOf } from './n8n/n8n-executions';
import { recordedValues } from './support/n8n-database';
import { sharedN8n } from './support/shared-run';
import { leased, useCredential, token, useSimulator } from './support/simulated-service';
import { plainSend, publishedWithItems, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const refusedTwice = '+12025550147';
const processedThen500 = '+12025550146';
const others = Array.from({ length: 19 }, (_, index) => `+120255501${String(60 + index)}`);

/** Sends to 20 recipients with Retry On Fail, one of them special; answers who they are, the workflow and its execution. */
async function called(special: string, options: INodeParameters = {}) {
	const recipients = [...others.slice(0, 7), special, ...others.slice(7)];
	const parameters = { ...plainSend, options: { messagesPerSecond: 0, ...options } };
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
	const type = 'phoneServiceMessaging';
	const workflow = await publishedWithItems(n8n, credential(), type, parameters, settings);
	const id = await workflow.call({ items: recipients.map((to) => ({ to })) });
	return { recipients, workflowId: workflow.id, failed: await n8n.executions.ended(id) };
}

function oncePer(recipients: string[]): Record<string, number> {
	return Object.fromEntries(recipients.map((to) => [to, 1]));
}

/** Everything that n8n stores of a workflow's executions, and its log, as text. */
async function traces(workflowId: string): Promise<string> {
	const executions = await n8n.executions.list(workflowId);
	const stored = await Promise.all(
		executions.map(async ({ id }) => (await n8n.rest.get<unknown>(`/executions/${id}`)).data),
	);
	return `${JSON.stringify(stored)}\n${readFileSync(n8n.logFile, 'utf8')}`;
}

test('20 recipients, one refused (403) twice: Retry On Fail, then Retry from the executions list: 22 requests, each gets exactly one message, no trace of the token', async () => {
	const { recipients, workflowId, failed } = await called(refusedTwice);
	expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
	expect(failed.data.resultData.error?.message).toMatch(/403 Forbidden/);
	expect(simulator().requests).toHaveLength(21);
	const recorded = recordedValues(n8n, workflowId);
	expect(recorded.length).toBeGreaterThanOrEqual(2 * 19);
	const md5InBase64: unknown = expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/);
	expect(recorded).toEqual(recorded.map(() => md5InBase64));

	const retried = await n8n.executions.retried(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed.id });
	expect(simulator().requests).toHaveLength(22);
	expect(messagesPerRecipient()).toEqual(oncePer(recipients));

	const ids = new Map(simulator().outbox.map(({ to, message_id: messageId }) => [to, messageId]));
	expect(jsonOf(retried, underTest)).toEqual(
		recipients.map((to) => expect.objectContaining({ to, from: leased.imessage, message_id: ids.get(to) })),
	);

	const everything = await traces(workflowId);
	expect(everything).toContain(others[0]);
	expect(everything).not.toContain(token);
});

test('20 recipients, one processed and then answered 500: Retry On Fail and Retry do not send it again, until the saved workflow says so', async () => {
	const { recipients, workflowId, failed } = await called(processedThen500, {
		ifOutcomeUnknown: 'doNotSend',
	});
	const again = await n8n.executions.retried(failed.id);
	for (const { status, data } of [failed, again]) {
		expect(status).toBe('error');
		expect(data.resultData.error).toMatchObject({ context: { outcome: 'unknown' } });
	}
	expect(simulator().requests).toHaveLength(20);
	expect(messagesPerRecipient()).toEqual(oncePer(recipients));

	const options = { messagesPerSecond: 0, ifOutcomeUnknown: 'sendAgain' };
	await n8n.workflows.change(workflowId, underTest, ({ parameters }) => ({
		parameters: { ...parameters, options },
	}));
	const [retry] = await n8n.executions.retriesStarted(failed.id, { loadWorkflow: true });
	const retried = await n8n.executions.ended(String(retry));
	expect(retried.status).toBe('success');
	expect(jsonOf(retried, underTest)).toHaveLength(20);
	expect(simulator().requests).toHaveLength(21);
	expect(messagesPerRecipient()).toEqual({ ...oncePer(recipients), [processedThen500]: 2 });
});
