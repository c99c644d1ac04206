import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { CalledWorkflow } from './n8n/called-workflow';
import { occurrences } from '../test/support/occurrences';
import { jsonOf, type Execution } from './n8n/n8n-executions';
import { payload, type Payload } from './n8n/n8n-rest';
import { hash, recordedValues } from './support/n8n-database';
import { sharedN8n } from './support/n8n-session';
import { leased, useCredential, token, useSimulator } from './support/simulated-service';
import { calledWithItems, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const refusedTwice = '+12025550147';
const processedThen500 = '+12025550146';
const retryOnFail: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };

function recipients(special: string): IDataObject[] {
	const ordinary = Array.from({ length: 19 }, (_, index) => ({ to: `+120255501${String(60 + index)}` }));
	return [...ordinary.slice(0, 7), { to: special }, ...ordinary.slice(7)];
}

/** Starts the workflow as production does, by its webhook, with these items; answers workflow and execution. */
async function called(
	items: IDataObject[],
	settings: Partial<INode>,
	options: INodeParameters = {},
): Promise<{ workflowId: string; execution: Execution }> {
	const parameters = {
		operation: 'sendImessage',
		to: '={{ $json.to }}',
		message: 'Hello',
		from: leased.imessage,
		options: { messagesPerSecond: 0, ...options },
	};
	const workflow = await CalledWorkflow.published(n8n, [credential()], (path) =>
		calledWithItems(path, 'phoneServiceMessaging', parameters, settings),
	);
	const execution = await n8n.executions.ended(await workflow.call({ items }));
	return { workflowId: workflow.id, execution };
}

function messagesPerRecipient(): Record<string, number> {
	return occurrences(simulator().outbox.map(({ to }) => to));
}

function oncePer(items: IDataObject[]): Record<string, number> {
	return Object.fromEntries(items.map(({ to }) => [String(to), 1]));
}

/** Everything that n8n stores of a workflow's executions, and its log, as text. */
async function traces(workflowId: string): Promise<string> {
	const executions = await n8n.executions.list({ workflowId });
	const stored = await Promise.all(
		executions.map(async ({ id }) => payload(await n8n.rest.get<Payload<unknown>>(`/executions/${id}`))),
	);
	return `${JSON.stringify(stored)}\n${readFileSync(n8n.logFile, 'utf8')}`;
}

test('20 recipients, one refused (403) twice: Retry On Fail, then Retry from the executions list: 22 requests, each gets exactly one message, no trace of the token', async () => {
	const items = recipients(refusedTwice);
	const { workflowId, execution: failed } = await called(items, retryOnFail);
	expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
	expect(failed.data.resultData.error?.message).toMatch(/403 Forbidden/);
	expect(simulator().requests).toHaveLength(21);
	const recorded = recordedValues(n8n, workflowId);
	expect(recorded.length).toBeGreaterThanOrEqual(2 * 19);
	expect(recorded).toEqual(recorded.map(() => hash));

	const retried = await n8n.executions.retried(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed.id });
	expect(simulator().requests).toHaveLength(22);
	expect(messagesPerRecipient()).toEqual(oncePer(items));

	const ids = new Map(simulator().outbox.map(({ to, message_id: id }) => [to, id]));
	expect(jsonOf(retried, underTest)).toEqual(
		items.map(({ to }) =>
			expect.objectContaining({ to, from: leased.imessage, message_id: ids.get(String(to)) }),
		),
	);

	const everything = await traces(workflowId);
	expect(everything).toContain('+12025550160');
	expect(everything).not.toContain(token);
});

test('20 recipients, one processed and then answered 500: Retry On Fail and Retry do not send it again, until the saved workflow says so', async () => {
	const items = recipients(processedThen500);
	const { workflowId, execution: failed } = await called(items, retryOnFail, {
		ifOutcomeUnknown: 'doNotSend',
	});
	const again = await n8n.executions.retried(failed.id);
	for (const { status, data } of [failed, again]) {
		expect(status).toBe('error');
		expect(data.resultData.error).toMatchObject({ context: { outcome: 'unknown' } });
	}
	expect(simulator().requests).toHaveLength(20);
	expect(messagesPerRecipient()).toEqual(oncePer(items));

	const options = { messagesPerSecond: 0, ifOutcomeUnknown: 'sendAgain' };
	await n8n.workflows.change(workflowId, underTest, ({ parameters }) => ({
		parameters: { ...parameters, options },
	}));
	const retried = await n8n.executions.retried(failed.id, { loadWorkflow: true });
	expect(retried.status).toBe('success');
	expect(jsonOf(retried, underTest)).toHaveLength(20);
	expect(simulator().requests).toHaveLength(21);
	expect(messagesPerRecipient()).toEqual({ ...oncePer(items), [processedThen500]: 2 });
});
