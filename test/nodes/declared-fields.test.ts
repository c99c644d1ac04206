/** Walks the contract: every value that a request may hold is reached by exactly one field of its operation. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { declaredFields, valuesOf } from '../../nodes/shared/operation/request';
import { offeredOperations } from '../support/offered-operations';
import { actionNodes } from '../support/panels';

const rows = offeredOperations.map((operation) => [operation.id, operation] as const);
const ofChannels = rows.filter(([, { byChannel }]) => byChannel);

/** One for each operation of the service: others may use a part of it. */
const ofOne = rows.filter(([id, { byChannel, service }]) => !byChannel && id === service);

test.each(ofOne)('%s: each value of the contract has one field', (_, operation) => {
	const { service } = operation;
	const held = Object.entries(valuesOf(service)).flatMap(([place, values]) =>
		Object.keys(values).map((property) => `${place} ${property}`),
	);
	const targets = declaredFields(operation).flatMap((declared) => declared.targets);
	expect(targets.map(({ place, property }) => `${place} ${property}`).sort()).toEqual(held.sort());
});

test.each(ofChannels)('%s: over each channel, what the contract requires has one field', (_, operation) => {
	for (const [channel, service] of Object.entries(operation.byChannel?.services ?? {})) {
		const required = Object.entries(valuesOf(service)).flatMap(([place, values]) =>
			Object.entries(values).flatMap(([name, { required }]) =>
				required && !name.includes('.') ? [`${place} ${name}`] : [],
			),
		);
		const targets = declaredFields(operation, service)
			.filter(({ field }) => field.displayOptions?.show?.channel?.includes(channel) ?? true)
			.flatMap((declared) => declared.targets);
		const names = targets.map(({ place, property }) => `${place} ${property}`);
		expect(names).toEqual(expect.arrayContaining(required));
		expect(new Set(names).size).toBe(names.length);
	}
});

/** The names to which a field or its options say that they send their values. */
function sentNames({ routing, options = [] }: INodeProperties): string[] {
	const inside = options.filter(
		(option): option is INodeProperties => 'displayName' in option && 'type' in option,
	);
	return [routing?.send?.property ?? [], ...inside.map(sentNames)].flat();
}

test('no field sends a value to a name that no operation with the field has', () => {
	for (const field of new Set(offeredOperations.flatMap(({ fields }) => fields))) {
		const having = offeredOperations.filter(({ fields }) => fields.includes(field));
		const known = having.flatMap((operation) =>
			[operation.service, ...Object.values(operation.byChannel?.services ?? {})].flatMap((service) =>
				declaredFields(operation, service).flatMap(({ targets }) => targets.map(({ property }) => property)),
			),
		);
		expect(known).toEqual(expect.arrayContaining(sentNames(field)));
	}
});

test.each(rows)('%s: the panel declares method and path of the contract', (id, { service }) => {
	const options = actionNodes.flatMap(
		({ properties }) =>
			properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[],
	);
	const { method, path: url } = serviceOperations[service];
	expect(options.find(({ value }) => value === id)?.routing).toEqual({ request: { method, url } });
});
