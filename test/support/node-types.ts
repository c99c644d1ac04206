import { DirectoryLoader, RoutingNode } from 'n8n-core';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type NodeConnectionType,
} from 'n8n-workflow';

import { packageName, packageNodes } from '../../scripts/package-nodes';

export interface Tool {
	invoke(values: IDataObject): Promise<unknown>;
}

/** A node of the tests, with one output, that does this. */
function testNode(
	displayName: string,
	inputs: NodeConnectionType[],
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[]>,
): INodeType {
	return {
		description: {
			displayName,
			name: displayName.toLowerCase(),
			group: [inputs.length > 0 ? 'transform' : 'trigger'],
			version: 1,
			description: 'A node of the tests',
			defaults: { name: displayName },
			inputs,
			outputs: [NodeConnectionTypes.Main],
			properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
		},
		async execute(this: IExecuteFunctions) {
			return [await execute.call(this)];
		},
	};
}

/** Starts a workflow with the items in its parameter. */
const itemsNode = testNode('Items', [], async function () {
	return (this.getNode().parameters.items as unknown as IDataObject[]).map((json) => ({ json }));
});

/** Hands each item on, so that what left a node can be read behind it. */
const passNode = testNode('Pass', [NodeConnectionTypes.Main], async function () {
	return this.getInputData();
});

async function answerOf(tool: Tool | undefined, json: IDataObject): Promise<string> {
	return String(await tool?.invoke(json).catch((error: Error) => error.message));
}

/**
 * An agent that calls its tool once for each item, with the item as arguments, and notes what came back; one that is named
 * so calls it for all at once.
 */
const agentNode = testNode(
	'Agent',
	[NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
	async function () {
		const toolFor = async (index: number) =>
			((await this.getInputConnectionData(NodeConnectionTypes.AiTool, index)) as Tool[])[0];
		const items = this.getInputData();
		const answers: string[] = [];
		if (this.getNode().name === 'Agent of All at Once') {
			const tool = await toolFor(0);
			answers.push(...(await Promise.all(items.map(async ({ json }) => await answerOf(tool, json)))));
		} else {
			for (const [index, { json }] of items.entries())
				answers.push(await answerOf(await toolFor(index), json));
		}
		return answers.map((answer) => ({ json: { answer } }));
	},
);

function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	nodeType.description = {
		...description,
		name: `${description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return nodeType;
}

/** Prepares a node as n8n does when it loads a package. */
function loaded(nodeType: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	if (nodeType.description.requestDefaults && !nodeType.execute) {
		nodeType.execute = async function (this: IExecuteFunctions) {
			return (await new RoutingNode(this as never, nodeType).runNode()) ?? [];
		};
	}
	return nodeType;
}

const known: Record<string, INodeType> = Object.fromEntries(
	[
		...packageNodes.map((NodeType) => new NodeType()),
		...packageNodes
			.map((NodeType) => new NodeType())
			.filter(({ description }) => description.usableAsTool)
			.map(asTool),
		itemsNode,
		passNode,
		agentNode,
	].map((nodeType) => [`${packageName}.${nodeType.description.name}`, loaded(nodeType)]),
);

/** Makes a node type known under its full name, such as `n8n-nodes-base.code`. */
export function addNodeType(name: string, nodeType: INodeType): void {
	known[name] = loaded(nodeType);
}

/** The node types of the package and the helpers of the tests. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => nodeTypes.getByNameAndVersion(name),
	getByNameAndVersion: (name) => {
		const nodeType = known[name];
		if (!nodeType) throw new Error(`There is no node type ${name}`);
		return nodeType;
	},
	getKnownTypes: () => ({}),
};
