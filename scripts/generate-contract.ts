import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import {
	namedParameters,
	placedOperations,
	lowerFirst,
	resolved,
	type OpenApiDocument,
	type Operation,
	type Parameter,
	type Schema,
} from './interface-document';
import { ClearProblem } from './n8n/program';
import { openApiDocument } from '../simulator/document';

const banner = '// Generated from simulator/openapi.yaml by `npm run generate`. Do not edit.';

function constant(name: string, comment: string, code: string): string {
	return `/** ${comment} */\nexport const ${name} = ${code};\n`;
}

function asConst(value: unknown): string | undefined {
	return value === undefined ? undefined : `${withSources(JSON.stringify(value))} as const`;
}

/** What stands for the source of a constant in the JSON of another one. */
function source(code: string): string {
	return `@${code}@`;
}

function withSources(json: string): string {
	return json.replaceAll(/"@(.*?)@"/g, '$1');
}

type Components = OpenApiDocument['components'];

/** What the contract carries over of a value, and what says nothing of it. */
const carried =
	/^(\$ref|type|enum|const|anyOf|allOf|items|maxItems|properties|required|if|then|default|description|x-.+)$/;

/** Whether the nodes enforce a keyword of a schema. A named schema with a pattern has a rule in nodes/shared/input. */
function isEnforced(keyword: string, value: unknown, { type, pattern }: Schema, isNamed: boolean): boolean {
	if (carried.test(keyword)) return true;
	if (keyword === 'minLength' || keyword === 'minItems') return value === 1;
	if (keyword === 'minimum' || keyword === 'maximum') return type === 'integer';
	return (keyword === 'pattern' || keyword === 'maxLength') && isNamed && pattern !== undefined;
}

/** The schema of a value of a request; an error where it has a rule that nobody would notice to be missing in the nodes. */
function enforced(schema: Schema, components: Components): Schema {
	const named = resolved(schema, components);
	for (const [keyword, value] of Object.entries(named)) {
		if (isEnforced(keyword, value, named, named !== schema)) continue;
		throw new ClearProblem(
			`The nodes would not enforce "${keyword}" of ${JSON.stringify(schema)}. Give the schema a name and a pattern, and its rule in nodes/shared/input/.`,
		);
	}
	return named;
}

const kindsOfTypes: Record<string, string> = { boolean: 'flag', string: 'text' };

/** What a value of a request must look like: its kind, by which the nodes know its rule, and what else the rule needs. */
function valueSchema(schema: Schema, components: Components): Record<string, unknown> {
	const named = enforced(schema, components);
	const name = lowerFirst(schema.$ref?.split('/').pop() ?? '');
	if (named.enum) return { kind: 'choice', values: source(`${name}Values`) };
	if (named.pattern) return { kind: name };
	if (named.anyOf) {
		const kinds = named.anyOf.map((one) => valueSchema(one, components));
		const values = kinds.map((one) => String(one.values).replaceAll('@', ''));
		if (kinds.every(({ kind }) => kind === 'choice')) {
			return { kind: 'choice', values: source(`[...${values.join(', ...')}]`) };
		}
		return { kind: lowerFirst(kinds.map(({ kind }) => upperFirst(String(kind))).join('Or')) };
	}
	if (named.items) {
		const { kind, ...rest } = valueSchema(named.items, components);
		return { kind: `${String(kind)}s`, ...rest, maxItems: named.maxItems, maxBytes: named['x-max-bytes'] };
	}
	const type = String(named.type);
	if (type === 'integer') return { kind: type, minimum: named.minimum, maximum: named.maximum };
	return { kind: kindsOfTypes[type] ?? type };
}

function upperFirst(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The properties of a body, those of an object inside it as `outer.inner`. */
function bodyValues(schema: Schema, components: Components, prefix = ''): Record<string, object> {
	const { properties = {}, required = [], then } = enforced(schema, components);
	const entries = Object.entries(properties).flatMap(([name, property]) => {
		const path = `${prefix}${name}`;
		if (resolved(property, components).properties) {
			return Object.entries(bodyValues(property, components, `${path}.`));
		}
		const isRequired = required.includes(name) || then?.required.includes(name);
		const value = { ...valueSchema(property, components), ...(isRequired && { required: true }) };
		return [[path, value] as [string, object]];
	});
	return Object.fromEntries(entries);
}

function parameterValues(
	parameters: Parameter[],
	place: string,
	components: Components,
): Record<string, object> {
	const here = parameters.filter((parameter) => parameter.in === place);
	const entries = here.map(({ name, schema, 'x-requires': requires }) => {
		const value = valueSchema(schema, components);
		if (place === 'query') return [name, { ...value, requires }] as const;
		const known = resolved(schema, components)['x-known-values'];
		const label = { kind: 'label', ...(known && { examples: source(`known${schemaName(schema)}Values`) }) };
		return [name, { ...(value.kind === 'text' ? label : value), required: true }] as const;
	});
	return Object.fromEntries(entries);
}

/** What a request of an operation holds: by place and name what each value must look like. */
function requestValues(document: OpenApiDocument, operation: Operation): object {
	const { components } = document;
	const named = namedParameters(operation, document);
	const body = operation.requestBody?.content['application/json'].schema;
	const [schema = body, together] = body?.allOf ?? [];
	const values = {
		path: parameterValues(named, 'path', components),
		query: parameterValues(named, 'query', components),
		body: schema && bodyValues(schema, components),
	};
	const filled = Object.entries(values).filter(
		([place, held]) => held && (place === 'body' || Object.keys(held).length > 0),
	);
	return {
		values: Object.fromEntries(filled),
		atLeastOne: together?.anyOf?.flatMap(({ required = [] }) => required),
	};
}

const answerKinds: Record<string, string> = {
	boolean: 'flag',
	number: 'number',
	string: 'text',
	array: 'list',
};

/** Workflows rely on flags and lists of public material; other values may have another form. */
const kindsOfPublicMaterial = ['flag', 'list'];

/** What a value of an answer must be: a kind, one of some values, or an object with values of its own. */
function answerValue(name: string, schema: Schema, components: Components, isPublic: boolean): unknown {
	const named = resolved(schema, components);
	const [alternative] = named.anyOf ?? [];
	if (alternative) return answerValue(name, alternative, components, isPublic);
	const types = [named.type ?? []].flat().filter((type) => type !== 'null');
	const kind = answerKinds[types.join()] ?? 'any';
	if (name.endsWith('_id')) return 'label';
	if (isPublic) return kindsOfPublicMaterial.includes(kind) ? kind : 'any';
	if (named.pattern) return 'label';
	if (named.enum) return valueSchema(schema, components).values;
	return named.properties ? answerValues(named, components) : kind;
}

function isNullable({ type = '', anyOf = [] }: Schema): boolean {
	return type.includes('null') || anyOf.some(isNullable);
}

/** The values that the data of an answer must hold, by name, with a question mark behind it if they may be null. */
function answerValues(schema: Schema, components: Components): Record<string, unknown> {
	const {
		properties = {},
		required = [],
		'x-source': source,
		'x-needed': needed = required,
	} = resolved(schema, components);
	const entries = needed.map((name) => {
		const property = properties[name] ?? {};
		const value = answerValue(name, property, components, source === 'public-material');
		return [`${name}${isNullable(property) ? '?' : ''}`, value] as const;
	});
	return Object.fromEntries(entries);
}

function schemaName({ $ref = '' }: Schema): string {
	return $ref.split('/').pop() ?? '';
}

function answersConstant(document: OpenApiDocument): string {
	const { schemas } = document.components;
	const entries = placedOperations(document).map(
		({ 'x-answer': name }) => [name, answerValues(schemas[name] ?? {}, document.components)] as const,
	);
	return constant(
		'answerValues',
		'The values that the data of answers must hold; a name with a question mark may have null.',
		String(asConst(Object.fromEntries(entries))),
	);
}

function operationsConstant(document: OpenApiDocument): string {
	const operations: Record<string, object> = {};
	for (const operation of placedOperations(document)) {
		const rate = operation['x-rate'];
		operations[operation.operationId] = {
			method: operation.method,
			path: operation.path,
			effect: operation['x-effect'],
			...(rate && {
				rate: { requests: rate.requests, seconds: rate.seconds, ...(rate.burst && { burst: rate.burst }) },
			}),
			...(operation['x-entitlement'] && { entitlement: operation['x-entitlement'] }),
			...requestValues(document, operation),
			answer: operation['x-answer'],
		};
	}
	return constant(
		'serviceOperations',
		'Method, path, effect and rate of every operation (section 4), what the values of its request must look like, and the schema of its answer.',
		String(asConst(operations)),
	);
}

function schemaConstants(document: OpenApiDocument): string[] {
	return Object.entries(document.components.schemas).flatMap(([name, schema]) => {
		const own = lowerFirst(name);
		// An answer may have any label as its version.
		const isChecked = schema.pattern && name !== 'ApiVersion';
		const pattern = isChecked ? `new RegExp(${JSON.stringify(schema.pattern)})` : undefined;
		const constants: Array<[name: string, comment: string, code: string | undefined]> = [
			[`${own}Values`, `Values of ${name}.`, asConst(schema.enum)],
			[`known${name}Values`, `Known values of ${name}; others exist.`, asConst(schema['x-known-values'])],
			[`${own}Below`, `${name} holds below this score.`, asConst(schema['x-below'])],
			[`${own}Pattern`, `What a ${name} looks like.`, pattern],
			[`${own}MaxLength`, `Characters that a ${name} may have.`, asConst(schema.maxLength)],
			[`max${name}`, `${name} that one message may carry.`, asConst(schema.maxItems)],
		];
		return constants.flatMap(([constantName, comment, code]) =>
			code === undefined ? [] : [constant(constantName, comment, code)],
		);
	});
}

/** nodes/shared/contract/contract.ts: operations, limits, enumerations and patterns, needed at run time; by path. */
export function contractFiles(): Record<string, string> {
	const document = openApiDocument();
	const values = [
		banner,
		"import type { components } from './contract-types';",
		'',
		...schemaConstants(document),
		answersConstant(document),
		operationsConstant(document),
		'/** A schema of the service by its name in the OpenAPI document. */',
		"export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];",
		'',
		'/** The name of an operation of the service. */',
		'export type OperationId = keyof typeof serviceOperations;',
	];
	return { 'nodes/shared/contract/contract.ts': values.join('\n') };
}

/** nodes/shared/contract/contract-types.d.ts, by path: the types of what requests and answers hold. */
export async function typesFile(): Promise<Record<string, string>> {
	const { schemas } = openApiDocument().components;
	const document = { openapi: '3.1.0', info: {}, components: { schemas } };
	const types = astToString(await openapiTS(document as unknown as OpenAPI3));
	return { 'nodes/shared/contract/contract-types.d.ts': `${banner}\n${types}` };
}
