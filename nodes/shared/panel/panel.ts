import { SEND_AND_WAIT_OPERATION, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { flag, numberIn } from '../input/values';
import type { PanelOperation } from '../operation/operation';
import type { ItemParameters } from '../parameters/parameters';
import { noteOperations, withWholeGroups } from '../parameters/declared-names';
import { fieldRouting, operationRouting } from './routing';

/** Shows under a node on the canvas which of its options a parameter has, one or several. */
export function subtitleOf(
	parameter: string,
	options: Array<Pick<INodePropertyOptions, 'name' | 'value'>>,
): string {
	const names = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `={{ [$parameter[${JSON.stringify(parameter)}]].flat().map((one) => (${JSON.stringify(names)})[one]).join(', ') }}`;
}

/** Whether a parameter is the same for two operations: a shared object, or a collection that each has with options of its own. */
function isSame(one: INodeProperties, other: INodeProperties): boolean {
	return one === other || (one.type === 'collection' && one.name === other.name);
}

/** The parameters of several operations, each once, in an order that all of them have. */
function inCommonOrder(operations: ShownFields[]): INodeProperties[] {
	const ordered: INodeProperties[] = [];
	for (const { fields } of operations) {
		let next = 0;
		for (const field of fields) {
			const place = ordered.findIndex((known) => isSame(known, field));
			if (place === -1) ordered.splice(next++, 0, field);
			else next = place + 1;
		}
	}
	return ordered;
}

type ShownFields = Pick<PanelOperation, 'id' | 'fields'>;

/** The parameters of several operations, each shown for those that have it, and so are the options in it. */
function combineFields(operations: ShownFields[], selector: 'operation' | '/operation'): INodeProperties[] {
	return inCommonOrder(operations).map((field) => {
		const having = operations.flatMap(({ id, fields }) => {
			const own = fields.find((one) => isSame(one, field));
			return own ? [{ id, fields: own.options as INodeProperties[] }] : [];
		});
		const options = field.type === 'collection' && { options: combineFields(having, '/operation') };
		const routing = fieldRouting(field);
		if (selector === '/operation' && having.length === operations.length) return { ...field, routing };
		const show = { [selector]: having.map(({ id }) => id), ...field.displayOptions?.show };
		return { ...field, ...options, routing, displayOptions: { ...field.displayOptions, show } };
	});
}

/**
 * The panel of a node: its only resource, which stays hidden, the operation selector, then every parameter. n8n runs a
 * custom operation, lists the actions of a node, and describes a tool to an agent by resource and operation; `paginate`
 * hands each request of n8n's routing engine to the node (tool-requests.ts).
 */
export function operationProperties(
	resource: string,
	operations: PanelOperation[],
	{ id: preset } = operations[0] as PanelOperation,
): INodeProperties[] {
	noteOperations(operations);
	const resourceName = resource.charAt(0).toUpperCase() + resource.slice(1);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'hidden',
			options: [{ name: resourceName, value: resource }],
			default: resource,
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map((operation) => {
				const { id, name, action, description } = operation;
				return { name, value: id, action, description, routing: operationRouting(operation) };
			}),
			default: preset,
			routing: { send: { paginate: true } },
		},
		...operations.filter(({ id }) => id !== SEND_AND_WAIT_OPERATION).map(toolDescriptionField),
		...withWholeGroups(combineFields(operations, 'operation')),
	];
}

/** What a model is told of an operation as its tool, in place of the action, by which people find it. */
function toolDescriptionField({ id, description }: PanelOperation): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 2 },
		default: description,
		required: true,
		description: 'What the model is told of this tool',
		displayOptions: { show: { '@tool': [true], operation: [id] } },
	};
}

export function notice(
	name: string,
	text: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '', displayOptions };
}

export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export function takeUpToLimit<Entry>(entries: Entry[], parameters: ItemParameters): Entry[] {
	const isAll = flag('Return All', parameters.raw('returnAll'));
	return isAll
		? entries
		: entries.slice(0, numberIn('Limit', parameters.raw('limit'), { min: 1, isWhole: true }));
}
