/** A conversation: a message comes in, is read and answered by an agent like a person would, each step once. */
import { randomUUID } from 'node:crypto';
import { leased } from '../test/support/leased-numbers';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { agentBehind, chatModelCredential, newestAgentVersion } from './support/agent-workflow';
import { faceTimeCheck } from './support/cut-off-workflows';
import { startFakeChatModel, type FakeChatModel } from './support/fake-chat-model';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/test-folders';
import { node } from './n8n/workflow-nodes';

const webhookId = randomUUID();
const person = '+12025550199';

const simulator = useSimulator();
let n8n: N8nInstance;
let model: FakeChatModel;
let workflowId: string;

const eventId = "={{ $('Trigger').item.json.event_id }}";

/** A signal to who wrote. */
const signal = (name: string, operation: string, more = {}) =>
	node(name, 'phoneServiceConversations', { operation, ...more });

const before = [
	node('Trigger', 'phoneServiceMessagingTrigger', { events: ['any'] }, { webhookId, typeVersion: 2 }),
	signal('Read', 'markAsRead'),
	signal('Typing', 'showTyping'),
];
const history = signal('History', 'getConversation', { unansweredOnly: true });
const tools = [{ ...history, type: `${history.type}Tool` }];
const after = [
	node('Reply', 'phoneServiceMessaging', {
		operation: 'reply',
		replyMessage: '={{ $json.output }}',
		options: { idempotencyKey: eventId },
	}),
	faceTimeCheck('Between'),
	signal('Tapback', 'react'),
];

beforeAll(async () => {
	model = await startFakeChatModel();
	model.follow(() => [[{ arguments: {} }]]);
	n8n = await ownN8n('conversation');
	const credentials = [
		await serviceCredential(n8n, simulator().url),
		await chatModelCredential(n8n, model.url),
	];
	const workflow = agentBehind(before, tools, await newestAgentVersion(n8n), after);
	({ id: workflowId } = await n8n.workflows.import(workflow, credentials));
	await n8n.workflows.activate(workflowId);
}, 240_000);
afterAll(async () => {
	await model.stop();
	await n8n.stop();
});

/** What the person got to see, in its order. */
function seen(): unknown[] {
	const messages = simulator().outbox.map(({ channel: kind, ...sent }) => ({ ...sent, kind, on: null }));
	return [...simulator().signals, ...messages]
		.sort((one, other) => one.at - other.at)
		.map(({ kind, to: whom, from: number, on }) => ({ kind, whom, number, on }));
}

test('read, typing, an answer over the same channel from the same number, then n8n is killed: Retry adds the tapback, and nothing twice', async () => {
	simulator().set({ webhookUrl: `${n8n.url}/webhook/${webhookId}/webhook` });
	const question = 'And for how many?';
	const [whom, number] = [person, leased.whatsapp];
	const answered = [
		{ kind: 'read', whom, number, on: null },
		{ kind: 'typing', whom, number, on: null },
		{ kind: 'imessage', whom, number, on: null },
		{ kind: 'reaction', whom, number, on: question },
	];
	const held = simulator().fault({ kind: 'timeout', match: { operationId: 'checkFaceTimeAvailability' } });
	const [id = ''] = await n8n.executions.startedBy(workflowId, () =>
		simulator().write({ channel: 'imessage', from: person, to: number, text: question }),
	);
	await until(() => held.struck > 0, 60_000);
	await n8n.kill();
	expect(seen()).toEqual(answered.slice(0, 3));
	expect(simulator().outbox[0]?.message).toContain(question);
	await n8n.startAgain();
	expect((await n8n.executions.ended(id)).status).toBe('crashed');
	const retried = await n8n.executions.retried(id);
	expect(retried.data.resultData.error).toBeUndefined();
	expect(retried.status).toBe('success');
	expect(seen()).toEqual(answered);
}, 240_000);
