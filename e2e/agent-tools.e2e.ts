import type { INode, INodeParameters } from 'n8n-workflow';
import { offeredOperations } from '../scripts/package-nodes';
import {
	callOf,
	oneOfEachNode,
	operations,
	recipient,
	requestOf,
	type OfferedId,
	serviceOf,
} from '../test/support/operations';
import { agentBehind, useChatModel } from './support/agent-workflow';
import type { ToolCall } from '../scripts/n8n/fake-chat-model';
import { failureOf, jsonOf, runsOf } from '../scripts/n8n/n8n-executions';
import { useService } from './support/simulated-service';
import { plainSend } from './support/test-workflow';
import { node, startWithItems } from '../scripts/n8n/workflow-nodes';

const { n8n, simulator, credential } = useService();
const chat = useChatModel(n8n);

/** An expression that leaves the value to the model. */
function fromAi(name: string, description: string): string {
	return `={{ $fromAI(${JSON.stringify(name)}, ${JSON.stringify(description)}, 'string') }}`;
}

/** Imports an agent, the newest unless told, with this tool. */
async function imported(tool: INode, version = chat.agentVersion): Promise<string> {
	const workflow = agentBehind(startWithItems([{ customer: 'C-1' }]), [tool], version);
	return (await n8n.workflows.import(workflow, [credential(), chat.credential])).id;
}

/** Executes an agent, its model calling the tool as planned. */
async function executed(id: string, calls: ToolCall[][]) {
	chat.model.follow(() => calls);
	const execution = await n8n.execute(id);
	return { execution, answers: jsonOf<{ output: string }>(execution, 'Agent').map(({ output }) => output) };
}

async function run(tool: INode, calls: ToolCall[][], version?: number) {
	return await executed(await imported(tool, version), calls);
}

/** The valid call of an operation with every text left to the model, and what the model has to say then. */
function leftToModel(id: OfferedId): { parameters: INodeParameters; given: Record<string, string> } {
	const { parameters } = operations[id];
	const texts = Object.entries(parameters).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string',
	);
	const left = texts.map(([name]) => [name, fromAi(name, `The ${name}`)]);
	return { parameters: { ...callOf(id), ...Object.fromEntries(left) }, given: Object.fromEntries(texts) };
}

/** The items in what an agent answers, which is what its tool answered. */
function itemsIn(answer: string): unknown[] {
	return [JSON.parse(answer) as unknown].flat();
}

test.each(oneOfEachNode)(
	'%s as a tool: what the model says reaches the service, and the answer the model',
	async (id, { node: type, gives }) => {
		const { parameters, given } = leftToModel(id);
		const { execution, answers } = await run(node('Tool', `${type}Tool`, parameters), [
			[{ arguments: given }],
		]);
		expect(failureOf(execution)).toBeUndefined();
		expect(simulator().requests).toMatchObject([
			{ operationId: serviceOf(id), ...requestOf(id), answeredStatus: 200 },
		]);
		expect(answers.map(itemsIn)).toEqual([gives]);
		const { description, parameters: asked } = chat.model.requests[0]?.tools?.[0]?.function ?? {};
		expect(description).toBe(offeredOperations().find((operation) => operation.id === id)?.description);
		expect(Object.keys(asked?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(given)));
	},
);

const sendTool = (options: INodeParameters = { messagesPerSecond: 0 }) =>
	node('Send', 'phoneServiceMessagingTool', {
		...plainSend,
		to: fromAi('to', 'Recipient in E.164 form'),
		options,
	});

/** Version 2.2 runs a tool inside the agent; the newest (3 and later) has the engine run it like any other node. */
const versions: Array<[string, number | undefined]> = [
	['2.2', 2.2],
	['newest', undefined],
];

test.each(versions)(
	'agent version %s: a call that fails says why, and the agent goes on',
	async (_, version) => {
		const calls = [[{ arguments: { to: '555' } }], [{ arguments: { to: recipient } }]];
		const { execution, answers } = await run(sendTool(), calls, version);
		expect(execution.status).toBe('success');
		expect(JSON.stringify(runsOf(execution, 'Send'))).toMatch(/To has no country code/);
		expect(answers).toEqual([expect.stringMatching(/imsg_/)]);
		expect(simulator().outbox).toHaveLength(1);
	},
);

const calls = (count: number) => [Array.from({ length: count }, () => ({ arguments: { to: recipient } }))];

test.each([{ idempotencyKey: 'order 1' }, { campaign: 'spring' }])(
	'the newest agent: a message with %j is sent once, whichever execution calls the tool, and the model is told',
	async (options) => {
		const id = await imported(sendTool(options));
		const first = await executed(id, calls(1));
		const second = await executed(id, calls(1));
		expect(first.answers).toEqual([expect.stringMatching(/imsg_/)]);
		expect(second.answers).toEqual([expect.stringMatching(/already_sent/)]);
		expect(simulator().outbox).toHaveLength(1);
	},
);

test('agent version 2.2: a message with a key is not sent, and the model is told where it would be', async () => {
	const { execution } = await run(sendTool({ idempotencyKey: 'order 1' }), calls(1), 2.2);
	expect(JSON.stringify(runsOf(execution, 'Send'))).toMatch(
		/could not be recorded.*Call n8n Sub-Workflow Tool/,
	);
	expect(simulator().outbox).toEqual([]);
});

test.each(versions)('agent version %s: ten calls in one turn keep the rate', async (_, version) => {
	simulator().set({ sendRate: true });
	await run(sendTool({}), calls(10), version);
	const statuses = simulator().requests.map(({ answeredStatus }) => answeredStatus);
	expect(statuses).toEqual(Array(10).fill(200));
});
