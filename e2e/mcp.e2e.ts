/** The nodes behind n8n's MCP Server Trigger, used by an MCP client as any other program would. */
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { leased } from '../test/support/leased-numbers';
import { sharedN8n } from './support/shared-run';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { fetched } from '../scripts/n8n/question-page';
import { until } from '../scripts/n8n/until';

const n8n = sharedN8n();
const simulator = useSimulator();
const person = '+12025550162';

/** The example, which anybody can import. */
const example = exampleWorkflow('conversations-by-mcp.json');
const server = example.nodes.find(({ name }) => name === 'MCP Server');

/** Its tool that replies, once more with a key. */
const reply = example.nodes.find(({ name }) => name === 'Reply');
if (reply) {
	const parameters = { ...reply.parameters, options: { idempotencyKey: 'order 1' } };
	example.nodes.push({ ...reply, id: randomUUID(), name: 'Reply Once', parameters });
	example.connections['Reply Once'] = example.connections.Reply ?? {};
}

let client: Client;

/** What a tool answers, as text. */
async function answer(name: string, given: Record<string, string>): Promise<string> {
	const { content } = await client.callTool({ name, arguments: given });
	return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
}

beforeAll(async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const header = { name: 'X-Client', value: randomUUID() };
	const access = await n8n.credentials.create({ name: 'Client', type: 'httpHeaderAuth', data: header });
	const { id } = await n8n.workflows.import(example, [credential, access]);
	await n8n.workflows.activate(id);
	const address = `${n8n.url}/mcp/${String(server?.parameters.path)}`;
	expect((await fetched(address, { method: 'POST', data: {} })).status).toBe(403);
	client = await until(async () => {
		const started = new Client({ name: 'test', version: '1.0.0' });
		const transport = new StreamableHTTPClientTransport(new URL(address), {
			requestInit: { headers: { [header.name]: header.value } },
		});
		await started.connect(transport);
		return started;
	});
}, 120_000);
afterAll(async () => await client.close());

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

test('a reply with an idempotency key is not sent, and the client is told where it would be', async () => {
	const before = simulator().outbox.length;
	expect(await answer('Reply_Once', { to: person, message: 'Of course' })).toMatch(
		/could not be recorded.*Call n8n Sub-Workflow Tool/s,
	);
	expect(simulator().outbox).toHaveLength(before);
});
