import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

import { banner } from './generate-contract';
import { openApiDocument } from '../simulator/document';

/** nodes/shared/contract/contract-types.d.ts, by path: the types of what requests and answers hold. */
export async function typesFile(): Promise<Record<string, string>> {
	const { schemas } = openApiDocument().components;
	const document = { openapi: '3.1.0', info: {}, components: { schemas } };
	const types = astToString(await openapiTS(document as unknown as OpenAPI3));
	return { 'nodes/shared/contract/contract-types.d.ts': `${banner}\n${types}` };
}
