import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { declaredFields } from '../../nodes/shared/operation/request';
import { offeredOperations } from '../support/offered-operations';
import { actionNodes } from '../support/panels';

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

test.each(offeredOperations)('$id: the panel declares method and path of the contract', ({ id, service }) => {
	const options = actionNodes.flatMap(
		({ properties }) =>
			properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[],
	);
	const { method, path: url } = serviceOperations[service];
	expect(options.find(({ value }) => value === id)?.routing).toEqual({ request: { method, url } });
});
