import type { Schema } from './interface-fields';

interface Section {
	title: string;
	text?: string;
	'not-shown'?: string;
}

/** A parameter of a path or a query, or a reference to one. */
export interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	description?: string;
	schema: Schema;
	'x-requires'?: string[];
}

interface Body {
	content: { 'application/json': { schema: Schema } };
}

interface Rate {
	requests: number;
	seconds: number;
	burst?: number;
	per: string;
	'x-source'?: string;
}

/** An operation of the OpenAPI document, with the extensions that its first lines explain. */
export interface Operation {
	operationId: string;
	summary: string;
	'x-section'?: string;
	'x-source'?: string;
	'x-effect': string;
	'x-since': string;
	'x-release': string;
	'x-not-shown'?: string;
	'x-entitlement'?: string;
	'x-rate'?: Rate;
	parameters?: Parameter[];
	requestBody?: Body;
	responses: { 200: Body & { $ref?: string } };
}

/** The OpenAPI document, as far as pages are written from it. */
export interface OpenApiDocument {
	info: { 'x-public-material': string[] };
	'x-sections': Record<string, Section>;
	paths: Record<string, Record<string, Operation>>;
	components: {
		parameters: Record<string, Parameter>;
		responses: Record<string, Body>;
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

/** The schema of an operation's answer: what stands in `data` of the envelope. */
export function answerData(
	{ responses }: Pick<Operation, 'responses'>,
	{ components }: OpenApiDocument,
): Schema {
	const answer = responses[200];
	const { content } = components.responses[answer.$ref?.split('/').pop() ?? ''] ?? answer;
	return content['application/json'].schema.allOf?.[1]?.properties?.data ?? {};
}

/** A rate in words. */
export function paceOf({ requests, seconds, burst }: Rate): string {
	return `${String(requests)} in ${String(seconds)} s${burst ? `, up to ${String(burst)} at once` : ''}`;
}

/** The heading of the operations that no section has. */
export const beyondSections = 'Not in the interface document';

/** The heading of a section on docs/interface.md. */
export function sectionHeading(number: string | undefined, document: OpenApiDocument): string {
	if (number === undefined) return beyondSections;
	return `${number} ${document['x-sections'][number]?.title ?? ''}`;
}

/** The address of a section on docs/interface.md. */
export function sectionAddress(number: string | undefined, document: OpenApiDocument): string {
	return headingAddress(sectionHeading(number, document));
}

/** The address of a heading on its page. */
export function headingAddress(heading: string): string {
	const anchor = heading
		.toLowerCase()
		.replaceAll(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
	return `#${anchor}`;
}
