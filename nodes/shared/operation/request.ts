import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations, type OperationId } from '../contract/contract';
import { oneOf } from '../input/choice';
import { flag } from '../input/flag';
import { withFurtherFields } from '../input/further-fields';
import { InvalidInput } from '../input/invalid-input';
import { numberIn } from '../input/number';
import { requestValue, type ValueSchema } from '../input/request-value';
import { servicePath } from '../service/service-path';
import {
	bodiesOf,
	declaredFields,
	isShown,
	labelOf,
	leaves,
	rawValue,
	valuesOf,
	type DeclaredField,
	type Target,
} from './declared-fields';
import type { ItemParameters } from './item-parameters';
import type { NodeOperation, ServiceRequest } from './operation';

type Values = Record<string, unknown>;

/** The parts of a request as they are filled in. */
interface Parts {
	path: Record<string, string>;
	query: Record<string, boolean>;
	body: Values;
	senders: string[];
	/** Fields of the body that the node does not know. */
	further?: unknown;
}

function setAt(values: Values, property: string, value: unknown): void {
	const [name = '', ...inner] = property.split('.');
	if (inner.length === 0) values[name] = value;
	else setAt((values[name] ??= {}) as Values, inner.join('.'), value);
}

/** A value that stays in the node is checked by the type of its field, before anything is sent. */
function check(
	{ type, typeOptions = {}, options = [] }: INodeProperties,
	label: string,
	value: unknown,
): void {
	switch (type) {
		case 'boolean':
			flag(label, value);
			break;
		case 'number':
			numberIn(label, value, { min: typeOptions.minValue ?? 0, max: typeOptions.maxValue, isWhole: true });
			break;
		case 'options':
			oneOf(
				label,
				value,
				(options as INodePropertyOptions[]).map((option) => String(option.value)),
			);
			break;
	}
}

/** Several numbers may share the work of a send: the delivery chooses among them for each recipient. */
function isSender({ service }: NodeOperation, { place, property }: Target): boolean {
	return serviceOperations[service].effect === 'send' && place === 'body' && property === 'from';
}

const senders: ValueSchema = { kind: 'phoneNumbers' };

/** Whether a field gives further fields of the body. */
function isFurther({ type, routing }: INodeProperties): boolean {
	return type === 'json' && routing?.send?.type === 'body';
}

function send(parts: Parts, target: Target, label: string, value: unknown, operation: NodeOperation): void {
	if (isSender(operation, target)) {
		const { required } = target.schema;
		parts.senders = (requestValue(label, value, { ...senders, required }) ?? []) as string[];
		return;
	}
	const given = requestValue(label, value, target.schema);
	if (given === undefined) return;
	setAt(parts[target.place], target.property, target.place === 'path' ? String(given) : given);
}

function fill(parts: Parts, declared: DeclaredField, value: unknown, operation: NodeOperation): void {
	const { field, isOption, targets } = declared;
	const [target] = targets;
	const label = labelOf(declared);
	const bodies = bodiesOf(field);
	if (target && bodies.size === 0) send(parts, target, label, value, operation);
	else if (isFurther(field)) parts.further = value;
	else if (!isOption) check(field, label, value);
	for (const [property, fixed] of leaves(bodies.get(value) ?? {})) setAt(parts.body, property, fixed);
}

/** Checks what the contract says of several values together. */
function checkTogether({ query, body }: Parts, service: OperationId, fields: DeclaredField[]): void {
	const labelsOf = (properties: readonly string[]) =>
		properties.flatMap((property) =>
			fields.filter(({ targets }) => targets.some((target) => target.property === property)).map(labelOf),
		);
	for (const [name, { requires = [] }] of Object.entries(valuesOf(service).query ?? {})) {
		const missing = labelsOf(requires.filter((required) => !query[required])).join(' and ');
		if (!query[name] || missing === '') continue;
		const [label = name] = labelsOf([name]);
		throw new InvalidInput(`${label} also needs ${missing}`, `Turn on ${missing}, or turn ${label} off.`);
	}
	const { atLeastOne = [] } = serviceOperations[service] as { atLeastOne?: readonly string[] };
	if (atLeastOne.length > 0 && atLeastOne.every((name) => body[name] === undefined)) {
		throw new InvalidInput(
			`${labelsOf(atLeastOne).join(' and ')} are empty`,
			'Fill in one of them, or both.',
		);
	}
}

/** The operation of the service that an item asks for: that of its channel, where it has one. */
function serviceOf({ service, byChannel }: NodeOperation, parameters: ItemParameters): OperationId {
	if (!byChannel) return service;
	const { field, services } = byChannel;
	const channels = Object.keys(services) as Array<keyof typeof services>;
	return services[oneOf(field.displayName, parameters.raw(field.name), channels)] ?? service;
}

/**
 * What one item asks of the service, made from what its fields declare (section 4). InvalidInput when a value breaks a rule
 * of the contract.
 */
export function requestOf(operation: NodeOperation, parameters: ItemParameters): ServiceRequest {
	const service = serviceOf(operation, parameters);
	const fields = declaredFields(operation, service);
	const parts: Parts = { path: {}, query: {}, body: {}, senders: [] };
	for (const declared of fields) {
		const counts =
			declared.targets.some(({ schema }) => schema.requires) || isShown(declared, parameters, fields);
		if (counts) fill(parts, declared, rawValue(declared, parameters), operation);
	}
	checkTogether(parts, service, fields);
	const { query, body } = valuesOf(service);
	return {
		service,
		path: servicePath(service, parts.path),
		...(query && { query: parts.query }),
		...(body && { body: withFurtherFields(parts.body, parts.further, topLevel(body)) }),
		...(parts.senders.length > 0 && { senders: parts.senders }),
		bypassesRateLimit: parts.body.fast_track === true,
	};
}

function topLevel(body: Record<string, ValueSchema>): string[] {
	return Object.keys(body).map((property) => property.replace(/\..*/, ''));
}
