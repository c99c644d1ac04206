/** What a run sends beside others of the same list in one process, after Stop, and after hundreds of others. */
import { jsonOf } from './n8n/n8n-executions';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { counted, expectTheRestWasSent, people } from './support/reached';
import { nothingUnderWay, useService } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService();

interface Told {
	status: string;
	already_sent?: boolean;
}

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), { text: 'Hello', ...settings });
}

test.each<[string, Starter, number, ListSettings['options']]>([
	['runs by hand at the same instant', 'By Hand', 0, {}],
	['runs by hand, one while the other sends', 'By Hand', 15, {}],
	['calls at the same instant with a campaign', 'Call', 0, { campaign: 'spring' }],
	['calls at the same instant with keys', 'Call', 0, { idempotencyKey: '={{ $json.to }}' }],
])('two %s: each message is sent once, and none is unknown', async (_, by, sent, options) => {
	const list = await published({ options });
	simulator().set({ latencyMs: 500 });
	const one = by === 'Call' ? list.calledAtOnce([undefined, undefined]) : list.started(by);
	await list.hasSent(sent);
	const other = by === 'Call' ? [] : list.started(by);
	for (const id of (await Promise.all([one, other])).flat()) {
		const told = await n8n.executions.ended(id);
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
		expect(jsonOf<Told>(told, underTest).map(({ status }) => status)).toEqual(Array(60).fill('accepted'));
	}
});

test.each<[Starter, string]>([
	['By Hand', 'by the user'],
	['Call', 'by the user'],
	['Call', 'by its time-out'],
])('%s, stopped %s in the middle of 60 messages: the next run by hand sends the rest', async (by, who) => {
	const list = await published({});
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

test('100 alerts by webhook with the same text to two people, one always refused: the other one gets all', async () => {
	const [first, second] = people(2) as [string, string];
	const list = await published({ to: [first, second] });
	simulator().fault({ kind: 'status', status: 403, times: 0, match: { recipient: second } });
	const ids: string[] = [];
	while (ids.length < 100) ids.push(...(await list.calledAtOnce(Array<undefined>(10).fill(undefined))));
	for (const id of ids) {
		const items = jsonOf<Told>(await n8n.executions.ended(id), underTest);
		expect(items.map(({ status, already_sent: isEarlier }) => [status, isEarlier])).toEqual([
			['accepted', undefined],
			['failed', undefined],
		]);
	}
	expect(list.sentTo()).toEqual(ids.map(() => first));
}, 180_000);
