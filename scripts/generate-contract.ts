import openapiTS, { astToString } from 'openapi-typescript';

import { placedOperations, type OpenApiDocument, type Operation } from './interface-document';
import { lowerFirst, resolved } from './interface-fields';
import { openApiText } from '../simulator/document';
import { openApiDocument } from './openapi-document';

const banner = '// Generated from simulator/openapi.yaml by `npm run generate`. Do not edit.';

function constant(name: string, comment: string, value: unknown): string {
	return `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}

function bodyFields({ components }: OpenApiDocument, { requestBody }: Operation): string[] | undefined {
	const schema = requestBody?.content['application/json'].schema;
	return schema && Object.keys(resolved(schema.allOf?.[0] ?? schema, components).properties ?? {});
}

function operationsConstant(document: OpenApiDocument): string {
	const operations: Record<string, object> = {};
	for (const operation of placedOperations(document)) {
		const rate = operation['x-rate'];
		operations[operation.operationId] = {
			method: operation.method,
			path: operation.path,
			section: operation['x-section'],
			effect: operation['x-effect'],
			...(rate && {
				rate: { requests: rate.requests, seconds: rate.seconds, ...(rate.burst && { burst: rate.burst }) },
			}),
			...(operation['x-entitlement'] && { entitlement: operation['x-entitlement'] }),
			bodyFields: bodyFields(document, operation),
		};
	}
	return constant(
		'serviceOperations',
		'Method, path, effect, rate and body fields of every operation (section 4).',
		operations,
	);
}

function schemaConstants(document: OpenApiDocument): string[] {
	return Object.entries(document.components.schemas).flatMap(([name, schema]) => {
		const lines: string[] = [];
		if (schema.enum) lines.push(constant(`${lowerFirst(name)}Values`, `Values of ${name}.`, schema.enum));
		if (schema['x-known-values']) {
			lines.push(
				constant(`known${name}Values`, `Known values of ${name}; others exist.`, schema['x-known-values']),
			);
		}
		if (schema['x-below']) {
			lines.push(constant(`${lowerFirst(name)}Below`, `${name} holds below this score.`, schema['x-below']));
		}
		if (schema.pattern) {
			lines.push(
				`/** What a ${name} looks like. */\nexport const ${lowerFirst(name)}Pattern = new RegExp(${JSON.stringify(schema.pattern)});\n`,
			);
		}
		if (schema.maxLength) {
			lines.push(
				constant(`${lowerFirst(name)}MaxLength`, `Characters that a ${name} may have.`, schema.maxLength),
			);
		}
		if (schema.maxItems) {
			lines.push(constant(`max${name}`, `${name} that one message may carry.`, schema.maxItems));
		}
		return lines;
	});
}

/**
 * nodes/shared/contract/contract.ts (operations, limits, enumerations and patterns, needed at run time) and
 * nodes/shared/contract/contract-types.ts (the types of requests and answers), by path.
 */
export async function contractFiles(): Promise<Record<string, string>> {
	const document = openApiDocument();
	const values = [
		banner,
		"import type { components } from './contract-types';",
		'',
		operationsConstant(document),
		...schemaConstants(document),
		'/** A schema of the service by its name in the OpenAPI document. */',
		"export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];",
		'',
		'/** The name of an operation of the service. */',
		'export type OperationId = keyof typeof serviceOperations;',
	];
	const types = [banner, astToString(await openapiTS(openApiText()))];
	return {
		'nodes/shared/contract/contract.ts': values.join('\n'),
		'nodes/shared/contract/contract-types.ts': types.join('\n'),
	};
}
