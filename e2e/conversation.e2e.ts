/** A conversation: a message comes in, is read and answered by an agent like a person would, each step once. */
import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { startSimulator, type Simulator } from '../simulator/simulator';
import { leased } from '../test/support/leased-numbers';
import type { CredentialReference } from './n8n/n8n-credentials';
import { startN8n, type N8nInstance } from './n8n/n8n-instance';
import { installTarball } from './n8n/package-tarball';
import { inLine } from './n8n/workflow-nodes';
import { until } from './n8n/until';
import { chatModelCredential, newestAgentVersion } from './support/agent-workflow';
import { startFakeChatModel, type FakeChatModel } from './support/fake-chat-model';
import { serviceCredential } from './support/simulated-service';
import { node, workflowOf } from './support/test-workflow';
import { sharedTarball, userFolderOf } from './support/test-folders';

const userFolder = userFolderOf('conversation');
const langchain = '@n8n/n8n-nodes-langchain';
const person = '+12025550199';

let n8n: N8nInstance;
let simulator: Simulator;
let model: FakeChatModel;
let credentials: CredentialReference[];
let workflowId: string;

/** The fields that Reply and the others have filled in, read from the trigger, which is further back. */
const channel = "={{ $('Trigger').item.json.channel }}";
const from = "={{ $('Trigger').item.json.from }}";
const to = "={{ $('Trigger').item.json.to }}";
const text = "={{ $('Trigger').item.json.text }}";
const eventId = "={{ $('Trigger').item.json.event_id }}";

function line(agentVersion: number): INode[] {
	const signal = (name: string, operation: string) =>
		node(name, 'phoneServiceConversations', { operation, channel, to: from, from: to });
	return [
		node('Trigger', 'phoneServiceMessagingTrigger', { events: ['any'] }, { webhookId: randomUUID() }),
		node('Read', 'phoneServiceConversations', { operation: 'markAsRead' }),
		signal('Typing', 'showTyping'),
		node(
			'Agent',
			`${langchain}.agent`,
			{ promptType: 'define', text, options: {} },
			{ typeVersion: agentVersion },
		),
		node('Reply', 'phoneServiceMessaging', {
			operation: 'reply',
			replyChannel: channel,
			replyTo: from,
			replyFrom: to,
			replyMessage: '={{ $json.output }}',
			options: { idempotencyKey: eventId },
		}),
		node('Pause', 'n8n-nodes-base.wait', { amount: 3 }, { typeVersion: 1.1 }),
		node('Tapback', 'phoneServiceConversations', {
			operation: 'react',
			channel,
			to: from,
			from: to,
			onMessage: text,
		}),
	];
}

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	model = await startFakeChatModel();
	await installTarball(sharedTarball(), userFolder);
	n8n = await startN8n({ userFolder });
	credentials = [await serviceCredential(n8n, simulator.url), await chatModelCredential(n8n, model.url)];
	const nodes = line(await newestAgentVersion(n8n));
	const chatModel = node(
		'Model',
		`${langchain}.lmChatOpenAi`,
		{ model: { __rl: true, mode: 'id', value: 'fake' }, responsesApiEnabled: false, options: {} },
		{ typeVersion: 1.3 },
	);
	const history = node('History', 'phoneServiceConversationsTool', {
		operation: 'getConversation',
		channel,
		to: from,
		from: to,
		unansweredOnly: true,
	});
	const connections = inLine(nodes);
	connections.Model = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] };
	connections.History = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	const workflow = workflowOf([...nodes, chatModel, history], connections);
	({ id: workflowId } = await n8n.workflows.import(workflow, credentials));
	await n8n.workflows.activate(workflowId);
	model.follow(() => [[{ arguments: {} }]]);
	simulator.set({ webhookUrl: `${n8n.url}/webhook/${nodes[0]?.webhookId ?? ''}/webhook` });
}, 240_000);
afterAll(async () => {
	await n8n.stop();
	await model.stop();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

/** What the person got to see, in its order. */
function seen(): unknown[] {
	const signals = simulator.signals.map(({ kind, at, to: whom, from: number, on }) => ({
		kind,
		at,
		whom,
		number,
		on,
	}));
	const messages = simulator.outbox.map(({ channel: over, at, to: whom, from: number }) => ({
		kind: over,
		at,
		whom,
		number,
		on: null,
	}));
	return [...signals, ...messages]
		.sort((one, other) => one.at - other.at)
		.map(({ kind, whom, number, on }) => ({ kind, whom, number, on }));
}

const answered = (on: string) => [
	{ kind: 'read', whom: person, number: leased.whatsapp, on: null },
	{ kind: 'typing', whom: person, number: leased.whatsapp, on: null },
	{ kind: 'imessage', whom: person, number: leased.whatsapp, on: null },
	{ kind: 'reaction', whom: person, number: leased.whatsapp, on },
];

/** Writes as the person and answers the execution that it started, once n8n knows of it. */
async function written(message: string): Promise<string> {
	const known = (await n8n.executions.list({ workflowId })).map(({ id }) => id);
	simulator.write({ channel: 'imessage', from: person, to: leased.whatsapp, text: message });
	return await until(async () => {
		const all = await n8n.executions.list({ workflowId });
		return all.find(({ id }) => !known.includes(id))?.id;
	}, 60_000);
}

beforeEach(() => {
	simulator.signals.length = 0;
	simulator.outbox.length = 0;
});

test('read, typing, an answer over the same channel from the same number, a tapback: in order, each once', async () => {
	const id = await written('Is my table booked?');
	expect((await n8n.executions.ended(id)).status).toBe('success');
	expect(seen()).toEqual(answered('Is my table booked?'));
	expect(simulator.outbox[0]?.message).toContain('Is my table booked?');
});

test('n8n is killed between the answer and the tapback: Retry does what is missing, and nothing twice', async () => {
	const id = await written('And for how many?');
	await until(() => simulator.outbox.length > 0, 60_000, { pause: 20 });
	await n8n.kill();
	expect(seen()).toEqual(answered('And for how many?').slice(0, 3));
	n8n = await startN8n({ userFolder });
	expect((await n8n.executions.ended(id)).status).toBe('crashed');
	const retried = await n8n.executions.retried(id);
	expect(retried.data.resultData.error).toBeUndefined();
	expect(retried.status).toBe('success');
	expect(seen()).toEqual(answered('And for how many?'));
}, 240_000);
