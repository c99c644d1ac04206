/** Executions of one node on two workers at the same time: n8n keeps their record in one row, without transactions. */
import { occurrences } from '../../test/support/occurrences';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/shared-run';
import type { ListSettings } from '../support/list-workflow';
import { MessageList } from '../support/message-list';
import { counted, people } from '../support/reached';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { underTest } from '../support/test-workflow';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	const credential = await serviceCredential(n8n, simulator().url);
	return await MessageList.published(n8n, simulator, credential, { text: 'Hello', ...settings });
}

/** What executions tell of each recipient, in any order. */
function toldOf(executions: Execution[], to: string): string[] {
	return executions
		.flatMap((execution) =>
			jsonOf<{ to: string; status: string; already_sent?: boolean }>(execution, underTest),
		)
		.filter((item) => item.to === to)
		.map(({ status, already_sent: isBefore }) => (isBefore ? 'already sent' : status))
		.sort();
}

/** Each message was sent by one of the executions, and the other one knows it, or says that nobody does. */
function expectOnce(what: string, list: MessageList, people: string[], both: Execution[]): void {
	const told = people.map((to) => toldOf(both, to).join(', '));
	counted(what, { ...list.reached(), told: occurrences(told) });
	expect(list.reached()).toMatchObject({ twice: 0, forgotten: 0 });
	const right = ['accepted, already sent', 'accepted, unknown'];
	expect(told.filter((one) => !right.includes(one))).toEqual([]);
}

test('the same 100 idempotency keys on two workers at the same instant: each message is sent once, and the other execution knows', async () => {
	const to = people(100);
	const list = await published({ to, options: { idempotencyKey: '={{ $json.to }}' } });
	simulator().set({ latencyMs: 300 });
	const both = await workers.endedOnBoth(n8n, await list.calledAtOnce([to, to]));
	expectOnce('the same keys at once', list, to, both);
});

test('two Retries at once on two workers: each message is sent once, and the other one knows', async () => {
	const to = people(60);
	const list = await published({ to, settings: { onError: 'stopWorkflow' } });
	simulator().fault({ kind: 'status', status: 403, times: 30 });
	const failed = await n8n.executions.ended(await list.called());
	expect(failed.status).toBe('error');
	const missing = to.filter((one) => !list.sentTo().includes(one));
	expect(missing).toHaveLength(30);
	simulator().set({ latencyMs: 300 });
	await list.edit({ settings: {} });
	const retries = await n8n.executions.retriesStarted(failed.id, { count: 2, loadWorkflow: true });
	const both = await workers.endedOnBoth(n8n, retries);
	expectOnce('two Retries at once', list, missing, both);
});
