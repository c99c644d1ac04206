import { setTimeout as wait } from 'node:timers/promises';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { until } from './n8n/until';
import type { Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { recordedValues } from './support/n8n-database';
import { sharedN8n } from './support/n8n-session';
import { expectTheRestWasSent, recipients } from './support/reached';
import { nothingUnderWay, useCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

test.each<Starter>(['By Hand', 'Call'])(
	'%s, stopped by the user in the middle of 60 messages: the next run by hand sends the rest',
	async (by) => {
		const list = await MessageList.published(n8n, simulator, credential(), { text: 'Stopped' });
		simulator().set({ latencyMs: 1_500 });
		const executionId = await list.started(by);
		await list.hasSent(20);
		await n8n.executions.stop(executionId);
		expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
		await nothingUnderWay(simulator);
		expect(list.sentTo().length).toBeLessThan(60);
		simulator().set({ latencyMs: 0 });

		const next = await n8n.executions.ended(await list.started('By Hand'));
		expectTheRestWasSent(`stopped, ${by}, run by hand`, list.reached(next));
	},
);

test('stopped by the user while lookups wait for their rate: it ends within a second or so, and no request follows', async () => {
	const parameters = { operation: 'lookUpNumber', number: '={{ $json.number }}' };
	const items = Array.from({ length: 12 }, (_, index) => ({ number: `+120255501${String(60 + index)}` }));
	const workflow = itemsThrough('phoneServiceIntelligence', parameters, items);
	const { id } = await n8n.workflows.import(workflow, [credential()]);
	const executionId = await n8n.workflows.run(id);
	await until(() => simulator().requests.length >= 6);
	expect((await n8n.executions.get(executionId)).status).toBe('running');

	const stoppedAt = Date.now();
	await n8n.executions.stop(executionId);
	const execution = await n8n.executions.ended(executionId);
	expect(Date.now() - stoppedAt).toBeLessThan(2_000);
	expect(execution.status).toBe('canceled');
	await wait(4_000);
	expect(simulator().requests).toHaveLength(6);
});

test('60 messages, all accepted: nothing stays recorded, and the next run by hand sends to all', async () => {
	const list = await MessageList.published(n8n, simulator, credential(), { text: 'Accepted' });
	await n8n.executions.ended(await list.started('By Hand'));
	expect(list.reached()).toMatchObject({ accepted: 60, twice: 0 });
	expect(recordedValues(n8n, list.workflowId)).toEqual([]);
	await n8n.executions.ended(await list.started('By Hand'));
	expect(list.reached()).toMatchObject({ accepted: 120, twice: 60 });
});

describe('one of 20 messages refused', () => {
	const twenty = recipients.slice(0, 20);
	const once = { accepted: 20, twice: 0, forgotten: 0, unknown: 0 };

	async function refusedOne(by: Starter) {
		const settings = { onError: 'stopWorkflow' } as const;
		const all = { text: `Refused ${by}`, to: twenty, settings };
		const list = await MessageList.published(n8n, simulator, credential(), all);
		simulator().fault({ kind: 'status', status: 403, match: { recipient: twenty[7] } });
		const failed = await n8n.executions.ended(await list.started(by));
		expect(failureOf(failed)).toMatch(/403/);
		expect(list.sentTo()).toHaveLength(19);
		return { list, failed };
	}

	test('Execute step instead of Retry: the one is sent', async () => {
		const { list, failed } = await refusedOne('By Hand');
		const step = await n8n.executions.ended(await list.stepExecuted(failed));
		expect(step).toMatchObject({ status: 'success', mode: 'manual' });
		expect(list.reached(step)).toEqual(once);
	});

	test.each<Starter>(['By Hand', 'Call', 'Schedule'])('%s, then Retry twice: the one is sent', async (by) => {
		const { list, failed } = await refusedOne(by);
		for (let retries = 0; retries < 2; retries += 1) {
			const retried = await n8n.executions.retried(failed.id);
			expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
			expect(jsonOf(retried, underTest)).toHaveLength(20);
		}
		expect(list.reached()).toEqual(once);
	});
});
