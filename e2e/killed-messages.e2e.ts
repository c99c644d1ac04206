/** One n8n that is killed (SIGKILL) while messages come in, and started again: each is dealt with once. */
import { leased } from '../test/support/leased-numbers';
import { eventOf } from '../test/support/incoming-events';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { node } from './n8n/workflow-nodes';
import { inChat, question } from './support/chat';
import { faceTimeCheck } from './support/cut-off-workflows';
import { endedExecutions, messageWorkflow, post, type MessageWorkflow } from './support/message-trigger';
import { counted } from './support/reached';
import { serviceCredential } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

let simulator: Simulator;
let n8n: N8nInstance;
let killedAt: Date;

/** Who is answered, who has an open question, and our number. */
const [person, asked, number] = ['+12025550120', '+12025550199', leased.imessage];

/** A workflow that marks a message as read, shows typing, replies, and adds a tapback after a node in the middle. */
function answering() {
	const signal = (name: string, operation: string) => node(name, 'phoneServiceConversations', { operation });
	const reply = {
		operation: 'reply',
		replyMessage: '={{ $("Trigger").item.json.text }}',
		options: { idempotencyKey: '={{ $("Trigger").item.json.event_id }}' },
	};
	return [
		signal('Read', 'markAsRead'),
		signal('Typing', 'showTyping'),
		node('Reply', 'phoneServiceMessaging', reply),
		faceTimeCheck('Between'),
		signal('Tapback', 'react'),
	];
}

/** What the person got to see, in its order. */
function seen(): unknown[] {
	const messages = simulator.outbox.map(({ channel: kind, ...sent }) => ({ ...sent, kind, on: null }));
	return [...simulator.signals, ...messages]
		.filter(({ to }) => to === person)
		.sort((one, other) => one.at - other.at)
		.map(({ kind, from, on }) => ({ kind, from, on }));
}

const text = 'And for how many?';
const answered = [
	{ kind: 'read', from: number, on: null },
	{ kind: 'typing', from: number, on: null },
	{ kind: 'imessage', from: number, on: null },
	{ kind: 'reaction', from: number, on: text },
];

/** The execution that answers the person, the one that waits for an answer, and the event of that. */
let replies: string;
let waits: string;
let answer: string;

/** Has a message answered halfway, and an answer to an open question looked up. */
async function startConversations(): Promise<void> {
	const credential = await serviceCredential(n8n, simulator.url);
	const parameters = { events: ['messageReceived'], options: { answerOpenQuestions: true } };
	const workflow = await messageWorkflow(n8n, credential, { parameters, behind: answering() });
	simulator.set({ webhookUrl: workflow.url(n8n) });
	waits = await question(n8n, credential);
	const held = simulator.fault({ kind: 'timeout', match: { operationId: 'checkFaceTimeAvailability' } });
	[replies = ''] = await n8n.executions.startedBy(workflow.id, () =>
		simulator.write({ channel: 'imessage', from: person, to: number, text }),
	);
	await until(() => held.struck > 0, 60_000);
	const looked = simulator.fault({ kind: 'timeout', match: { operationId: 'getImessageHistory' } });
	({ id: answer } = simulator.write({ from: asked, to: number, text: 'yes' }));
	await until(() => looked.struck > 0, 60_000);
}

const events = Array.from({ length: 100 }, () => eventOf());
const accepted = new Set<string>();
let interrupted: MessageWorkflow;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	n8n = await ownN8n('killed-messages');
	await startConversations();
	const slow = node('After', 'n8n-nodes-base.wait', { amount: 1 }, { typeVersion: 1.1 });
	interrupted = await messageWorkflow(n8n, await serviceCredential(n8n, simulator.url), { behind: [slow] });
	const posts = events.map(async (event) => {
		const given = await post(interrupted.url(n8n), JSON.stringify(event)).catch(() => undefined);
		if (given?.status === 200) accepted.add(event.id);
	});
	await until(() => accepted.size >= 30, 120_000, 5);
	await n8n.kill();
	killedAt = new Date();
	simulator.clearFaults();
	await Promise.all(posts);
	await simulator.webhook.settled();
	await n8n.startAgain();
}, 300_000);
afterAll(async () => {
	await n8n.stop();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

test('killed after read, typing and an answer: Retry adds the tapback, and nothing twice', async () => {
	expect(seen()).toEqual(answered.slice(0, 3));
	expect((await n8n.executions.ended(replies)).status).toBe('crashed');
	const retried = await n8n.executions.retried(replies);
	expect(retried.data.resultData.error).toBeUndefined();
	expect(retried.status).toBe('success');
	expect(seen()).toEqual(answered);
});

test('n8n is killed between reading and answering: the question is still open, and the event that comes again answers it', async () => {
	expect((await n8n.executions.get(waits)).status).toBe('waiting');
	await simulator.webhook.redeliver(answer);
	const done = await n8n.executions.ended(waits);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: true, ...inChat } }]);
});

test('killed while 100 events come in: what was answered 200 is there once, ended or to be retried', async () => {
	const redelivered = events.filter(({ id }) => !accepted.has(id) || Number.parseInt(id.slice(-1), 16) < 4);
	for (const event of redelivered) await post(interrupted.url(n8n), JSON.stringify(event));
	const all = async () => await endedExecutions(n8n, interrupted.id, killedAt);
	const crashed = (await all()).filter(({ status }) => ['crashed', 'running'].includes(status));
	await Promise.all(
		crashed.map(async ({ id, status }) => {
			if (status === 'running') await n8n.executions.stop(id);
			await n8n.rest.post(`/executions/${id}/retry`, { loadWorkflow: false }, { timeout: 120_000 });
		}),
	);
	const runs = [];
	for (const { id } of await all()) runs.push(await n8n.executions.get(id));
	// n8n 2.33.7 may call a Retry of a stopped execution failed although each of its nodes has succeeded.
	const handled = runs.flatMap((run) =>
		jsonOf<{ event_id: string }>(run, 'After').map((item) => item.event_id),
	);
	counted('killed while 100 came in', {
		answered: accepted.size,
		crashed: crashed.length,
		redelivered: redelivered.length,
	});
	expect([...handled].sort()).toEqual(events.map(({ id }) => id).sort());
}, 180_000);
