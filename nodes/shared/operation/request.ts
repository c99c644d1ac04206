import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type OperationId, serviceOperations } from '../contract/contract';
import { InvalidInput, NotOverChannel, quote } from '../input/invalid-input';
import { at, flag, numberIn, oneOf, requestValue, type ValueSchema } from '../input/values';
import { channels, type Channel } from '../service/channels';
import type { NodeOperation } from './operation';
import { effectOf, type MessageFile, type ServiceRequest } from '../service/service-request';
import { choicesOf, type ItemParameters } from '../parameters/parameters';
import { senderFor } from './sender';

type ParameterLocation = 'path' | 'query' | 'body';

interface Target {
	location: ParameterLocation;
	/** Its name there; of a value inside an object of the body, `outer.inner`. */
	property: string;
	schema: ValueSchema;
}

/** A field of an operation, or one of its options, and where its value goes by the contract. */
interface DeclaredField {
	field: INodeProperties;
	label: string;
	isOption: boolean;
	/** None for a field that stays in the node; several where each choice stands for some values of the body. */
	targets: Target[];
	/** What of the body each of its choices stands for, by the value of the choice. */
	bodies: Map<unknown, IDataObject>;
}

export function valuesOf(
	service: OperationId,
): Partial<Record<ParameterLocation, Record<string, ValueSchema>>> {
	return serviceOperations[service].values;
}

function bodiesOf({ type, options = [] }: INodeProperties): Map<unknown, IDataObject> {
	const choices = type === 'options' ? (options as INodePropertyOptions[]) : [];
	const bodies = choices.map(({ value, routing }) => [value, routing?.request?.body as IDataObject] as const);
	return new Map(bodies.filter(([, body]) => body));
}

function targetsOf(field: INodeProperties, [body]: IDataObject[], id: OperationId) {
	const values = valuesOf(id);
	const target = (location: ParameterLocation, property = ''): Target[] => {
		const schema = values[location]?.[property];
		return schema ? [{ location, property, schema }] : [];
	};
	if (body) {
		const held = Object.keys(values.body ?? {}).filter((name) => at(body, name.split('.')) !== undefined);
		return held.flatMap((name) => target('body', name));
	}
	const { type = 'body', property } = field.routing?.send ?? {};
	const parameter = Object.keys(values.path ?? {}).find((name) => [field.name, property].includes(name));
	return parameter ? target('path', parameter) : target(type, property);
}

const declaredOf = new WeakMap<NodeOperation, Partial<Record<OperationId, DeclaredField[]>>>();

/**
 * The fields of an operation with those of their options that are sent, in the order of the panel. One that is named, or
 * sent, like a parameter of the path goes there, any other one where its `routing` says.
 */
export function declaredFields(operation: NodeOperation, service = operation.service): DeclaredField[] {
	const ofOperation = declaredOf.get(operation) ?? {};
	declaredOf.set(operation, ofOperation);
	const declare = (field: INodeProperties, isOption: boolean): DeclaredField => {
		const label = isOption ? `The option ${field.displayName}` : field.displayName;
		const bodies = bodiesOf(field);
		const targets = targetsOf(field, [...bodies.values()], service);
		return { field, label, isOption, targets, bodies };
	};
	return (ofOperation[service] ??= operation.fields.flatMap((field) => {
		const options = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		const sent = options.filter(({ routing }) => routing);
		return [declare(field, false), ...sent.map((option) => declare(option, true))];
	}));
}

function rawValue({ field, isOption }: DeclaredField, parameters: ItemParameters): unknown {
	return isOption ? parameters.options()[field.name] : parameters.raw(field.name);
}

/** Whether a field counts for an item: it does not while the panel hides it. */
function isShown({ field }: DeclaredField, parameters: ItemParameters, all: DeclaredField[]): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, allowed]) => {
		const condition = all.find((other) => !other.isOption && other.field.name === name);
		if (!condition) return true;
		const value = rawValue(condition, parameters);
		const meant = condition.field.type === 'boolean' ? flag(condition.label, value) : value;
		return (allowed as unknown[]).includes(meant);
	});
}

interface Parts {
	path: Record<string, string>;
	query: Record<string, boolean>;
	body: IDataObject;
	senders: string[];
	files: MessageFile[];
}

function setAt(values: object, property: string, value: unknown): void {
	const [name = '', inner] = property.split('.');
	const named = values as Record<string, unknown>;
	if (inner === undefined) named[name] = value;
	else named[name] = { ...(named[name] as object), [inner]: value };
}

/** A value that stays in the node is checked by the type of its field, before anything is sent. */
function check(field: INodeProperties, label: string, value: unknown): void {
	const { minValue: min = 0, maxValue: max } = field.typeOptions ?? {};
	if (field.type === 'boolean') flag(label, value);
	if (field.type === 'number') numberIn(label, value, { min, max, isWhole: true });
	if (field.type === 'options') oneOf(label, value, choicesOf(field));
}

/** Several numbers may share the work of a send: each recipient has one of them. */
function put(parts: Parts, target: Target, label: string, value: unknown, { service }: NodeOperation): void {
	const { location, property, schema } = target;
	if (effectOf(service) === 'send' && location === 'body' && property === 'from') {
		const several = { kind: 'phoneNumbers', required: schema.required } as const;
		parts.senders = (requestValue(label, value, several) ?? []) as string[];
		return;
	}
	const given = requestValue(label, value, schema);
	if (given === undefined) return;
	setAt(parts[location], property, location === 'path' ? String(given) : given);
}

function fill(parts: Parts, declared: DeclaredField, value: unknown, operation: NodeOperation): void {
	const { field, label, isOption, targets, bodies } = declared;
	const [target] = targets;
	if (target && bodies.size === 0) put(parts, target, label, value, operation);
	else if (!isOption) check(field, label, value);
	const ofService = Object.entries(bodies.get(value) ?? {}).filter(([name]) =>
		targets.some(({ property }) => property.split('.')[0] === name),
	);
	Object.assign(parts.body, Object.fromEntries(ofService));
}

function checkTogether({ query, body, files }: Parts, service: OperationId, fields: DeclaredField[]): void {
	const labelsOf = (properties: readonly string[]) => {
		const sending = fields.filter(({ targets }) =>
			targets.some(({ property }) => properties.includes(property)),
		);
		return sending.map(({ label }) => label).join(' and ');
	};
	for (const [name, { requires = [] }] of Object.entries(valuesOf(service).query ?? {})) {
		const missing = labelsOf(requires.filter((required) => !query[required]));
		if (!query[name] || missing === '') continue;
		const label = labelsOf([name]);
		throw new InvalidInput(`${label} also needs ${missing}`, `Turn on ${missing}, or turn ${label} off.`);
	}
	const { atLeastOne = [] } = serviceOperations[service] as { atLeastOne?: readonly string[] };
	if (files.length === 0 && atLeastOne.length > 0 && atLeastOne.every((name) => body[name] === undefined)) {
		throw new InvalidInput(`${labelsOf(atLeastOne)} are empty`, 'Fill in one of them, or both.');
	}
}

/** NotOverChannel for a channel over which the service does not offer the operation. */
function serviceOf({ name, service, byChannel }: NodeOperation, parameters: ItemParameters): OperationId {
	if (!byChannel) return service;
	const channel = parameters.raw(byChannel.field.name);
	const offered = Object.entries(byChannel.services);
	const [, found] = offered.find(([one]) => one === channel) ?? [];
	if (found) return found;
	const known = channels[channel as Channel]?.name ?? quote(channel);
	throw new NotOverChannel(
		`${name} is not possible over ${known}`,
		`It is for ${offered.map(([one]) => channels[one as Channel].name).join(' and ')}. Put an If node in front that asks for the channel, or set On Error of this node to Continue.`,
	);
}

/** What one item asks of the service (section 4), with its files. InvalidInput when a value breaks a rule of the contract. */
export function requestOf(
	operation: NodeOperation,
	parameters: ItemParameters,
	files: MessageFile[] = [],
): ServiceRequest {
	const service = serviceOf(operation, parameters);
	const fields = declaredFields(operation, service);
	const parts: Parts = { path: {}, query: {}, body: {}, senders: [], files };
	for (const declared of fields) {
		const counts =
			declared.targets.some(({ schema }) => schema.requires) || isShown(declared, parameters, fields);
		if (counts) fill(parts, declared, rawValue(declared, parameters), operation);
	}
	checkTogether(parts, service, fields);
	const { query, body } = valuesOf(service);
	return {
		service,
		path: parts.path,
		...(query && { query: parts.query }),
		...(body && { body: bodyOf(parts) }),
		...(files.length > 0 && { files }),
	};
}

function bodyOf({ body, senders }: Parts): IDataObject {
	const from = senderFor(senders, String(body.to).toLowerCase());
	return from === undefined ? body : { ...body, from };
}

/** A field with what a request has of it. */
export interface Given {
	property: string;
	/** As sentences name it: with its value if it says whom or what the request is about, `'To' (+12025550199)`. */
	text: string;
	isSubject: boolean;
}

function isSubject({ schema }: Target): boolean {
	return ['phoneNumber', 'phoneNumberOrEmailAddress', 'label'].includes(schema.kind);
}

/** The fields behind a request, the one that it concerns first of all first; none without one. */
export function givenFields(operation: NodeOperation, request?: ServiceRequest): Given[] {
	if (!request) return [];
	const given = declaredFields(operation, request.service).flatMap(({ field, targets }) =>
		targets.flatMap((target) => {
			const { location, property } = target;
			const value = at(request[location], property.split('.'));
			if (value === undefined) return [];
			const text = `'${field.displayName}'${isSubject(target) ? ` (${String(value)})` : ''}`;
			return [{ property, text, isSubject: isSubject(target) }];
		}),
	);
	return given.sort((one, other) => Number(other.isSubject) - Number(one.isSubject));
}

/** Whom or what an item is about, as its field has it; undefined where that cannot be read. */
export function subjectOf(operation: NodeOperation, parameters: ItemParameters): unknown {
	const concerned = declaredFields(operation).find(({ targets }) => targets.some(isSubject));
	try {
		return concerned && (parameters.raw(concerned.field.name) ?? undefined);
	} catch {
		return undefined;
	}
}
