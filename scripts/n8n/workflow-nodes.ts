import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { ExportedWorkflow } from './exported-workflow';
import { projectPackage } from '../project-root';

/** A node of a workflow, of version 1 unless the settings say otherwise; `type` is a name of the package's own, or a full one. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
): INode {
	const full = type.includes('.') ? type : `${projectPackage.name}.${type}`;
	return {
		id: randomUUID(),
		name,
		type: full,
		typeVersion: 1,
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

/** Connections from each node to the next one. */
export function inLine(nodes: INode[]): IConnections {
	const names = nodes.map(({ name }) => name);
	const targets = names.slice(0, -1).map((name, index) => [name, [names.slice(index + 1, index + 2)]]);
	return mainConnections(Object.fromEntries(targets) as Record<string, string[][]>);
}

/** A workflow to be stored. */
export function workflowNamed(name: string, nodes: INode[], connections: IConnections): ExportedWorkflow {
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A webhook at this path, which answers at once. */
export function webhook(name: string, path: string): INode {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	return node(name, 'n8n-nodes-base.webhook', parameters, { typeVersion: 2, webhookId: randomUUID() });
}

/** Manual Trigger (Start) → the items in one (Input) → these items (Items). */
export function startWithItems(items: IDataObject[]): INode[] {
	const input = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
	return [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('Input', 'n8n-nodes-base.set', input, { typeVersion: 3.4 }),
		eachOf('items'),
	];
}

/** Webhook (Start), called with `{ items: […] }`, or a list of another name → these items (Items). */
export function calledItems(path: string, list = 'items'): INode[] {
	return [webhook('Start', path), eachOf(`body.${list}`)];
}

/** One item for each element of a list. */
function eachOf(field: string): INode {
	return node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: field, options: {} });
}
