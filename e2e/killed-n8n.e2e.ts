/** One kill of n8n in the middle of everything that may be under way: nobody is messaged twice, and nobody is left out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import { limits } from '../nodes/shared/pace/limits';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { CalledWorkflow } from './n8n/called-workflow';
import type { ExportedWorkflow } from './n8n/exported-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { failureOf, jsonOf, type Execution } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { linkIn, submitted } from './n8n/question-page';
import { until } from './n8n/until';
import { chatModelCredential, newestAgentVersion } from './support/agent-workflow';
import { askedByCall, person, untilWaiting } from './support/asked-question';
import {
	addedLoop,
	agentCalls,
	changedLoop,
	laterNode,
	linkNode,
	patiently,
	removedLoop,
	renamedTrigger,
	sendsAroundWait,
	textsByChance,
	textsByModel,
	twoBranches,
	type CutOffWorkflow,
} from './support/cut-off-workflows';
import { startFakeChatModel, type FakeChatModel } from './support/fake-chat-model';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { openDatabase } from './support/n8n-database';
import { counted, expectTheRestWasSent, maxUnknown, people, reached, recipients } from './support/reached';
import { serviceCredential } from './support/simulated-service';
import { ownN8n, userFolderOf } from './support/test-folders';

const userFolder = userFolderOf('killed');
const env = {
	/** In seconds; less than the messages take. */
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '2',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};
const hourMs = 3_600_000;

let n8n: N8nInstance;
/** The service of the rows and the questions, and that of the lists, which answers slowly until n8n is killed. */
let simulator: Simulator;
let slowSimulator: Simulator;
let model: FakeChatModel;
let credential: CredentialReference;
let credentials: CredentialReference[];
let agentVersion: number;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false, publicMaterial: false } });
	slowSimulator = await startSimulator({ settings: { sendRate: false } });
	model = await startFakeChatModel();
	n8n = await ownN8n('killed', env);
	credentials = [await serviceCredential(n8n, simulator.url), await chatModelCredential(n8n, model.url)];
	credential = await serviceCredential(n8n, slowSimulator.url);
	agentVersion = await newestAgentVersion(n8n);
}, 180_000);
afterAll(async () => {
	for (const service of [model, simulator, slowSimulator]) await service.stop();
	await n8n.stop();
	expect([...simulator.violations, ...slowSimulator.violations]).toEqual([]);
});

/** Starts n8n again, which has ended, with its clock shifted if told; from then on the services answer at once. */
async function startAgain(shiftMs = 0): Promise<void> {
	for (const service of [simulator, slowSimulator]) service.clearFaults();
	slowSimulator.set({ latencyMs: 0 });
	const clock = join(userFolder, 'clock');
	writeFileSync(clock, String(shiftMs));
	await n8n.startAgain({
		NODE_OPTIONS: `--require ${join(__dirname, 'n8n', 'shifted-clock.js')}`,
		SHIFTED_CLOCK: clock,
	});
}

interface Row {
	name: string;
	workflow: (name: string) => CutOffWorkflow;
	/** How many messages may be unknown then. */
	most?: number;
}

/** In the middle of what n8n is killed. */
const rows: Row[] = [
	{ name: 'in the middle, then a trigger renamed', workflow: renamedTrigger },
	{ name: 'in the middle of 30 texts by chance', workflow: textsByChance },
	{ name: 'in the middle of 30 texts by a model', workflow: (name) => textsByModel(name, agentVersion) },
	{ name: 'in a loop, then a row inserted and batches of 5 for 3', workflow: changedLoop },
	{ name: 'in a loop, then the loop removed', workflow: removedLoop },
	{ name: 'in a list, then a loop added', workflow: addedLoop },
	{ name: 'in a later node', workflow: laterNode, most: 0 },
	{ name: 'in the second branch into one node', workflow: twoBranches },
	{ name: 'in the second send, after the execution had waited', workflow: sendsAroundWait },
	{ name: "in an agent's tool calls", workflow: (name) => agentCalls(name, agentVersion) },
];
const waiting = rows.findIndex(({ workflow }) => workflow === sendsAroundWait);
const ofAgent = rows.length - 1;

/** Of each row, what was started. */
let started: Array<CutOffWorkflow & { workflowId: string; executionId: string }>;

/** Starts all rows, and waits until the service answers none of them any more. */
async function startRows(): Promise<void> {
	const calls = people(16, `row-${String(ofAgent)}`).map((to) => ({ arguments: { to } }));
	model.follow((tools) => (tools.length > 0 ? [0, 4, 8, 12].map((at) => calls.slice(at, at + 4)) : []));
	const later = simulator.fault({
		kind: 'timeout',
		match: { operationId: 'checkFaceTimeAvailability' },
		times: 0,
	});
	const start = async ({ workflow: made }: Row, index: number) => {
		const row = made(`row-${String(index)}`);
		for (const recipient of row.people.slice(row.answered)) {
			simulator.fault({ kind: 'timeout', processed: true, match: { recipient } });
		}
		const workflow = await CalledWorkflow.published(n8n, credentials, row.workflow);
		return { ...row, workflowId: workflow.id, executionId: await workflow.call(row.body) };
	};
	started = await Promise.all(rows.map(start));
	const { executionId } = started[waiting] as (typeof started)[number];
	await resumed(await n8n.executions.ended(executionId, { orWaits: true }));
	const hangs = (row: CutOffWorkflow) => sentTo(row.people).length >= row.answered + row.hanging;
	await until(() => later.struck > 0 && started.every(hangs), 60_000);
}

/** The service takes messages to the last 40 of them, and answers none. */
const phones = recipients.map((_, index) => `+130355501${String(index).padStart(2, '0')}`);

const lists = {
	locked: { by: 'Call', options: { messagesPerSecond: 0.5 } },
	scheduled: { by: 'Schedule' },
	byHand: { by: 'By Hand' },
	withKeys: { by: 'Call', options: { idempotencyKey: '={{ $json.to }}' } },
	toPhones: { by: 'Call', to: phones },
} satisfies Record<string, Partial<ListSettings> & { by: Starter }>;
type Name = keyof typeof lists;
const names = Object.keys(lists) as Name[];
const list = {} as Record<Name, MessageList>;
const executions = {} as Record<Name, string>;

async function published(settings: ListSettings): Promise<MessageList> {
	return await MessageList.published(n8n, () => slowSimulator, credential, settings);
}

async function start(name: Name): Promise<void> {
	executions[name] = await list[name].started(lists[name].by);
}

/** Starts all lists, one of them some time before, whose record n8n's database does not take for ten seconds. */
async function startLists(): Promise<void> {
	for (const name of names) list[name] = await published({ text: name, ...lists[name] });
	slowSimulator.set({ latencyMs: 3_000 });
	await start('locked');
	await withLockedDatabase(list.locked);
	await start('scheduled');
	for (const recipient of phones.slice(20)) {
		slowSimulator.fault({ kind: 'timeout', processed: true, match: { recipient } });
	}
	await Promise.all((['byHand', 'withKeys', 'toPhones'] as const).map(start));
	await list.toPhones.hasSent(20 + limits.requestsAtOnce);
	await Promise.all(names.map(async (name) => await list[name].hasSent(20)));
}

async function withLockedDatabase(locked: MessageList): Promise<void> {
	await locked.hasSent(10);
	const database = openDatabase(userFolder);
	database.exec('PRAGMA busy_timeout = 10000');
	database.exec('BEGIN EXCLUSIVE');
	await wait(10_000);
	database.exec('ROLLBACK');
	database.close();
	await locked.hasSent(15);
}

/** An execution that asks somebody, and the link in its question, which does not arrive. */
const question = { executionId: '', link: '' };
/** Who is asked by another execution, which waits for the answer. */
const patient = '+12025550191';
let waits: string;

async function startQuestions(): Promise<void> {
	waits = await askedByCall(n8n, credentials[0] as CredentialReference, { to: patient });
	await untilWaiting(n8n, waits);
	simulator.fault({ kind: 'timeout', match: { recipient: person } });
	question.executionId = await askedByCall(n8n, credentials[0] as CredentialReference, patiently);
	question.link = await until(() => {
		const bodies = simulator.requests.map(({ body }) => body as { to?: string; message?: string } | null);
		const asked = bodies.find((body) => body?.to === person);
		return /http:\/\/\S+$/.exec(asked?.message ?? '')?.[0];
	});
}

/** The execution by the next call of the list with idempotency keys. It waits for the end of the one that was killed. */
let calledAgain: string;

beforeAll(async () => {
	await startRows();
	await startQuestions();
	await startLists();
	await n8n.kill();
	for (const name of names) expect(list[name].sentTo().length).toBeLessThan(60);
	await startAgain();
	const ofRows = [...started, question].map(({ executionId }) => executionId);
	for (const id of [...ofRows, ...Object.values(executions)]) {
		expect((await n8n.executions.ended(id)).status).toBe('crashed');
	}
	calledAgain = await list.withKeys.started('Call');
}, 360_000);

function sentTo(people: string[]): string[] {
	return simulator.outbox.map(({ to }) => to).filter((to) => people.includes(to));
}

/** Ends the wait of an execution. */
async function resumed(execution: Execution): Promise<void> {
	const [item] = jsonOf<{ link: string }>(execution, linkNode);
	await axios.get(String(item?.link), { proxy: false });
}

/** Retries an execution to its end, or until it waits. */
async function retried(executionId: string, loadWorkflow = false): Promise<Execution> {
	const [retry] = await n8n.executions.retriesStarted(executionId, { loadWorkflow });
	return await n8n.executions.ended(String(retry), { orWaits: true });
}

test.each(rows.map((row, index) => [row.name, row, index] as const))(
	'killed %s: Retry sends the rest',
	async (name, { most = maxUnknown }, index) => {
		const { workflowId, executionId, people: all, edited } = started[index] as (typeof started)[number];
		if (edited) await edit(workflowId, edited(''));
		let told = await retried(executionId, edited !== undefined);
		if (told.status === 'waiting') {
			await resumed(told);
			told = await n8n.executions.ended(told.id);
		}
		const outcome = reached(all, sentTo(all), told, ['Send', 'Second']);
		counted(`killed ${name}`, outcome);
		expect(failureOf(told)).toBeUndefined();
		expect(told.mode).toBe('retry');
		expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
		expect(outcome.unknown).toBeLessThanOrEqual(most);
	},
);

/** Makes another workflow of a saved one, as a user does in the editor: nodes keep their ids and credentials. */
async function edit(workflowId: string, edited: ExportedWorkflow): Promise<void> {
	const saved = await n8n.workflows.get(workflowId);
	const nodes = edited.nodes.map((one) => {
		const known = saved.nodes.find(({ name }) => name === one.name);
		return { ...one, ...known, parameters: one.parameters };
	});
	await n8n.rest.patch(`/workflows/${workflowId}`, { ...edited, name: saved.name, nodes });
}

test.each([
	['a list after SQLite was locked for 10 seconds', 'locked'],
	['a list that its schedule had started', 'scheduled'],
] as const)('killed in %s: Retry sends the rest, and a second Retry nothing', async (title, name) => {
	const told = await n8n.executions.retried(executions[name]);
	expect(told).toMatchObject({ status: 'success', mode: 'retry' });
	const outcome = list[name].reached(told);
	expectTheRestWasSent(`killed in ${title}`, outcome);
	const again = await n8n.executions.retried(executions[name]);
	expect(list[name].reached(again)).toEqual(outcome);
});

test('killed in a list that was started by hand: n8n does not retry it, and the next run by hand sends the rest', async () => {
	await expect(n8n.executions.retried(executions.byHand)).rejects.toThrow(/cannot be retried/);
	const next = await n8n.executions.ended(await list.byHand.started('By Hand'));
	expectTheRestWasSent('killed, by hand, run by hand', list.byHand.reached(next));
});

test('killed in a list to phone numbers: Retry sends the rest', async () => {
	const told = await n8n.executions.retried(executions.toPhones);
	expectTheRestWasSent('killed, phone numbers, Retry', list.toPhones.reached(told));
});

test('killed in a list with idempotency keys: the next call sends the rest', async () => {
	const next = await n8n.executions.ended(calledAgain);
	expect(next).toMatchObject({ status: 'success', mode: 'webhook' });
	expectTheRestWasSent('killed, with keys, next call', list.withKeys.reached(next));
});

test('killed while a question waits: its link works on', async () => {
	await submitted(await linkIn(simulator, patient), { decision: 'approve' });
	const answered = await n8n.executions.ended(waits);
	expect(jsonOf(answered, 'Good')).toMatchObject([{ data: { approved: true } }]);
});

test('killed while a question is being sent: Retry asks again, and the link of the first one is dead', async () => {
	const retry = await retried(question.executionId);
	expect(retry.status).toBe('waiting');
	const link = await linkIn(simulator, person);
	expect((await submitted(question.link, { decision: 'approve' })).status).toBeGreaterThan(399);
	await submitted(link, { decision: 'decline', 'field-0': 'Later' });
	const answered = await n8n.executions.ended(retry.id);
	expect(jsonOf(answered, 'Good')).toMatchObject([{ data: { approved: false, reason: 'Later' } }]);
});

test('n8n stopped (SIGTERM) while 60 messages take longer than it waits, started again with its clock set back by 2 hours, and killed in the Retry: another Retry sends the rest', async () => {
	const updated = await published({ text: 'Before an update' });
	slowSimulator.set({ latencyMs: 3_000 });
	const executionId = await updated.started('Call');
	await updated.hasSent(20);
	await n8n.stop();
	expect(updated.sentTo().length).toBeLessThan(60);
	await startAgain(-2 * hourMs);
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
	slowSimulator.set({ latencyMs: 1_500 });
	await n8n.executions.retriesStarted(executionId);
	await updated.hasSent(40);
	await n8n.kill();
	expect(updated.sentTo().length).toBeLessThan(60);
	await startAgain(-2 * hourMs);
	const told = await n8n.executions.retried(executionId);
	expect(Date.parse(told.startedAt)).toBeLessThan(Date.now() - hourMs);
	expectTheRestWasSent('SIGTERM, Retry killed, Retry', updated.reached(told), 2 * maxUnknown);
}, 240_000);
