import { parse } from 'yaml';

import { openApiText } from '../simulator/document';
import type { OpenApiDocument } from './interface-document';

/** The OpenAPI document of the service. */
export function openApiDocument(): OpenApiDocument {
	return parse(openApiText()) as OpenApiDocument;
}
