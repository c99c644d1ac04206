/** Executions of one node on two workers at the same time: n8n keeps their record in one row, without transactions. */
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/shared-run';
import type { MessageList } from '../support/message-list';
import { counted, people } from '../support/reached';
import { useSimulator } from '../support/simulated-service';
import { underTest } from '../support/test-workflow';
import { testInRounds } from './many-rounds';
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

/** Each message was sent by one of the executions, and the other one knows it. */
function expectOnceAndKnown(what: string, list: MessageList, people: string[], both: Execution[]): void {
	const told = people.map((to) => toldOf(both, to));
	const unknown = told.filter((one) => one.includes('unknown')).length;
	counted(what, { ...list.reached(), unknown });
	expect(list.reached()).toMatchObject({ accepted: people.length, twice: 0, forgotten: 0 });
	expect(told).toEqual(people.map(() => ['accepted', 'already sent']));
}

const byRecipient = { idempotencyKey: '={{ $json.to }}' };
const hundred = people(100);

testInRounds(
	simulator,
	'different idempotency keys in two executions on two workers, then one run with all: nobody is messaged twice or left out',
	async (publish) => {
		const list = await publish({ to: [...hundred, ...people(100, 'another')], options: byRecipient });
		simulator().set({ latencyMs: 300 });
		await workers.endedOnBoth(n8n, await list.calledAtOnce([hundred, people(100, 'another')]));
		simulator().set({ latencyMs: 0 });
		expect(list.reached()).toEqual({ accepted: 200, twice: 0, forgotten: 0, unknown: 0 });
		const all = await n8n.executions.ended(await list.called());
		counted('different keys, then all', list.reached(all));
		expect(list.reached(all)).toEqual({ accepted: 200, twice: 0, forgotten: 0, unknown: 0 });
	},
);

testInRounds(
	simulator,
	'the same 100 idempotency keys on two workers at the same instant: each is sent once, and the other says already_sent',
	async (publish) => {
		const list = await publish({ to: hundred, options: byRecipient });
		simulator().set({ latencyMs: 300 });
		const both = await workers.endedOnBoth(n8n, await list.calledAtOnce([hundred, hundred]));
		expectOnceAndKnown('the same keys at once', list, hundred, both);
	},
);

testInRounds(
	simulator,
	'two Retries at once on two workers: each message is sent once, and the other Retry says already_sent',
	async (publish) => {
		const to = people(60);
		const list = await publish({ to, settings: { onError: 'stopWorkflow' } });
		simulator().fault({ kind: 'status', status: 403, times: 60 });
		const failed = await n8n.executions.ended(await list.called());
		expect(failed.status).toBe('error');
		expect(list.sentTo()).toEqual([]);
		simulator().set({ latencyMs: 300 });
		await list.edit({ settings: {} });
		const retries = await n8n.executions.retriesStarted(failed.id, { count: 2, loadWorkflow: true });
		const both = await workers.endedOnBoth(n8n, retries);
		expectOnceAndKnown('two Retries at once', list, to, both);
	},
);
