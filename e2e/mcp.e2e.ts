/** The nodes behind n8n's MCP Server Trigger, used by an MCP client as any other program would. */
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode } from 'n8n-workflow';

import { leased } from '../test/support/leased-numbers';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { node, workflowOf } from './support/test-workflow';
import { until } from './n8n/until';

const n8n = sharedN8n();
const simulator = useSimulator();
const person = '+12025550162';

/** An expression that leaves the value to the client. */
function fromAi(name: string): string {
	return `={{ $fromAI(${JSON.stringify(name)}, '', 'string') }}`;
}

const between = { to: fromAi('to'), from: leased.whatsapp };

const tools: INode[] = [
	node('Reply', 'phoneServiceMessagingTool', {
		operation: 'reply',
		replyChannel: 'imessage',
		replyTo: fromAi('to'),
		replyFrom: leased.whatsapp,
		replyMessage: fromAi('message'),
	}),
	node('React', 'phoneServiceConversationsTool', {
		operation: 'react',
		channel: 'imessage',
		...between,
		onMessage: fromAi('text'),
		tapback: fromAi('tapback'),
	}),
	node('Show_Typing', 'phoneServiceConversationsTool', {
		operation: 'showTyping',
		channel: 'imessage',
		...between,
	}),
	node('Get_Conversation', 'phoneServiceConversationsTool', {
		operation: 'getConversation',
		channel: 'imessage',
		...between,
		unansweredOnly: true,
	}),
];

let client: Client;

/** What a tool answers, as text. */
async function answer(name: string, given: Record<string, string>): Promise<string> {
	const { content } = await client.callTool({ name, arguments: given });
	return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
}

beforeAll(async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const path = randomUUID();
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ path },
		{ typeVersion: 2, webhookId: path },
	);
	const connections = Object.fromEntries(
		tools.map(({ name }) => [name, { ai_tool: [[{ node: 'Server', type: 'ai_tool' as const, index: 0 }]] }]),
	);
	const { id } = await n8n.workflows.import(workflowOf([server, ...tools], connections), [credential]);
	await n8n.workflows.activate(id);
	client = await until(async () => {
		const started = new Client({ name: 'test', version: '1.0.0' });
		const transport = new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp/${path}`));
		return await started.connect(transport).then(
			() => started,
			() => undefined,
		);
	}, 30_000);
}, 120_000);
afterAll(async () => await client.close());

test('the client sees each tool with a description that tells it when to use it', async () => {
	const listed = (await client.listTools()).tools;
	const descriptions = Object.fromEntries(listed.map(({ name, description }) => [name, description]));
	expect(Object.keys(descriptions).sort()).toEqual(tools.map(({ name }) => name).sort());
	for (const description of Object.values(descriptions)) expect(description).toBeTruthy();
});

test('reads what is unanswered, shows typing, reacts and replies', async () => {
	expect(await answer('Get_Conversation', { to: person })).toContain('Can we come at 8 instead?');
	expect(await answer('Show_Typing', { to: person })).toContain('started');
	expect(await answer('React', { to: person, text: 'Thank you!', tapback: 'love' })).toContain('added');
	expect(await answer('Reply', { to: person, message: 'Of course' })).toMatch(/imsg_/);
	expect(simulator().signals).toMatchObject([{ kind: 'typing' }, { kind: 'reaction', on: 'Thank you!' }]);
	expect(simulator().outbox).toMatchObject([
		{ to: person, from: leased.whatsapp, message: 'Of course', channel: 'imessage' },
	]);
});

test('is told what is wrong with a value', async () => {
	expect(await answer('Reply', { to: '555', message: 'Hello' })).toContain('Reply To has no country code');
	expect(simulator().outbox).toEqual([]);
});
