/** Executions of one node on two workers at the same time: n8n keeps their record in one row, without transactions. */
import { occurrences } from '../../test/support/occurrences';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/shared-run';
import type { MessageList } from '../support/message-list';
import { counted, people } from '../support/reached';
import { useSimulator } from '../support/simulated-service';
import { underTest } from '../support/test-workflow';
import { testWithLists } from './test-with-lists';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

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

/** What an execution tells of each recipient, and why. */
function reasonsIn(execution: Execution): string[] {
	const items = jsonOf<{ status: string; reason: string }>(execution, underTest);
	return items.map(({ status, reason }) => `${status}: ${reason}`);
}

/** Each message was sent by one of the executions, and the other one knows it, or says that nobody does. */
function expectOnce(what: string, list: MessageList, people: string[], both: Execution[]): void {
	const told = people.map((to) => toldOf(both, to).join(', '));
	counted(what, { ...list.reached(), told: occurrences(told) });
	expect(list.reached()).toMatchObject({ twice: 0, forgotten: 0 });
	const right = ['accepted, already sent', 'accepted, unknown'];
	expect(told.filter((one) => !right.includes(one))).toEqual([]);
}

const byRecipient = { idempotencyKey: '={{ $json.to }}' };
const hundred = people(100);

testWithLists(
	simulator,
	'different idempotency keys in two executions on two workers, then one run with all: nobody is messaged twice or left out',
	async (publish) => {
		const list = await publish({ to: [...hundred, ...people(100, 'another')], options: byRecipient });
		simulator().set({ latencyMs: 300 });
		const both = await workers.endedOnBoth(n8n, await list.calledAtOnce([hundred, people(100, 'another')]));
		simulator().set({ latencyMs: 0 });
		const all = await n8n.executions.ended(await list.called());
		const told = [...both, all].map((execution) => occurrences(reasonsIn(execution)));
		const outcome = list.reached(all);
		counted('different keys, then all', { ...outcome, told });
		expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
		expect(reasonsIn(all).filter((reason) => !/^(accepted|unknown): /.test(reason))).toEqual([]);
	},
);

for (const [what, options] of [
	['the same 100 idempotency keys', byRecipient],
	['a campaign with 100 people', { campaignName: 'spring' }],
] as const) {
	testWithLists(
		simulator,
		`${what} on two workers at the same instant: each message is sent once, and the other execution knows`,
		async (publish) => {
			const list = await publish({ to: hundred, options });
			simulator().set({ latencyMs: 300 });
			const both = await workers.endedOnBoth(n8n, await list.calledAtOnce([hundred, hundred]));
			expectOnce(`${what} at once`, list, hundred, both);
		},
	);
}

testWithLists(
	simulator,
	'a list run by hand on main while a worker sends it: each message is sent once, and the other execution knows',
	async (publish) => {
		const list = await publish({ to: hundred });
		simulator().set({ latencyMs: 300 });
		const called = await list.called();
		await list.hasSent(10);
		const ids = [called, await list.started('By Hand')];
		const both = await Promise.all(
			ids.map(async (id) => await n8n.executions.ended(id, { milliseconds: 300_000 })),
		);
		expectOnce('by hand beside a worker', list, hundred, both);
	},
);

testWithLists(
	simulator,
	'two Retries at once on two workers: each message is sent once, and the other one knows',
	async (publish) => {
		const to = people(60);
		const list = await publish({ to, settings: { onError: 'stopWorkflow' } });
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
	},
);
