import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { simplified } from '../nodes/Intelligence/look-up-number.operation';
import type { NodeOperation } from '../nodes/shared/operation/operation';
import { openApiDocument } from './generated-files';
import { root } from './project-root';

interface JsonSchema {
	$ref?: string;
	type?: string | string[];
	enum?: string[];
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
	anyOf?: JsonSchema[];
	allOf?: JsonSchema[];
}

interface OpenApiDocument {
	paths: Record<string, Record<string, { operationId: string; responses: { 200: unknown } }>>;
}

/** What n8n's editor understands of a schema: a type, and the fields or items in it. */
interface Preview {
	type: string;
	properties?: Record<string, Preview>;
	items?: Preview;
}

const nodeVersion = 'v1.0.0';

function resolved(document: unknown, schema: JsonSchema): JsonSchema {
	if (!schema.$ref) return schema;
	const target = schema.$ref
		.split('/')
		.slice(1)
		.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], document);
	return resolved(document, target as JsonSchema);
}

function preview(document: unknown, reference: JsonSchema): Preview {
	const schema = resolved(document, reference);
	if (schema.anyOf) return preview(document, schema.anyOf[0] ?? {});
	const type = [schema.type ?? 'string'].flat()[0] ?? 'string';
	const properties = Object.entries(schema.properties ?? {}).map(
		([name, property]) => [name, preview(document, property)] as const,
	);
	return {
		type,
		...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
		...(schema.items && { items: preview(document, schema.items) }),
	};
}

function answerData(document: OpenApiDocument, id: string): JsonSchema {
	const operation = Object.values(document.paths)
		.flatMap((methods) => Object.values(methods))
		.find(({ operationId }) => operationId === id);
	const response = resolved(document, operation?.responses[200] as JsonSchema) as {
		content?: { 'application/json': { schema: JsonSchema } };
	};
	return response.content?.['application/json'].schema.allOf?.[1]?.properties?.data ?? {};
}

/** Puts each field's preview where a record has its value, so that `simplified` picks previews. */
function asRecord({ type, properties, ...rest }: Preview): unknown {
	if (!properties) return { type, ...rest };
	return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, asRecord(field)]));
}

function outputPreview(document: OpenApiDocument, id: string): Preview {
	const data = preview(document, answerData(document, id));
	if (id !== 'lookUpNumber') return data;
	return { type: 'object', properties: simplified(asRecord(data) as never) as never };
}

/**
 * nodes/<Resource>/__schema__/v1.0.0/<operation>.json by path: with these files n8n's editor shows the output
 * fields of an operation before it has run.
 */
export async function outputSchemaFiles(): Promise<Record<string, string>> {
	const document = await openApiDocument<OpenApiDocument>();
	const files: Record<string, string> = {};
	for (const file of globSync('nodes/*/*.operation.ts', { cwd: root })) {
		const [operation] = Object.values(
			(await import(join(root, file))) as Record<string, NodeOperation>,
		).filter((value) => typeof value === 'object');
		if (!operation) throw new Error(`${file} holds no operation`);
		files[`${dirname(file)}/__schema__/${nodeVersion}/${operation.id}.json`] = JSON.stringify({
			...outputPreview(document, operation.id),
			version: 1,
		});
	}
	return files;
}
