/** What a run sends beside another one of the same list in one process, and after Stop. */
import { jsonOf } from './n8n/n8n-executions';
import type { Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { counted, expectTheRestWasSent } from './support/reached';
import { nothingUnderWay, useService } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService();

async function published(): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), { text: 'Hello' });
}

test('two runs by hand, one while the other sends: each message is sent once, and none is unknown', async () => {
	const list = await published();
	simulator().set({ latencyMs: 500 });
	const one = await list.started('By Hand');
	await list.hasSent(15);
	for (const id of [one, await list.started('By Hand')]) {
		const told = await n8n.executions.ended(id);
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
		const statuses = jsonOf<{ status: string }>(told, underTest).map(({ status }) => status);
		expect(statuses).toEqual(Array(60).fill('accepted'));
	}
});

test.each<[Starter, string]>([
	['By Hand', 'by the user'],
	['Call', 'by the user'],
	['Call', 'by its time-out'],
])('%s, stopped %s in the middle of 60 messages: the next run by hand sends the rest', async (by, who) => {
	const list = await published();
	const settings = { executionTimeout: 4 };
	if (who === 'by its time-out') await n8n.rest.patch(`/workflows/${list.workflowId}`, { settings });
	simulator().set({ latencyMs: 1_500 });
	const executionId = await list.started(by);
	await list.hasSent(20);
	if (who === 'by the user') await n8n.executions.stop(executionId);
	expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
	await nothingUnderWay(simulator);
	expect(list.sentTo().length).toBeLessThan(60);
	simulator().set({ latencyMs: 0 });

	if (by === 'Call') {
		const retry = await n8n.executions.retried(executionId);
		counted(`stopped ${who}, Retry`, { status: retry.status, ...list.reached(retry) });
	}
	const next = await n8n.executions.ended(await list.started('By Hand'));
	expectTheRestWasSent(`stopped ${who}, ${by}, run by hand`, list.reached(next));
});
