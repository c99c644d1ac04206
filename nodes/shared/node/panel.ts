import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { NodeOperation } from '../operation/operation';

/** The only resource of a node, which nobody has to choose. n8n's editor lists the actions of a node by its options. */
function resourceProperty(resource: string): INodeProperties {
	const name = resource.charAt(0).toUpperCase() + resource.slice(1);
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		options: [{ name, value: resource }],
		default: resource,
	};
}

function operationProperty(resource: string, operations: NodeOperation[]): INodeProperties {
	const [{ id: first }] = operations as [NodeOperation];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ id, name, action, description }): INodePropertyOptions => ({
			name,
			value: id,
			action,
			description,
		})),
		default: first,
		routing: { send: { paginate: true } },
	};
}

/** Shows under a node on the canvas which of its options a parameter has. */
export function subtitleOf(
	parameter: string,
	options: Array<Pick<INodePropertyOptions, 'name' | 'value'>>,
): string {
	const names = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter[${JSON.stringify(parameter)}]] }}`;
}

/** Shows under a node on the canvas which operation it performs, and whether as a dry run. */
export function operationSubtitle(operations: NodeOperation[]): string {
	const ofOperation = subtitleOf(
		'operation',
		operations.map(({ id, name }) => ({ name, value: id })),
	);
	return `${ofOperation}{{ $parameter["options"]?.["dryRun"] === true ? " (dry run)" : "" }}`;
}

function inPanelOrder(operations: NodeOperation[]): INodeProperties[] {
	const ordered: INodeProperties[] = [];
	for (const { fields } of operations) {
		let next = 0;
		for (const field of fields) {
			const place = ordered.indexOf(field);
			if (place === -1) ordered.splice(next++, 0, field);
			else next = place + 1;
		}
	}
	return ordered;
}

function shownFor(operations: NodeOperation[], field: INodeProperties): INodeProperties {
	const operation = operations.filter(({ fields }) => fields.includes(field)).map(({ id }) => id);
	return {
		...field,
		displayOptions: { ...field.displayOptions, show: { operation, ...field.displayOptions?.show } },
	};
}

/**
 * The panel of a node: its only resource, which stays hidden, the operation selector, then every parameter once, shown
 * for the operations that have it. n8n runs a custom operation, and describes a tool to an agent, by resource and
 * operation; `paginate` hands each request of n8n's routing engine to the node (tool-requests.ts).
 */
export function operationProperties(resource: string, operations: NodeOperation[]): INodeProperties[] {
	return [
		resourceProperty(resource),
		operationProperty(resource, operations),
		...inPanelOrder(operations).map((field) => shownFor(operations, field)),
	];
}
