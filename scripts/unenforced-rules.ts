import {
	namedParameters,
	placedOperations,
	resolved,
	type OpenApiDocument,
	type Schema,
} from './interface-document';

/** What the contract carries over as it is, and what says nothing of a value. */
const carried = [
	'$ref',
	'type',
	'enum',
	'const',
	'anyOf',
	'allOf',
	'items',
	'maxItems',
	'properties',
	'required',
];
const silent = ['if', 'then', 'default', 'description'];

/** Whether the nodes enforce a keyword of a schema. A named schema with a pattern has a rule in nodes/shared/input. */
function isEnforced(keyword: string, value: unknown, { type, pattern }: Schema, isNamed: boolean): boolean {
	if (keyword.startsWith('x-') || [...carried, ...silent].includes(keyword)) return true;
	if (keyword === 'minLength' || keyword === 'minItems') return value === 1;
	if (keyword === 'minimum' || keyword === 'maximum') return type === 'integer';
	return (keyword === 'pattern' || keyword === 'maxLength') && isNamed && pattern !== undefined;
}

function unenforcedIn(schema: Schema, place: string, { components }: OpenApiDocument): string[] {
	const own = resolved(schema, components);
	const inner = (one: Schema, where = place) => unenforcedIn(one, where, { components } as OpenApiDocument);
	const isNamed = own !== schema;
	return [
		...Object.entries(own)
			.filter(([keyword, value]) => !isEnforced(keyword, value, own, isNamed))
			.map(([keyword]) => `${place}: ${keyword}`),
		...Object.entries(own.properties ?? {}).flatMap(([name, one]) => inner(one, `${place} ${name}`)),
		...[own.items ?? [], own.anyOf ?? [], own.allOf ?? []].flat().flatMap((one) => inner(one)),
	];
}

/** The rules for values of requests that the nodes would not enforce, each with its operation and value. */
export function unenforcedRules(document: OpenApiDocument): string[] {
	return placedOperations(document).flatMap((operation) => {
		const { operationId, requestBody } = operation;
		const body = requestBody?.content['application/json'].schema;
		return [
			...namedParameters(operation, document).flatMap(({ name, schema }) =>
				unenforcedIn(schema, `${operationId} ${name}`, document),
			),
			...(body ? unenforcedIn(body, operationId, document) : []),
		];
	});
}
