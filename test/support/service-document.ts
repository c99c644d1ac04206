import { openApiDocument } from '../../simulator/document';

/** The OpenAPI document of the service. */
export const serviceDocument = openApiDocument();

/** The statuses of errors that section 7 names, each with its reason phrase. */
export const documentedStatuses = [
	...(serviceDocument['x-sections']['7']?.text ?? '').replace(/\s+/g, ' ').matchAll(/\b(\d{3}) \(([^)]+)\)/g),
].map(([, status, phrase = '']) => [Number(status), phrase] as const);
