/** Kills of n8n in the middle of everything that may be under way: nobody is messaged twice, and nobody is left out. */
import axios from 'axios';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { CalledWorkflow } from './n8n/called-workflow';
import type { ExportedWorkflow } from './n8n/exported-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { failureOf, jsonOf, type Execution } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { linkIn, submitted } from './n8n/question-page';
import { until } from './n8n/until';
import { chatModelCredential, newestAgentVersion } from './support/agent-workflow';
import { askedByCall, untilWaiting } from './support/asked-question';
import {
	agentCalls,
	changedLoop,
	linkNode,
	sendsAroundWait,
	type CutOffWorkflow,
} from './support/cut-off-workflows';
import { startFakeChatModel, type FakeChatModel } from './support/fake-chat-model';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { expectTheRestWasSent, people, reached } from './support/reached';
import { setClock, shiftedClock } from './support/shifted-clock';
import { serviceCredential } from './support/simulated-service';
import { ownN8n } from './support/test-folders';
import { patiently } from './support/test-workflow';

const env = {
	/** In seconds; less than the messages take. */
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '2',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	...shiftedClock,
};
const hourMs = 3_600_000;

let n8n: N8nInstance;
let simulator: Simulator;
let model: FakeChatModel;
let credentials: CredentialReference[];
let service: CredentialReference;
let agentVersion: number;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false, publicMaterial: false } });
	model = await startFakeChatModel();
	n8n = await ownN8n('killed', env);
	service = await serviceCredential(n8n, simulator.url);
	credentials = [service, await chatModelCredential(n8n, model.url)];
	agentVersion = await newestAgentVersion(n8n);
}, 180_000);
afterAll(async () => {
	for (const server of [model, simulator]) await server.stop();
	await n8n.stop();
	expect(simulator.violations).toEqual([]);
});

/** From then on, the service takes messages to these people, and answers none. */
function hangs(to: string[]): void {
	for (const recipient of to) simulator.fault({ kind: 'timeout', processed: true, match: { recipient } });
}

function sentTo(to: string[]): string[] {
	return simulator.outbox.map((message) => message.to).filter((one) => to.includes(one));
}

/** Retries an execution to its end, or until it waits. */
async function retried(executionId: string, loadWorkflow = false): Promise<Execution> {
	const [retry] = await n8n.executions.retriesStarted(executionId, { loadWorkflow });
	return await n8n.executions.ended(String(retry), { orWaits: true });
}

/** In the middle of what n8n is killed. */
const rows: Record<string, (name: string) => CutOffWorkflow> = {
	'a loop, then a row inserted and batches of 5 for 3': changedLoop,
	'the second send, after the execution had waited': sendsAroundWait,
	"an agent's tool calls": (name) => agentCalls(name, agentVersion),
};

/** Of each row, what was started, and what its Retry told. */
const started: Record<
	string,
	CutOffWorkflow & { workflowId: string; executionId: string; told?: Execution }
> = {};

async function startRow(name: string, index: number): Promise<void> {
	const row = rows[name]?.(`row-${String(index)}`) as CutOffWorkflow;
	hangs(row.people.slice(row.answered));
	if (row.turns) model.follow(() => row.turns ?? []);
	const workflow = await CalledWorkflow.published(n8n, credentials, row.workflow);
	const executionId = await workflow.call(row.body);
	if (row.waits) await resumed(await n8n.executions.ended(executionId, { orWaits: true }));
	started[name] = { ...row, workflowId: workflow.id, executionId };
	await until(() => sentTo(row.people).length >= row.answered + row.hanging, 120_000);
}

async function retryRow(row: (typeof started)[string]): Promise<void> {
	if (row.edited) await edit(row.workflowId, row.edited(''));
	row.told = await retried(row.executionId, row.edited !== undefined);
	if (row.told.status !== 'waiting') return;
	await resumed(row.told);
	row.told = await n8n.executions.ended(row.told.id);
}

/** Ends the wait of an execution. */
async function resumed(execution: Execution): Promise<void> {
	const [item] = jsonOf<{ link: string }>(execution, linkNode);
	await axios.get(String(item?.link), { proxy: false });
}

/** Makes another workflow of a saved one, as a user does in the editor: nodes keep their ids and credentials. */
async function edit(workflowId: string, edited: ExportedWorkflow): Promise<void> {
	const saved = await n8n.workflows.get(workflowId);
	const nodes = edited.nodes.map((one) => {
		const known = saved.nodes.find(({ name }) => name === one.name);
		return { ...one, ...known, parameters: one.parameters };
	});
	await n8n.rest.patch(`/workflows/${workflowId}`, { ...edited, name: saved.name, nodes });
}

/** A list of 60 people, which n8n is killed in. */
class CutOffList {
	private list!: MessageList;
	executionId = '';
	told?: Execution;

	constructor(
		readonly name: string,
		private readonly by: Starter,
		private readonly settings: Partial<ListSettings> = {},
	) {}

	/** Starts it, and waits until the service answers no more. */
	async start(): Promise<void> {
		const to = people(60, this.name);
		hangs(to.slice(20));
		this.list = await MessageList.published(n8n, () => simulator, service, { to, ...this.settings });
		this.executionId = await this.list.started(this.by);
		await this.list.hasSent(30);
	}

	async again(): Promise<void> {
		this.told = await n8n.executions.ended(await this.list.started(this.by));
	}

	async retry(): Promise<void> {
		this.told = await n8n.executions.retried(this.executionId);
	}

	expectTheRest(): void {
		expect(this.told).toMatchObject({ status: 'success' });
		expectTheRestWasSent(this.list.reached(this.told));
	}
}

const byChance = new CutOffList('by-chance', 'Call', { text: '={{ "Hello " + Math.random() }}' });
const scheduled = new CutOffList('scheduled', 'Schedule');
const byHand = new CutOffList('by-hand', 'By Hand');
const withKeys = new CutOffList('with-keys', 'Call', { options: { idempotencyKey: '={{ $json.to }}' } });
/** A list that n8n is stopped in, and in the Retry of which it is killed. */
const updated = new CutOffList('updated', 'Call');

/** Who is asked by an execution that waits for the answer, and who by one whose question the service does not answer. */
const [patient, asked] = ['+12025550191', '+12025550192'];
const ask = async (to: string) => await askedByCall(n8n, service, { to, ...patiently });
let waits: string;
let asks: string;

/** The question that somebody was sent first, which may not have arrived. */
function questionTo(to: string): string | undefined {
	const bodies = simulator.requests.map(({ body }) => body as { to?: string; message?: string } | null);
	return bodies.find((body) => body?.to === to)?.message;
}

/** Stops n8n in the middle of a list, starts it with its clock set back by two hours, and begins the Retry of the list. */
async function stopAndRetry(): Promise<void> {
	await updated.start();
	await n8n.stop();
	simulator.clearFaults();
	await setClock(-2 * hourMs);
	await n8n.startAgain();
	expect((await n8n.executions.ended(updated.executionId)).status).toBe('crashed');
	hangs(people(60, updated.name).slice(45));
	const [retry = ''] = await n8n.executions.retriesStarted(updated.executionId);
	await until(() => sentTo(people(60, updated.name)).length >= 50, 120_000);
	expect(Date.parse((await n8n.executions.get(retry)).startedAt)).toBeLessThan(Date.now() - hourMs);
	await setClock(0);
}

beforeAll(async () => {
	await stopAndRetry();
	waits = await ask(patient);
	await untilWaiting(n8n, waits);
	simulator.fault({ kind: 'timeout', match: { recipient: asked } });
	asks = await ask(asked);
	await until(() => questionTo(asked));
	await Promise.all([
		...Object.keys(rows).map(startRow),
		...[byChance, scheduled, byHand, withKeys].map(async (list) => await list.start()),
	]);
	await n8n.kill();
	simulator.clearFaults();
	await n8n.startAgain();
	const killed = [...Object.values(started), byChance, scheduled, byHand, withKeys].map(
		(one) => one.executionId,
	);
	for (const id of [...killed, asks]) expect((await n8n.executions.ended(id)).status).toBe('crashed');
	await Promise.all([
		...Object.values(started).map(retryRow),
		...[byChance, scheduled, updated].map(async (list) => await list.retry()),
		...[byHand, withKeys].map(async (list) => await list.again()),
	]);
}, 480_000);

test.each(Object.keys(rows))('killed in %s: Retry sends the rest', (name) => {
	const { people: all, told } = started[name] as (typeof started)[string];
	expect(told && failureOf(told)).toBeUndefined();
	expect(told?.mode).toBe('retry');
	expectTheRestWasSent(reached(all, sentTo(all), told, ['Send', 'Second']));
});

test('killed in texts by chance: Retry sends the rest', () => {
	byChance.expectTheRest();
});

test('killed in a list that its schedule had started: Retry sends the rest, and a second Retry nothing', async () => {
	scheduled.expectTheRest();
	const before = simulator.outbox.length;
	await scheduled.retry();
	expect(simulator.outbox).toHaveLength(before);
});

test('killed in a list that was started by hand: n8n does not retry it, and the next run by hand sends the rest', async () => {
	await expect(byHand.retry()).rejects.toThrow(/cannot be retried/);
	byHand.expectTheRest();
});

test('killed in a list with idempotency keys: the next call sends the rest', () => {
	withKeys.expectTheRest();
});

test('stopped (SIGTERM), started again with the clock set back by 2 hours, and killed in the Retry: another Retry sends the rest', () => {
	updated.expectTheRest();
});

test('killed while a question waits: its link works on', async () => {
	await submitted(await linkIn(simulator, patient), { decision: 'approve' });
	const answered = await n8n.executions.ended(waits);
	expect(jsonOf(answered, 'Good')).toMatchObject([{ data: { approved: true } }]);
});

test('killed while a question is being sent: Retry asks again, and the link of the first one is dead', async () => {
	const dead = String(/http:\/\/\S+$/.exec(questionTo(asked) ?? '')?.[0]);
	const retry = await retried(asks);
	expect(retry.status).toBe('waiting');
	const link = await linkIn(simulator, asked);
	expect((await submitted(dead, { decision: 'approve' })).status).toBeGreaterThan(399);
	await submitted(link, { decision: 'decline', 'field-0': 'Later' });
	const answered = await n8n.executions.ended(retry.id);
	expect(jsonOf(answered, 'Good')).toMatchObject([{ data: { approved: false, reason: 'Later' } }]);
});
