import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';
import { placedOperations, type OpenApiDocument } from '../scripts/interface-document';

/** The OpenAPI document of the service, as text. */
export function openApiText(): string {
	return readFileSync(join(__dirname, 'openapi.yaml'), 'utf8');
}

/**
 * A router and validator of the OpenAPI document. The library checks documents against OpenAPI 3.0 only, hence `quick`,
 * which leaves that check out.
 */
export async function openApiBackend(): Promise<OpenAPIBackend> {
	const definition = parse(openApiText()) as Document;
	const ajvOpts = { allErrors: true };
	return await new OpenAPIBackend({ definition, quick: true, ignoreTrailingSlashes: false, ajvOpts }).init();
}

/** The OpenAPI document of the service. */
export function openApiDocument(): OpenApiDocument {
	return parse(openApiText()) as OpenApiDocument;
}

/** The version label of each operation (`x-release`), by its id. */
export function releases(): Record<string, string> {
	const operations = placedOperations(openApiDocument());
	return Object.fromEntries(
		operations.map(({ operationId, 'x-release': release }) => [operationId, release]),
	);
}
