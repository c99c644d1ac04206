import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { OperationId } from './contract';
import type { ItemParameters } from './item-parameters';

/** What one item asks of the service. */
export interface ServiceRequest {
	/** Path under the base URL, parameters encoded. */
	path: string;
	query?: Record<string, boolean>;
	body?: object;
	/** Leased numbers that may send this message; the delivery chooses one for the recipient. */
	senders?: string[];
	/** Whether the service lifts its send rate for this message (fast track). */
	unpaced?: boolean;
}

/** One operation as a node offers it: what the panel shows, what is sent, what comes out. */
export interface Operation {
	/** The operation of the service that this one performs; its value in the panel. */
	id: OperationId;
	/** Name, action and description in the panel. */
	name: string;
	action: string;
	description: string;
	/** The parameters in the order of the panel; operations of a node share a parameter by sharing its object. */
	fields: INodeProperties[];
	/** What the user can do when the service answers 403: the entitlement or lease that the operation needs. */
	permission: string;
	/** The request for one item. InvalidInput when a value breaks a rule of the interface. */
	request(parameters: ItemParameters): ServiceRequest;
	/** The item's output, made from the answer's `data`; without it, `data` as it came. */
	output?(data: IDataObject, parameters: ItemParameters): IDataObject;
}

function operationProperty(operations: Operation[]): INodeProperties {
	const [{ id: first }] = operations as [Operation];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
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

/** Shows under a node on the canvas which operation it performs. */
export function operationSubtitle(operations: Operation[]): string {
	return subtitleOf(
		'operation',
		operations.map(({ id, name }) => ({ name, value: id })),
	);
}

function inPanelOrder(operations: Operation[]): INodeProperties[] {
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

function shownFor(operations: Operation[], field: INodeProperties): INodeProperties {
	const operation = operations.filter(({ fields }) => fields.includes(field)).map(({ id }) => id);
	return {
		...field,
		displayOptions: { ...field.displayOptions, show: { operation, ...field.displayOptions?.show } },
	};
}

/**
 * The panel of a node: the operation selector, then every parameter once, shown for the operations that have it.
 * `paginate` on the selector hands each item to the node's delivery (delivery/deliver.ts).
 */
export function operationProperties(operations: Operation[]): INodeProperties[] {
	return [
		operationProperty(operations),
		...inPanelOrder(operations).map((field) => shownFor(operations, field)),
	];
}
