/** Nobody twice and nobody left out, whatever happens to an execution: what is in the middle when n8n is killed, and more. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { occurrences } from '../test/support/occurrences';
import { CalledWorkflow } from './n8n/called-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { failureOf, jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import { startN8n, type N8nInstance } from './n8n/n8n-instance';
import type { ExportedWorkflow } from './n8n/exported-workflow';
import { installTarball } from './n8n/package-tarball';
import { until } from './n8n/until';
import { inLine, webhook } from './n8n/workflow-nodes';
import { chatModelCredential, newestAgentVersion } from './support/agent-workflow';
import {
	agentCalls,
	faceTimeCheck,
	laterNode,
	linkNode,
	loop,
	otherTrigger,
	people,
	plainList,
	sendsAroundWait,
	twoBranches,
	twoSends,
	type CutOffWorkflow,
} from './support/cut-off-workflows';
import { startFakeChatModel, type FakeChatModel } from './support/fake-chat-model';
import { MessageList } from './support/message-list';
import { counted, expectTheRestWasSent, mostUnknown, recipients, type Reached } from './support/reached';
import { leased, serviceCredential } from './support/simulated-service';
import { sharedTarball, userFolderOf } from './support/test-folders';
import { calledWithItems, node, underTest, workflowOf } from './support/test-workflow';

const userFolder = userFolderOf('nobody-twice');
const env = { N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000' };

let n8n: N8nInstance;
let simulator: Simulator;
let model: FakeChatModel;
let credentials: CredentialReference[];
let agentVersion: number;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false, publicMaterial: false } });
	model = await startFakeChatModel();
	await installTarball(sharedTarball(), userFolder);
	n8n = await startN8n({ userFolder, env });
	credentials = [await serviceCredential(n8n, simulator.url), await chatModelCredential(n8n, model.url)];
	agentVersion = await newestAgentVersion(n8n);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
	await model.stop();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

/** Ends n8n at once, and starts it again; from then on the service answers. */
async function killed(): Promise<void> {
	await n8n.kill();
	simulator.clearFaults();
	simulator.set({ latencyMs: 0 });
	n8n = await startN8n({ userFolder, env });
}

/** What happens to whom n8n is killed in the middle of, and how many messages may be unknown then. */
const rows: Array<[string, (name: string) => CutOffWorkflow, number]> = [
	['in the middle of 60 messages', plainList, mostUnknown],
	[
		'in the middle, then a trigger renamed, and Retry with the currently saved workflow',
		plainList,
		mostUnknown,
	],
	['in a later node', laterNode, 0],
	['in round 5 of a loop', loop, mostUnknown],
	['in the second of two sends', twoSends, mostUnknown],
	['in the second branch into one node', twoBranches, mostUnknown],
	['in the second send, after the execution had waited', sendsAroundWait, mostUnknown],
	["in an agent's tool calls", (name) => agentCalls(name, agentVersion), mostUnknown],
];

/** Of each row, what was started. */
const started: Array<CutOffWorkflow & { workflowId: string; executionId: string }> = [];

function sentTo(people: string[]): string[] {
	return simulator.outbox.map(({ to }) => to).filter((to) => people.includes(to));
}

/** Ends the wait of an execution. */
async function resumed(execution: Execution): Promise<void> {
	const [item] = jsonOf<{ link: string }>(execution, linkNode);
	await axios.get(String(item?.link), { proxy: false });
}

/** Waits for the end of an execution; one that waits for a call is called. */
async function ended(id: string): Promise<Execution> {
	const until = (status: string) => !['new', 'running'].includes(status);
	const execution = await n8n.executions.ended(id, { until });
	if (execution.status !== 'waiting') return execution;
	await resumed(execution);
	return await n8n.executions.ended(id);
}

const isUnknown = (item: string) => item.includes('"unknown"');

function reachedBy(told: Execution, people: string[]): Reached {
	const sent = sentTo(people);
	const messages = occurrences(sent);
	const items = ['Send', 'Second'].flatMap((node) =>
		runsOf(told, node).flatMap(({ data }) => [data?.main, data?.ai_tool].flat(2)),
	);
	const unknown = items.map((item) => JSON.stringify(item?.json ?? {})).filter(isUnknown);
	const isTold = (to: string) => unknown.some((item) => item.includes(`"${to}"`));
	return {
		accepted: sent.length,
		twice: people.filter((to) => Number(messages[to]) > 1).length,
		forgotten: people.filter((to) => messages[to] === undefined && !isTold(to)).length,
		unknown: unknown.length,
	};
}

describe('n8n is killed (SIGKILL), then Retry, at a service without a history: nobody is messaged twice, and nobody is left out', () => {
	beforeAll(async () => {
		const calls = people('row-7', 16).map((to) => ({ arguments: { to } }));
		model.follow(() => [0, 4, 8, 12].map((first) => calls.slice(first, first + 4)));
		simulator.fault({ kind: 'timeout', match: { operationId: 'checkFaceTimeAvailability' }, times: 0 });
		for (const [index, [, row]] of rows.entries()) {
			const made = row(`row-${String(index)}`);
			for (const recipient of made.people.slice(made.answered)) {
				simulator.fault({ kind: 'timeout', processed: true, match: { recipient } });
			}
			const workflow = await CalledWorkflow.published(n8n, credentials, made.workflow);
			const executionId = await workflow.call(made.body);
			started.push({ ...made, workflowId: workflow.id, executionId });
		}
		const waits = started[6]?.executionId;
		const isWaiting = { until: (status: string) => status === 'waiting' };
		await resumed(await n8n.executions.ended(String(waits), isWaiting));
		const hasPassed = (row: CutOffWorkflow) => sentTo(row.people).length >= row.answered + row.hanging;
		const tooLate = () =>
			`Sent so far: ${JSON.stringify(started.map(({ people: all }) => sentTo(all).length))}`;
		await until(() => started.every(hasPassed), 60_000, { tooLate });
		await until(() =>
			simulator.requests.some(({ operationId }) => operationId === 'checkFaceTimeAvailability'),
		);
		await killed();
		for (const { executionId } of started) {
			expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
		}
	}, 360_000);

	test.each(rows.map(([name, , most], index) => [name, index, most] as const))(
		'killed %s',
		async (name, index, most) => {
			const row = started[index] as (typeof started)[number];
			const isSaved = name.includes('currently saved');
			if (isSaved) await renameTrigger(row.workflowId);
			void n8n.rest
				.post(`/executions/${row.executionId}/retry`, { loadWorkflow: isSaved })
				.catch(() => undefined);
			const retry = await n8n.executions.appeared(row.workflowId, [row.executionId]);
			const told = await ended(retry);
			const outcome = reachedBy(told, row.people);
			counted(`killed ${name}`, outcome);
			expect(failureOf(told)).toBeUndefined();
			expect(told.mode).toBe('retry');
			expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
			expect(outcome.unknown).toBeLessThanOrEqual(most);
		},
	);

	test('killed after SQLite was locked for 10 seconds', async () => {
		const list = await MessageList.published(
			() => n8n,
			() => simulator,
			credentials[0] as CredentialReference,
			{ text: 'Locked' },
		);
		simulator.set({ latencyMs: 2_000 });
		const executionId = await list.started('Call');
		await list.hasSent(10);
		const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'));
		database.exec('BEGIN EXCLUSIVE');
		await wait(10_000);
		database.exec('ROLLBACK');
		database.close();
		await list.hasSent(35);
		expect(list.sentTo().length).toBeLessThan(60);
		await killed();
		expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
		const retried = await n8n.executions.retried(executionId);
		expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
		expectTheRestWasSent('SQLite locked, killed, Retry', list.reached(retried));
	}, 240_000);
});

/** Renames a trigger that did not start the execution, and adds one, as a user does in the editor. */
async function renameTrigger(workflowId: string): Promise<void> {
	const { name, nodes, connections } = await n8n.workflows.get(workflowId);
	const { [otherTrigger]: toItems = {}, ...others } = connections;
	const trigger = nodes.find((node) => node.name === otherTrigger) as INode;
	const renamed = [
		{ ...trigger, name: 'Renamed' },
		{ ...trigger, id: 'added', name: 'Added' },
	];
	await n8n.rest.patch(`/workflows/${workflowId}`, {
		name,
		nodes: [...renamed, ...nodes.filter((node) => node !== trigger)],
		connections: { ...others, Renamed: toItems, Added: toItems },
	});
}

describe('nobody is messaged twice, and nobody is left out', () => {
	const row = (index: number) => ({ to: `person-${String(index)}@example.com` });
	const keyed = (idempotencyKey: string, options = {}) => ({
		operation: 'sendImessage',
		to: '={{ $json.to }}',
		message: 'Hello',
		from: leased.imessage,
		options: { messagesPerSecond: 0, idempotencyKey, ...options },
	});

	beforeEach(() => simulator.reset());

	/** Calls a workflow that sends with an idempotency key, as often at once as there are lists. */
	async function calledWith(parameters: INodeParameters, ...lists: IDataObject[][]): Promise<IDataObject[]> {
		const workflow = await CalledWorkflow.published(n8n, credentials, (path) =>
			calledWithItems(path, 'phoneServiceMessaging', parameters, { onError: 'continueRegularOutput' }),
		);
		const ids = await workflow.callAtOnce(lists.map((items) => ({ items })));
		const executions = await Promise.all(ids.map(async (id) => await n8n.executions.ended(id)));
		return executions.flatMap((execution) => jsonOf<IDataObject>(execution, underTest));
	}

	test('the same webhook body on two days; one refused and Retry on the first, an earlier node failed and Retry on the second: all get both messages', async () => {
		const workflow = await CalledWorkflow.published(n8n, credentials, earlierNode);
		const body = { to: recipients };
		simulator.fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
		const first = await n8n.executions.ended(await workflow.call(body));
		expect(first.status).toBe('error');
		expect(failureOf(await n8n.executions.retried(first.id))).toBeUndefined();
		expect(sentTo(recipients).sort()).toEqual([...recipients].sort());

		simulator.fault({ kind: 'status', status: 403, match: { operationId: 'checkFaceTimeAvailability' } });
		const second = await n8n.executions.ended(await workflow.call(body));
		expect(second.status).toBe('error');
		expect(sentTo(recipients)).toHaveLength(60);
		expect(failureOf(await n8n.executions.retried(second.id))).toBeUndefined();
		expect(sentTo(recipients).slice(60).sort()).toEqual([...recipients].sort());
	});

	test('two overlapping runs by hand: each message is sent once, and none is unknown', async () => {
		const list = await MessageList.published(
			() => n8n,
			() => simulator,
			credentials[0] as CredentialReference,
			{ text: 'Overlapping' },
		);
		simulator.set({ latencyMs: 500 });
		const first = await list.started('By Hand');
		await list.hasSent(15);
		const second = await n8n.executions.ended(await list.started('By Hand'));
		for (const told of [await n8n.executions.ended(first), second]) {
			expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
		}
	});

	test.each(['doNotSend', 'sendAgain'])(
		'one idempotency key in ten items at once and in two executions at once (%s): each is sent once, and none is unknown',
		async (ifOutcomeUnknown) => {
			simulator.set({ latencyMs: 300 });
			const same = Array.from({ length: 10 }, () => row(0));
			const items = await calledWith(keyed('={{ "one " + $json.to }}', { ifOutcomeUnknown }), same);
			expect(items.map(({ status }) => status)).toEqual(same.map(() => 'accepted'));
			expect(items.filter(({ already_sent: isBefore }) => isBefore)).toHaveLength(9);
			expect(simulator.outbox).toHaveLength(1);

			const thirty = Array.from({ length: 30 }, (_, index) => row(index));
			const both = await calledWith(keyed('={{ $json.to }}', { ifOutcomeUnknown }), thirty, thirty);
			expect(both.map(({ status }) => status)).toEqual(both.map(() => 'accepted'));
			expect(both.filter(({ already_sent: isBefore }) => isBefore)).toHaveLength(30);
			expect(simulator.outbox).toHaveLength(31);
		},
	);

	test.each([
		['that are numbers', '={{ $json.order }}', 0],
		['that are texts', '={{ $json.orderId }}', 40],
		['joined to an order that is not there', '={{ "reminder " + $json.orderNumber }}', 0],
		['after an order that is not there', '={{ $json.orderNumber }}-reminder', 0],
	])('40 idempotency keys of 20 digits %s: none is told as sent that was not', async (_, key, sent) => {
		const items = Array.from({ length: 40 }, (__, index) => {
			const orderId = `123456789012345678${String(10 + index)}`;
			return { ...row(index), orderId, order: Number(orderId) };
		});
		const told = await calledWith(keyed(key), items);
		expect(simulator.outbox).toHaveLength(sent);
		expect(told.filter(({ status }) => status === 'accepted')).toHaveLength(sent);
		expect(told.filter(({ status }) => status === 'failed')).toHaveLength(40 - sent);
	});
});

/** A webhook, a node that asks the service, and a send to those that the call brings. */
function earlierNode(path: string): ExportedWorkflow {
	const list = "={{ { list: $('Call').first().json.body.to } }}";
	const options = { destinationFieldName: 'to' };
	const line = [
		webhook('Call', path),
		faceTimeCheck('Earlier'),
		node(
			'List',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: list, options: {} },
			{ typeVersion: 3.4, executeOnce: true },
		),
		node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'list', options }),
		node('Send', 'phoneServiceMessaging', {
			operation: 'sendImessage',
			to: '={{ $json.to }}',
			message: 'Hello',
			from: leased.imessage,
			options: { messagesPerSecond: 0 },
		}),
	];
	return workflowOf(line, inLine(line));
}
