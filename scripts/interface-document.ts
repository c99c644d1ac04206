/** A schema of the OpenAPI document, with the extensions that its first lines explain. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	const?: string;
	enum?: string[];
	anyOf?: Schema[];
	allOf?: Schema[];
	items?: Schema;
	pattern?: string;
	maxLength?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	then?: { required: string[] };
	'x-source'?: string;
	'x-known-values'?: string[];
	'x-needed'?: string[];
	'x-below'?: Record<string, number>;
	'x-max-bytes'?: number;
}

/** A parameter of a path or a query, or a reference to one. */
export interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	schema: Schema;
	'x-requires'?: string[];
}

/** How many requests the service takes in a time, and what they are counted for. */
export interface Rate {
	requests: number;
	seconds: number;
	burst?: number;
	per: string;
}

/** An operation of the OpenAPI document, with the extensions that its first lines explain. */
export interface Operation {
	operationId: string;
	'x-source'?: string;
	'x-effect': string;
	'x-answer': string;
	'x-entitlement'?: string;
	'x-rate'?: Rate;
	parameters?: Parameter[];
	requestBody?: { content: { 'application/json': { schema: Schema } } };
	responses: object;
}

/** The OpenAPI document, as far as the project reads it. */
export interface OpenApiDocument {
	paths: Record<string, Record<string, Operation>>;
	components: {
		parameters: Record<string, Parameter>;
		schemas: Record<string, Schema>;
	};
}

/** An operation with its method, in capitals, and its path. */
export interface PlacedOperation extends Operation {
	path: string;
	method: string;
}

/** All operations, in the order of the document. */
export function placedOperations({ paths }: Pick<OpenApiDocument, 'paths'>): PlacedOperation[] {
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...operation,
			path,
			method: method.toUpperCase(),
		})),
	);
}

/** The schema that another one names, or itself. */
export function resolved(
	schema: Schema,
	{ schemas }: Pick<OpenApiDocument['components'], 'schemas'>,
): Schema {
	const name = schema.$ref?.split('/').pop();
	return name === undefined ? schema : (schemas[name] ?? {});
}

/** The parameters of an operation, each with what it refers to. */
export function namedParameters(
	{ parameters = [] }: Operation,
	{ components }: OpenApiDocument,
): Parameter[] {
	return parameters.map(
		({ $ref, ...parameter }) => components.parameters[$ref?.split('/').pop() ?? ''] ?? parameter,
	);
}

/** A text with a small first letter. */
export function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
