import { WebhookContext } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodePropertyOptions,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { useFastTime } from '../support/clock';
import { additionalData, engineWorkflow, node, runWorkflow, type WorkflowJson } from '../support/engine';
import { nodeTypes, type Tool } from '../support/node-types';
import { packageName } from '../support/package-nodes';
import { callOf, operationIds, operations, type OfferedId } from '../support/operations';
import { credential, leased, plainImessage, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();

const toolParameters = { ...plainImessage, to: "={{ $fromAI('to') }}", toolDescription: 'Sends a message' };

function agentWorkflow(
	items: IDataObject[],
	settings: Partial<INode> = {},
	parameters: INodeParameters = {},
): WorkflowJson {
	const credentials = { phoneServiceApi: { id: '1', name: 'Test' } };
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			node('Agent', 'agent', {}),
			node(
				'Send',
				'phoneServiceMessagingTool',
				{ ...toolParameters, ...parameters },
				{ credentials, ...settings },
			),
		],
		connections: {
			Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Send: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	};
}

test.each([1, 3])('an agent that works on %i items calls the tool for each', async (count) => {
	const items = Array.from({ length: count }, (_, index) => ({ to: `+1202555016${index}` }));
	const finished = await runWorkflow(agentWorkflow(items), credential());
	expect(finished.json('Agent').map(({ answer }) => answer)).toEqual(
		items.map(() => expect.stringContaining('imsg_')),
	);
	expect(simulator().outbox.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
});

/** An agent that gives each item to a tool of this kind as arguments, and what it was told. */
async function answers(type: string, parameters: INodeParameters, items: IDataObject[]): Promise<unknown[]> {
	const { nodes, connections } = agentWorkflow(items);
	const tool = node(
		'Send',
		type,
		{ toolDescription: 'A tool', ...parameters },
		{
			credentials: { phoneServiceApi: { id: '1', name: 'Test' } },
		},
	);
	const workflow = { nodes: [...nodes.filter(({ name }) => name !== 'Send'), tool], connections };
	const finished = await runWorkflow(workflow, credential());
	return finished.json('Agent').map(({ answer }) => answer);
}

describe('a leased number, for which n8n offers a list, may come from the model', () => {
	const given = {
		__rl: true,
		mode: 'number',
		value: "={{ $fromAI('number', 'A leased number', 'string') }}",
	};

	test('as the sender of a message', async () => {
		const parameters = { ...plainImessage, to: "={{ $fromAI('to') }}", from: given };
		const items = [{ to: '+12025550160', number: leased.imessageToo }];
		expect(await answers('phoneServiceMessagingTool', parameters, items)).toEqual([
			expect.stringContaining('imsg_'),
		]);
		expect(simulator().outbox).toMatchObject([{ to: '+12025550160', from: leased.imessageToo }]);
	});

	test.each(['list', 'number'])(
		'as the number whose call forwarding is read, in the mode %s',
		async (mode) => {
			const parameters = { operation: 'getCallForwarding', number: { ...given, mode } };
			const [told] = await answers('phoneServiceNumbersTool', parameters, [{ number: leased.immediate }]);
			expect(told).toContain(leased.immediate);
		},
	);

	test('as one of several', async () => {
		const selectedNumbers = { entries: [{ entry: given }] };
		const number = { __rl: true, mode: 'list', value: leased.immediate };
		const parameters = { operation: 'configureNumber', number, failover: 'selected', selectedNumbers };
		const [told] = await answers('phoneServiceNumbersTool', parameters, [{ number: leased.imessage }]);
		expect(told).toContain(leased.imessage);
		expect(simulator().requests[0]?.body).toEqual({
			failover: { enabled: true, mode: 'selective', numbers: [leased.imessage] },
		});
	});

	test('and what is no number is refused before anything is asked', async () => {
		const parameters = { operation: 'getCallForwarding', number: given };
		expect(await answers('phoneServiceNumbersTool', parameters, [{ number: '555-0100' }])).toEqual([
			expect.stringMatching(/^Your Number has no country code/),
		]);
		expect(simulator().requests).toEqual([]);
	});
});

test('an agent is told the whole list that an operation gives', async () => {
	const parameters = { operation: 'listLeasedNumbers', returnAll: true };
	const [told] = await answers('phoneServiceNumbersTool', parameters, [{}]);
	const listed = JSON.parse(String(told)) as IDataObject[];
	expect(listed.map(({ number }) => number)).toEqual(
		[...leasedNumbers, ...lapsedLeases].map(({ number }) => number),
	);
	const limited = await answers('phoneServiceNumbersTool', { ...parameters, returnAll: false, limit: 1 }, [
		{},
	]);
	expect(JSON.parse(String(limited[0]))).toEqual([expect.objectContaining({ number: leased.whatsapp })]);
});

test('Retry On Fail of a tool does not send again what may have been sent', async () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const options = { messagesPerSecond: 0, ifOutcomeUnknown: 'doNotSend' };
	const workflow = agentWorkflow([{ to: '+12025550146' }], settings, { options });
	const finished = await runWorkflow(workflow, credential());
	expect(finished.json('Agent')[0]?.answer).toMatch(/may have sent this message already/);
	expect(simulator().outbox).toHaveLength(1);
});

test('an agent that calls a tool twice with the same arguments sends two messages', async () => {
	const items = [{ to: '+12025550160' }, { to: '+12025550160' }];
	await runWorkflow(agentWorkflow(items), credential());
	expect(simulator().outbox).toHaveLength(2);
});

test('a tool works where there is no execution that could remember anything', async () => {
	const json = agentWorkflow([]);
	const workflow = engineWorkflow(json);
	const agent = workflow.getNode('Agent') as INode;
	const request = { body: {} } as never;
	const context = new WebhookContext(
		workflow,
		agent,
		{ ...additionalData(json, credential()), httpRequest: request },
		'webhook',
		{ webhookDescription: { name: 'default' } } as never,
		[],
		null,
	);
	const [tool] = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
	expect(await tool?.invoke({ to: '+12025550160' })).toContain('imsg_');
	expect(simulator().outbox).toHaveLength(1);
});

test('the model is told the rule that a value breaks, in the message itself', async () => {
	const finished = await runWorkflow(agentWorkflow([{ to: '(202) 555-0160' }]), credential());
	expect(finished.json('Agent')[0]?.answer).toMatch(
		/^To has no country code: "\(202\) 555-0160"\. Give a plus sign, the country code, then the number/,
	);
	expect(simulator().requests).toEqual([]);
});

test('an idempotency key is an error where an agent calls the tool by itself, and nothing is sent', async () => {
	const options = { idempotencyKey: 'order 7' };
	const parameters = { ...plainImessage, to: "={{ $fromAI('to') }}", options };
	expect(await answers('phoneServiceMessagingTool', parameters, [{ to: '+12025550160' }])).toEqual([
		expect.stringMatching(/^An idempotency key cannot be kept where an agent calls this tool/),
	]);
	expect(simulator().outbox).toEqual([]);
});

test('a question as a plain tool says that it cannot wait, and sends nothing', async () => {
	const parameters = { operation: 'sendAndWait', to: '+12025550160', message: 'Well?' };
	const [told] = await answers('phoneServiceMessagingTool', parameters, [{}]);
	expect(told).toMatch(/cannot be a tool of an agent/);
	expect(simulator().outbox).toEqual([]);
});

describe("what the model is told of a tool with n8n's automatic description", () => {
	function toldOf(id: OfferedId): { told: string; nodeType: INodeType } {
		const { node: type } = operations[id];
		const nodeType = nodeTypes.getByNameAndVersion(`${packageName}.${type}`) as INodeType;
		const workflow = engineWorkflow({ nodes: [node('Tool', type, callOf(id))], connections: {} });
		const tool = workflow.getNode('Tool') as INode;
		return { told: NodeHelpers.getToolDescriptionForNode(tool, nodeType), nodeType };
	}

	test.each<[OfferedId, string]>([
		['sendImessage', 'Send an iMessage in Phone Service Messaging'],
		['disableCallForwarding', 'Disable call forwarding of a leased number in Phone Service Numbers'],
	])('%s', (id, told) => {
		expect(toldOf(id).told).toBe(told);
	});

	test.each(operationIds)('%s: its action and the node', (id) => {
		const { told, nodeType } = toldOf(id);
		const { displayName, properties } = nodeType.description;
		const offered = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
		const action = offered.find(({ value }) => value === id)?.action;
		expect(action).toMatch(/./);
		expect(told).toBe(`${action} in ${displayName}`);
	});
});
