import { DirectoryLoader, RoutingNode } from 'n8n-core';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { packageName, packageNodes } from './package-nodes';

/** A tool as an agent gets it. */
export interface Tool {
	invoke(values: IDataObject): Promise<unknown>;
}

/** Starts a workflow with the items in its parameter. */
const itemsNode: INodeType = {
	description: {
		displayName: 'Items',
		name: 'items',
		group: ['trigger'],
		version: 1,
		description: 'Emits the items given',
		defaults: { name: 'Items' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
	},
	async execute(this: IExecuteFunctions) {
		return [(this.getNode().parameters.items as unknown as IDataObject[]).map((json) => ({ json }))];
	},
};

/** Hands each item on, so that what left a node can be read behind it. */
const passNode: INodeType = {
	description: {
		displayName: 'Pass',
		name: 'pass',
		group: ['transform'],
		version: 1,
		description: 'Hands each item on',
		defaults: { name: 'Pass' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Has the execution wait, as n8n's Wait node does where it waits for more than a minute. */
const waitNode: INodeType = {
	description: { ...passNode.description, displayName: 'Wait', name: 'wait', defaults: { name: 'Wait' } },
	async execute(this: IExecuteFunctions) {
		await this.putExecutionToWait(new Date());
		return [this.getInputData()];
	},
};

/** An agent that calls its tool once for each item, with the item as arguments, and notes what came back. */
const agentNode: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls its tool',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const output: IDataObject[] = [];
		for (const [index, { json }] of this.getInputData().entries()) {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, index)) as Tool[];
			const answer = await tool?.invoke(json).catch((error: Error) => error.message);
			output.push({ answer: String(answer) });
		}
		return [output.map((json) => ({ json }))];
	},
};

/** A node as n8n offers it to an agent. */
function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	nodeType.description = {
		...description,
		name: `${description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [
			...description.properties,
			{
				displayName: 'Description',
				name: 'toolDescription',
				type: 'string',
				default: description.description,
			},
		],
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
		waitNode,
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
