/** Executions on two workers: their record, whose rows n8n inserts once, and what they share besides. */
import { eventOf } from '../../test/support/incoming-events';
import { editorUrl, freePlace } from '../n8n/n8n-environment';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { startN8nProcess } from '../n8n/n8n-process';
import { until } from '../n8n/until';
import { answeringTrigger, inChat, question, written } from '../support/chat';
import { disable, disabled, emitted, further, polls, triggered } from '../support/forwarding-trigger';
import type { MessageList } from '../support/message-list';
import { messageWorkflow, post } from '../support/message-trigger';
import { expectTheRestWasSent, people } from '../support/reached';
import { sharedN8n, sharedRun } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { installedFolder } from '../support/test-folders';
import { underTest } from '../support/test-workflow';
import { noticed, publishedList, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers(noticed.late);

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
function expectOnce(list: MessageList, people: string[], both: Execution[]): void {
	const told = people.map((to) => toldOf(both, to).join(', '));
	expect(list.reached()).toMatchObject({ twice: 0, forgotten: 0 });
	expect(told.filter((one) => one !== 'accepted, already sent')).toEqual([]);
}

const hundred = people(100);

test.each([
	['100 idempotency keys', { idempotencyKey: '={{ $json.to }}' }],
	['a campaign with 100 people', { campaign: 'spring' }],
])(
	'%s on two workers at the same instant: each message is sent once, and the other execution knows',
	async (_, options) => {
		const list = await publishedList(simulator, { to: hundred, options });
		simulator().set({ latencyMs: 300 });
		const both = await workers.endedOnBoth(n8n, await list.calledAtOnce([hundred, hundred]));
		expectOnce(list, hundred, both);
	},
);

test('two Retries at once on two workers: each message is sent once, and the other one knows', async () => {
	const to = people(60);
	const list = await publishedList(simulator, { to, settings: { onError: 'stopWorkflow' } });
	simulator().fault({ kind: 'status', status: 403, times: 30 });
	const failed = await n8n.executions.ended(await list.started('Call'));
	expect(failed.status).toBe('error');
	const missing = to.filter((one) => !list.sentTo().includes(one));
	expect(missing).toHaveLength(30);
	simulator().set({ latencyMs: 300 });
	await list.edit({ settings: {} });
	const retries = await n8n.executions.retriesStarted(failed.id, { count: 2, loadWorkflow: true });
	const both = await workers.endedOnBoth(n8n, retries);
	expectOnce(list, missing, both);
});

test('a worker killed (SIGKILL) in the middle of a list, then Retry: nobody is messaged twice, and nobody is forgotten', async () => {
	const list = await publishedList(simulator, { to: hundred });
	for (const recipient of hundred.slice(50)) {
		simulator().fault({ kind: 'timeout', processed: true, match: { recipient } });
	}
	const executionId = await list.started('Call');
	const worker = await workers.workerOf(executionId);
	await list.hasSent(50);
	await workers.process(worker).kill();
	simulator().clearFaults();
	await workers.start(worker);
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
	const retried = await n8n.executions.retried(executionId);
	expectTheRestWasSent(list.reached(retried));
});

test('a change of call forwarding starts exactly one execution, on a worker', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const workflowId = await triggered(n8n, credential);
	simulator().set({ forwardingDelayMs: 3_000 });
	await n8n.workflows.activate(workflowId);
	await until(() => polls(simulator()) > 1);

	await disable(n8n, credential);
	const execution = await n8n.executions.next(workflowId);
	expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
	expect(await workers.workerOf(execution.id)).toMatch(/^worker-/);
	await further(simulator(), 3);
	expect(await emitted(n8n, workflowId)).toEqual([disabled]);
	await n8n.workflows.deactivate(workflowId);
});

test('a worker asks, and what the person types in the chat answers', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const trigger = await answeringTrigger(n8n, simulator(), credential);
	const execution = await question(n8n, credential);
	expect(await workers.workerOf(execution)).toMatch(/^worker-/);
	expect(await written(simulator(), 'no, too expensive')).toBe(200);
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: false, reason: 'too expensive', ...inChat } },
	]);
	expect(await n8n.executions.list(trigger.id)).toEqual([]);
	await n8n.workflows.deactivate(trigger.id);
});

/** A process that only takes webhooks. */
async function webhookProcess(name: string) {
	const place = await freePlace(installedFolder(name));
	const process = await startN8nProcess(place, { command: ['webhook'], env: sharedRun().env, name });
	return { process, url: editorUrl(place) };
}

test('20 equal events at the same instant on two webhook processes: one goes on', async () => {
	const doors = await Promise.all(['webhook-1', 'webhook-2'].map(webhookProcess));
	const workflow = await messageWorkflow(n8n, await serviceCredential(n8n, simulator().url));
	const events = Array.from({ length: 5 }, () => eventOf());
	let posts = 0;
	/** As the service does, which sends an event again that a busy n8n does not take, or takes and does not answer. */
	const deliver = async (door: { url: string }, event: object) =>
		await until(async () => {
			posts += 1;
			return (await post(workflow.url(door), JSON.stringify(event))).status === 200;
		}, 60_000);
	const deliveries = events.flatMap((event) =>
		Array.from({ length: 10 }, () => doors.map(async (door) => await deliver(door, event))).flat(),
	);
	await Promise.all(deliveries);
	const ended = await n8n.executions.allEnded(workflow.id);
	expect(ended.flatMap((execution) => jsonOf(execution, 'After'))).toHaveLength(events.length);
	const unanswered = posts - deliveries.length;
	expect(ended.length).toBeLessThanOrEqual(doors.length * events.length + unanswered);
	await Promise.all(doors.map(async ({ process }) => await process.stop()));
});
