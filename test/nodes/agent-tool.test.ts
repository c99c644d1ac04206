import { WebhookContext } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import type { NodeOperationId } from '../../nodes/shared/contract/contract';
import { additionalData, engineWorkflow, node, runWorkflow, type WorkflowJson } from '../support/engine';
import { nodeTypes, packageName, type Tool } from '../support/node-types';
import { callOf, operationIds, operations } from '../support/operations';
import { credential, plainImessage, simulator, useSimulator } from '../support/simulated';

useSimulator();

const toolParameters = { ...plainImessage, to: "={{ $fromAI('to') }}", toolDescription: 'Sends a message' };

function agentWorkflow(items: IDataObject[], settings: Partial<INode> = {}): WorkflowJson {
	const credentials = { phoneServiceApi: { id: '1', name: 'Test' } };
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			node('Agent', 'agent', {}),
			node('Send', 'phoneServiceMessagingTool', toolParameters, { credentials, ...settings }),
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

test('Retry On Fail of a tool does not send again what may have been sent', async () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const workflow = agentWorkflow([{ to: '+12025550146' }], settings);
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

describe("what the model is told of a tool with n8n's automatic description", () => {
	function toldOf(id: NodeOperationId): { told: string; nodeType: INodeType } {
		const { node: type } = operations[id];
		const nodeType = nodeTypes.getByNameAndVersion(`${packageName}.${type}`) as INodeType;
		const workflow = engineWorkflow({ nodes: [node('Tool', type, callOf(id))], connections: {} });
		const tool = workflow.getNode('Tool') as INode;
		return { told: NodeHelpers.getToolDescriptionForNode(tool, nodeType), nodeType };
	}

	test.each<[NodeOperationId, string]>([
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
