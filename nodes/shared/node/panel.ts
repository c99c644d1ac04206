import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import type { PanelOperation } from '../operation/operation';

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

function operationProperty(
	resource: string,
	operations: PanelOperation[],
	{ id: preset }: PanelOperation,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ id, service, name, action, description }): INodePropertyOptions => {
			if (!service) return { name, value: id, action, description };
			const { method, path } = serviceOperations[service];
			return { name, value: id, action, description, routing: { request: { method, url: path } } };
		}),
		default: preset,
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
export function operationSubtitle(operations: PanelOperation[]): string {
	const ofOperation = subtitleOf(
		'operation',
		operations.map(({ id, name }) => ({ name, value: id })),
	);
	return `${ofOperation}{{ $parameter["options"]?.["dryRun"] === true ? " (dry run)" : "" }}`;
}

/** Lists put together, each entry once, in an order that all of them have. */
function inCommonOrder<Entry>(lists: Entry[][]): Entry[] {
	const ordered: Entry[] = [];
	for (const list of lists) {
		let next = 0;
		for (const entry of list) {
			const place = ordered.indexOf(entry);
			if (place === -1) ordered.splice(next++, 0, entry);
			else next = place + 1;
		}
	}
	return ordered;
}

/** The parameters that an operation shows. */
type ShownFields = Pick<PanelOperation, 'id' | 'fields'>;

/** A field with the operations that have it, by the path from the field to the operation selector. */
function shownFor(operations: ShownFields[], path: string, field: INodeProperties): INodeProperties {
	const ids = operations.map(({ id }) => id);
	return {
		...field,
		displayOptions: { ...field.displayOptions, show: { [path]: ids, ...field.displayOptions?.show } },
	};
}

/** The operations with one collection for all of which each has its own with the same name: every option, shown where it is one. */
function withSharedCollections(operations: ShownFields[]): ShownFields[] {
	const all = operations.flatMap(({ fields }) => fields).filter(({ type }) => type === 'collection');
	const shared = new Map(all.map((collection) => [collection.name, { ...collection }]));
	for (const collection of shared.values()) {
		const owners = operations.flatMap(({ id, fields }) => {
			const own = fields.find(({ name }) => name === collection.name);
			return own ? [{ id, fields: own.options as INodeProperties[] }] : [];
		});
		collection.options = inCommonOrder(owners.map(({ fields }) => fields)).map((option) => {
			const having = owners.filter(({ fields }) => fields.includes(option));
			return having.length === owners.length ? option : shownFor(having, '/operation', option);
		});
	}
	return operations.map(({ id, fields }) => ({
		id,
		fields: fields.map((field) => shared.get(field.name) ?? field),
	}));
}

/**
 * The panel of a node: its only resource, which stays hidden, the operation selector, then every parameter once, shown
 * for the operations that have it; so are the options, which may differ from operation to operation. n8n runs a custom
 * operation, and describes a tool to an agent, by resource and operation; `paginate` hands each request of n8n's routing
 * engine to the node (tool-requests.ts). Without a preset a node begins with its first operation.
 */
export function operationProperties(
	resource: string,
	operations: PanelOperation[],
	preset = operations[0] as PanelOperation,
): INodeProperties[] {
	const shown = withSharedCollections(operations);
	const fields = inCommonOrder(shown.map((operation) => operation.fields));
	return [
		resourceProperty(resource),
		operationProperty(resource, operations, preset),
		...fields.map((field) => {
			const having = shown.filter((operation) => operation.fields.includes(field));
			return shownFor(having, 'operation', field);
		}),
	];
}
