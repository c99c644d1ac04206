/** Executions on two workers: their record, whose rows n8n inserts once, and what they share besides. */
import { recipients } from '../../test/support/histories';
import { eventOf } from '../../test/support/incoming-events';
import { calledWorkflow } from '../../scripts/n8n/called-workflow';
import { jsonOf } from '../../scripts/n8n/n8n-executions';
import { freePlace, startN8nProcess } from '../../scripts/n8n/n8n-process';
import { until } from '../../scripts/n8n/until';
import { calledItems, inLine, node } from '../../scripts/n8n/workflow-nodes';
import { answeringTrigger, inChat, person, question } from '../support/asked-question';
import { disabled, emitted, further, number, polls, triggered } from '../support/forwarding-trigger';
import { toldBy } from '../support/message-list';
import { messageWorkflow, post } from '../support/message-trigger';
import { histories, play } from '../support/played-histories';
import { plainSend, workflowOf } from '../support/test-workflow';
import { installedFolder, sharedN8n, sharedRun } from '../support/shared-run';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { noticed, publishedList, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers(noticed.late);

test.each([
	['100 idempotency keys', { idempotencyKey: '={{ $json.to }}' }],
	['a campaign with 100 people', { campaign: 'spring' }],
])(
	'%s on two workers at the same instant: each message is sent once, and the other execution knows',
	async (_, options) => {
		const list = await publishedList(simulator, { list: recipients(100), options });
		simulator().set({ latencyMs: 300 });
		const both = await list.started('trigger', 2);
		const ranOn = await Promise.all(both.map(async (id) => await workers.workerOf(id)));
		expect(ranOn.sort()).toEqual(['worker-1', 'worker-2']);
		const ended = await Promise.all(both.map(async (id) => await n8n.executions.ended(id)));
		const told = Map.groupBy(toldBy(...ended), ({ to }) => to);
		for (const to of list.people) {
			const words = (told.get(to) ?? []).map((row) => (row.already_sent ? 'already sent' : row.status));
			expect([to, ...words.sort()]).toEqual([to, 'accepted', 'already sent']);
		}
		expect(list.sentTo().sort()).toEqual(list.people.sort());
	},
);

test.each(
	histories(
		'a manual list while one of a trigger has not ended sends nothing; Retry ends that, and the next one sends the rest',
		'with keys, the next run of a trigger sends the rest',
	),
)('a worker is killed and started again: %s', async (...history) => {
	const kill = async (executionId: string) => {
		const worker = await workers.workerOf(executionId);
		await workers.process(worker).kill();
		await workers.start(worker);
	};
	await play(history, { n8n, simulator, credential: await serviceCredential(n8n, simulator().url), kill });
});

test('a file that a worker made comes from n8n byte for byte: the database is the storage of all processes', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const [to, text] = ['+12025550160', 'Soup, and Špätzle'];
	const file = { operation: 'toText', sourceProperty: 'text', options: { fileName: 'menu.txt' } };
	const send = { ...plainSend, to, inputDataFieldNames: ['data'] };
	const { call } = await calledWorkflow(n8n, [credential], (path) => {
		const line = [
			...calledItems(path),
			node('File', 'n8n-nodes-base.convertToFile', file, { typeVersion: 1.1 }),
			node('Send', 'phoneServiceMessaging', send),
		];
		return workflowOf(line, inLine(line));
	});
	const [id = ''] = await call({ items: [{ text }] });
	const ended = await n8n.executions.ended(id);
	expect(JSON.stringify(ended.data)).toContain('"database:');
	const [sent] = simulator().outbox;
	const sha256 = String(sent?.files[0]?.fetched?.sha256);
	expect(simulator().files.content(sha256)?.content.toString()).toBe(text);
});

test('a change of call forwarding starts exactly one execution, on a worker', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const workflowId = await triggered(n8n, credential);
	await n8n.workflows.activate(workflowId);
	await until(() => polls(simulator()) > 1);

	simulator().changeForwarding(number, null, 3_000);
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
	simulator().write({ from: person, to: leased.imessage, text: 'no, too expensive' });
	await simulator().webhook.settled();
	expect(simulator().events.at(-1)?.answers).toMatchObject([{ status: 200 }]);
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: false, reason: 'too expensive', ...inChat } },
	]);
	expect(await n8n.executions.list(trigger.id)).toEqual([]);
	await n8n.workflows.deactivate(trigger.id);
});

/** A process that only takes webhooks. */
async function webhookProcess(name: string) {
	const place = await freePlace(await installedFolder(name));
	const process = await startN8nProcess(place, { command: ['webhook'], env: sharedRun().env, name });
	return { process, url: place.url };
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
