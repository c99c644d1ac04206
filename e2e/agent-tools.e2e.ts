import type { INode, INodeParameters } from 'n8n-workflow';
import { offeredOperations } from '../scripts/package-nodes';
import {
	callOf,
	operationRows,
	operations,
	recipient,
	requestOf,
	type OfferedId,
	serviceOf,
} from '../test/support/operations';
import { agentBehind, useChatModel } from './support/agent-workflow';
import type { ToolCall } from './support/fake-chat-model';
import { failureOf, jsonOf, runsOf } from './n8n/n8n-executions';
import { useService } from './support/simulated-service';
import { plainSend } from './support/test-workflow';
import { node, startWithItems } from './n8n/workflow-nodes';

const { n8n, simulator, credential } = useService();
const chat = useChatModel(n8n);

/** An expression that leaves the value to the model. */
function fromAi(name: string, description: string): string {
	return `={{ $fromAI(${JSON.stringify(name)}, ${JSON.stringify(description)}, 'string') }}`;
}

/** Has an agent, the newest unless told, with this tool run once, its model calling the tool as planned. */
async function run(tool: INode, calls: ToolCall[][], version = chat.agentVersion) {
	chat.model.follow(() => calls);
	const { id } = await n8n.workflows.import(
		agentBehind(startWithItems([{ customer: 'C-1' }]), [tool], version),
		[credential(), chat.credential],
	);
	const execution = await n8n.execute(id);
	return { execution, answers: jsonOf<{ output: string }>(execution, 'Agent').map(({ output }) => output) };
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

/** The first operation of each node, which n8n offers as one tool. */
const oneOfEachNode = [...Map.groupBy(operationRows, ([, { node: type }]) => type).values()].map(
	([row]) => row as (typeof operationRows)[number],
);

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

const sendTool = node('Send', 'phoneServiceMessagingTool', {
	...plainSend,
	to: fromAi('to', 'Recipient in E.164 form'),
});

/** Version 2.2 runs a tool inside the agent; the newest (3 and later) has the engine run it like any other node. */
test.each([
	['2.2', 2.2],
	['newest', undefined],
])('agent version %s: a call that fails says why, and the agent goes on', async (_, version) => {
	const calls = [[{ arguments: { to: '555' } }], [{ arguments: { to: recipient } }]];
	const { execution, answers } = await run(sendTool, calls, version);
	expect(execution.status).toBe('success');
	expect(JSON.stringify(runsOf(execution, 'Send'))).toMatch(/To has no country code/);
	expect(answers).toEqual([expect.stringMatching(/imsg_/)]);
	expect(simulator().outbox).toHaveLength(1);
});
