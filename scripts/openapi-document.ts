import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

import { root } from './project-root';

/** The text of the OpenAPI document of the service. */
export async function openApiText(): Promise<string> {
	return await readFile(join(root, 'simulator', 'openapi.yaml'), 'utf8');
}

/** The OpenAPI document of the service. */
export async function openApiDocument<Document>(): Promise<Document> {
	return parse(await openApiText()) as Document;
}
