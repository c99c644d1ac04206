/** What one record of all executions keeps apart in a real n8n: docs/delivery.md, "What a run sends". */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { recipients, stops } from '../test/support/histories';
import { occurrences } from '../test/support/occurrences';
import type { N8nInstance } from '../scripts/n8n/n8n-instance';
import { jsonOf, runsOf, type Execution } from '../scripts/n8n/n8n-executions';
import { until } from '../scripts/n8n/until';
import { inLine, mainConnections, node } from '../scripts/n8n/workflow-nodes';
import { eventStream } from './support/event-stream';
import { MessageList } from './support/message-list';
import { endedExecutions } from './support/message-trigger';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n, sharedN8n } from './support/shared-run';
import { plainSend, underTest, workflowOf } from './support/test-workflow';

const simulator = useSimulator();
let n8n: N8nInstance;

/** Executions of a list that have failed in part, in an n8n that is not killed. The service takes their last messages now. */
const failed: string[] = [];
let firstEnd: number | undefined;
let list: MessageList;
let service: Simulator;

beforeAll(async () => {
	n8n = await ownN8n('record');
	service = await startSimulator({ settings: { sendRate: false } });
	const shared = sharedN8n();
	const credential = await serviceCredential(shared, service.url);
	const settings = { list: recipients(40), settings: stops };
	list = await MessageList.published(shared, () => service, credential, settings);
	service.fault({ kind: 'status', status: 403, match: { recipient: list.people.at(-1) }, times: 8 });
	while (failed.length < 8) {
		const [id = ''] = await list.started('trigger');
		await shared.executions.ended(id);
		firstEnd ??= Date.now();
		failed.push(id);
	}
}, 180_000);
afterAll(async () => {
	await n8n.stop();
	await service.stop();
});

const wait = node('Wait', 'n8n-nodes-base.wait', { amount: 1 }, { typeVersion: 1.1 });
const continues = { onError: 'continueRegularOutput' } as const;
const [person = { to: '' }] = recipients(1);
const alerts = Array.from({ length: 40 }, (_, index) => ({ ...person, alert: `Alert ${String(index)}` }));
const texts = alerts.map(({ alert }) => alert);

/** The texts that the service has accepted. */
const sent = () => simulator().outbox.map(({ message }) => String(message));

interface Told {
	alert: string;
	status: string;
}
const toldBy = (executions: Execution[]) => executions.flatMap((one) => jsonOf<Told>(one, underTest));

/** Starts an execution for each alert, all in some milliseconds, which wait for a second and send; answers the workflow's id. */
async function started(): Promise<string> {
	const stream = await eventStream();
	const send = { ...plainSend, message: '={{ $json.alert }}', options: { messagesPerSecond: 10 } };
	const line = [
		node('Stream', 'n8n-nodes-base.sseTrigger', { url: stream.url }),
		wait,
		node(underTest, 'phoneServiceMessaging', send, continues),
	];
	const credential = await serviceCredential(n8n, simulator().url);
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential]);
	await n8n.workflows.activate(id);
	await stream.emit(alerts);
	return id;
}

test('40 events of one packet to one person: each is sent, and told as accepted', async () => {
	const id = await started();
	await until(async () => (await n8n.executions.list(id)).length === alerts.length);
	const told = toldBy(await n8n.executions.allEnded(id));
	expect(told.map(({ status }) => status)).toEqual(texts.map(() => 'accepted'));
	expect(sent().sort()).toEqual(texts.toSorted());
});

test('n8n is killed after some of them: the Retry of each sends what has not left, and tells no other as accepted', async () => {
	const id = await started();
	await until(() => sent().length > 6);
	const killedAt = new Date();
	await n8n.kill();
	await n8n.startAgain();
	const first = await endedExecutions(n8n, id, killedAt);
	await n8n.executions.retryAll(first.filter(({ status }) => status !== 'success'));
	const all = await endedExecutions(n8n, id, killedAt);
	const told = toldBy(await Promise.all(all.map(async (one) => await n8n.executions.get(one.id))));
	const alertsTold = (status: string) =>
		told.filter((row) => row.status === status).map(({ alert }) => alert);
	const [accepted, unknown] = [alertsTold('accepted'), alertsTold('unknown')];
	expect([...accepted, ...unknown].sort()).toEqual(texts.toSorted());
	expect(unknown.length).toBeLessThan(10);
	expect(sent()).toEqual(expect.arrayContaining(accepted));
	expect(new Set(sent()).size).toBe(sent().length);
});

test('what is unknown in the first round is not sent in others, after a Wait at the error output', async () => {
	const people = recipients(3);
	const input = { mode: 'raw', jsonOutput: JSON.stringify({ people }), options: {} };
	const isEarly = { boolean: [{ value1: '={{ $runIndex < 2 }}', value2: true }] };
	const line = [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('List', 'n8n-nodes-base.set', input, { typeVersion: 3.4 }),
		node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'people', options: {} }),
		node(underTest, 'phoneServiceMessaging', plainSend, { onError: 'continueErrorOutput' }),
	];
	const again = [node('Again', 'n8n-nodes-base.if', { conditions: isEarly }), wait];
	const connections = {
		...inLine(line),
		...inLine(again),
		...mainConnections({ [underTest]: [[], ['Again']], Wait: [[underTest]] }),
	};
	const credential = await serviceCredential(n8n, simulator().url);
	const { id } = await n8n.workflows.import(workflowOf([...line, ...again], connections), [credential]);
	simulator().fault({ kind: 'resetAfter', match: { recipient: people[1]?.to } });
	const rounds = runsOf(await n8n.execute(id), underTest).map(({ data }) =>
		(data?.main ?? []).flatMap((items) => items ?? []).map(({ json }) => json.status),
	);
	expect(rounds).toEqual([['accepted', 'accepted', 'unknown'], ['unknown'], ['unknown']]);
	expect(
		simulator()
			.outbox.map(({ to }) => to)
			.sort(),
	).toEqual(people.map(({ to }) => to));
});

test('a Retry while the rows of its execution are deleted, and one after it: each gets the message once', async () => {
	const deletedAt = Number(firstEnd) + 120_000;
	await Promise.all(
		failed.map(async (id, index) => {
			await sleep(deletedAt - 1_500 + index * 300 - Date.now());
			for (const status of ['error', 'error']) await sharedN8n().executions.retryAll([{ id, status }]);
		}),
	);
	expect(occurrences(list.sentTo())).toEqual(Object.fromEntries(list.people.map((to) => [to, 8])));
});
