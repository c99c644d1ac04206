import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import { projectPackage } from '../n8n/project-folders';
import { newestVersion } from './newest-version';

/** A node of a workflow; `type` is a name of the package's own, or a full one with the package in it. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode {
	return {
		id: randomUUID(),
		name,
		type: type.includes('.') ? type : `${projectPackage.name}.${type}`,
		typeVersion: newestVersion(type),
		position: [0, 0],
		parameters,
		...settings,
	};
}

/** Connections from node to node by name, each list of targets being one output of `main`. */
export function mainConnections(targets: Record<string, string[][]>): IConnections {
	return Object.fromEntries(
		Object.entries(targets).map(([source, outputs]) => [
			source,
			{ main: outputs.map((names) => names.map((name) => ({ node: name, type: 'main', index: 0 }))) },
		]),
	);
}

/** A workflow, named after the test that makes it. */
export function workflowOf(nodes: INode[], connections: IConnections): ExportedWorkflow {
	const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** The node under test of {@link itemsThrough} and {@link calledWithItems}. */
export const underTest = 'Node';

const noOp = 'n8n-nodes-base.noOp';

function behindItems(start: INode[], items: string, tested: INode): ExportedWorkflow {
	const split = node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: items, options: {} });
	const chain = [...start, split, tested].map(({ name }) => name);
	const links = Object.fromEntries(chain.map((name, index) => [name, [chain.slice(index + 1, index + 2)]]));
	return workflowOf(
		[...start, split, tested, node('Good', noOp, {}), node('Bad', noOp, {})],
		mainConnections({ ...links, [tested.name]: [['Good'], ['Bad']] }),
	);
}

/** Manual Trigger → these items → the node (named Node) → Good on its first output, Bad on its error output. */
export function itemsThrough(
	type: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): ExportedWorkflow {
	const start = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node(
			'Input',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
			{ typeVersion: 3.4 },
		),
	];
	return behindItems(start, 'items', node(underTest, type, parameters, settings));
}

/** The same behind a webhook at this path, for a production execution: it is called with `{ items: […] }`. */
export function calledWithItems(
	path: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): ExportedWorkflow {
	return behindItems([webhook('Start', path)], 'body.items', node(underTest, type, parameters, settings));
}

/** {@link itemsThrough} that a call of its webhook starts as well. */
export function itemsThroughOrCalled(
	path: string,
	...[type, parameters, items, settings]: Parameters<typeof itemsThrough>
): ExportedWorkflow {
	const { nodes, connections, ...workflow } = itemsThrough(type, parameters, items, settings);
	return {
		...workflow,
		nodes: [...nodes, webhook('Call', path)],
		connections: { ...connections, ...mainConnections({ Call: [['Input']] }) },
	};
}

function webhook(name: string, path: string): INode {
	return node(
		name,
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		{ typeVersion: 2, webhookId: randomUUID() },
	);
}
