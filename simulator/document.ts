import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../scripts/interface-document';

/**
 * A router and validator of the OpenAPI document. The library checks documents against OpenAPI 3.0 only, hence `quick`,
 * which leaves that check out.
 */
export async function openApiBackend(): Promise<OpenAPIBackend> {
	const definition = openApiDocument() as unknown as Document;
	const ajvOpts = { allErrors: true };
	return await new OpenAPIBackend({ definition, quick: true, ignoreTrailingSlashes: false, ajvOpts }).init();
}

/** The OpenAPI document of the service, each operation with the responses that its `x-answer` stands for. */
export function openApiDocument(): OpenApiDocument {
	const document = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as OpenApiDocument;
	for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
		const data = { properties: { data: schemaOf(operation['x-answer']) } };
		operation.responses = {
			200: responseOf({ allOf: [schemaOf('ResponseEnvelope'), data] }),
			default: responseOf(schemaOf('ErrorEnvelope')),
		};
	}
	return document;
}

function responseOf(schema: object): object {
	return { description: '', content: { 'application/json': { schema } } };
}

function schemaOf(name: string): object {
	return { $ref: `#/components/schemas/${name}` };
}
