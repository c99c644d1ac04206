import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations, type OperationId } from '../contract/contract';
import { flag } from '../input/flag';
import type { ValueSchema } from '../input/request-value';
import { pathValues } from '../service/service-path';
import type { ItemParameters } from './item-parameters';
import type { NodeOperation, ServiceRequest } from './operation';

/** A part of a request that holds values. */
type Place = 'path' | 'query' | 'body';

/** Where a value goes, and what it must look like. */
export interface Target {
	place: Place;
	/** Its name there; of a value inside an object of the body, `outer.inner`. */
	property: string;
	schema: ValueSchema;
}

/** A field of an operation, or one of its options, and where its value goes by the contract. */
export interface DeclaredField {
	field: INodeProperties;
	isOption: boolean;
	/** None for a field that stays in the node; several where each choice stands for some values of the body. */
	targets: Target[];
}

type RequestValues = Partial<Record<Place, Record<string, ValueSchema>>>;

/** What a request of an operation of the service may hold. */
export function valuesOf(service: OperationId): RequestValues {
	return serviceOperations[service].values;
}

/** The values in an object, each with its name in it. */
export function leaves(value: object, prefix = ''): Array<[property: string, value: unknown]> {
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? leaves(inner, `${prefix}${name}.`)
			: [[`${prefix}${name}`, inner] as [string, unknown]],
	);
}

/** The part of the body that each choice of a field stands for, by the value of the choice. */
export function bodiesOf({ type, options = [] }: INodeProperties): Map<unknown, object> {
	const choices = type === 'options' ? (options as INodePropertyOptions[]) : [];
	const bodies = choices.map(({ value, routing }) => [value, routing?.request?.body] as const);
	return new Map(
		bodies.filter((entry): entry is [(typeof entry)[0], object] => typeof entry[1] === 'object'),
	);
}

function targetsOf(field: INodeProperties, values: RequestValues): Target[] {
	const target = (place: Place, property: string): Target[] => {
		const schema = values[place]?.[property];
		return schema ? [{ place, property, schema }] : [];
	};
	const ofChoices = [...bodiesOf(field).values()].flatMap((body) =>
		leaves(body).map(([property]) => property),
	);
	if (ofChoices.length > 0) return [...new Set(ofChoices)].flatMap((property) => target('body', property));
	const inPath = target('path', field.name);
	if (inPath.length > 0) return inPath;
	const { type, property } = field.routing?.send ?? {};
	return type && property ? target(type, property) : [];
}

function optionsIn({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? ((options ?? []) as INodeProperties[]) : [];
}

const known = new WeakMap<NodeOperation, Map<OperationId, DeclaredField[]>>();

/**
 * The fields of an operation with their options, in the order of the panel, as they declare where their values go for an
 * operation of the service: a field named like a parameter of the path goes there, any other one where its
 * `routing.send` says.
 */
export function declaredFields(operation: NodeOperation, service = operation.service): DeclaredField[] {
	const ofOperation = known.get(operation) ?? new Map<OperationId, DeclaredField[]>();
	known.set(operation, ofOperation);
	const before = ofOperation.get(service);
	if (before) return before;
	const values = valuesOf(service);
	const declared = operation.fields.flatMap((field) => [
		{ field, isOption: false, targets: targetsOf(field, values) },
		...optionsIn(field).map((option) => ({
			field: option,
			isOption: true,
			targets: targetsOf(option, values),
		})),
	]);
	ofOperation.set(service, declared);
	return declared;
}

/** How errors about the value of a field name it. */
export function labelOf({ field, isOption }: DeclaredField): string {
	return isOption ? `The option ${field.displayName}` : field.displayName;
}

/** The value of a field or an option as the panel or the expression gave it. */
export function rawValue({ field, isOption }: DeclaredField, parameters: ItemParameters): unknown {
	return isOption ? parameters.options()[field.name] : parameters.raw(field.name);
}

/** Whether a field counts for an item: it does not while the panel hides it. */
export function isShown({ field }: DeclaredField, parameters: ItemParameters, all: DeclaredField[]): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, allowed]) => {
		const condition = all.find((other) => !other.isOption && other.field.name === name);
		if (!condition) return true;
		const value = rawValue(condition, parameters);
		const meant = condition.field.type === 'boolean' ? flag(labelOf(condition), value) : value;
		return (allowed as unknown[]).includes(meant);
	});
}

/** The value that stands in a request where a field sends it; undefined when there is none. */
export function valueAt(request: ServiceRequest, { place, property }: Target): unknown {
	if (place === 'path') return pathValues(request.service, request.path)[property];
	return property
		.split('.')
		.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], request[place]);
}
