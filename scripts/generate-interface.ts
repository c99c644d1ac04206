import { openApiDocument } from './openapi-document';
import {
	answerData,
	beyondSections,
	paceOf,
	placedOperations,
	sectionAddress,
	sectionHeading,
	type OpenApiDocument,
	type Operation,
	type Parameter,
	type PlacedOperation,
} from './interface-document';
import {
	fieldList,
	fromPublicMaterial,
	leftOpen,
	resolved,
	type Context,
	type Schema,
} from './interface-fields';
import { table } from './markdown-table';

const introduction = `# The service's interface

<!-- Generated from simulator/openapi.yaml by \`npm run generate\`. Do not edit. -->

What this package knows about the service, with the section numbers of the interface document. Code, tests and docs cite
these sections. _From public material_ marks facts that aren't in the interface document, so a provider may answer
differently. _Left open_ marks what the interface document doesn't show. Fields are required unless they are optional.`;

const effects: Record<string, string> = {
	read: 'Changes nothing.',
	change: 'Changes the account.',
	send: 'Delivers a message to a person.',
};

/** docs/interface.md, by path: every section of the interface that the code cites. */
export async function interfaceFiles(): Promise<Record<string, string>> {
	const document = openApiDocument();
	const sections = Object.entries(document['x-sections']).sort(([one], [other]) => bySection(one, other));
	const context: Context = {
		schemas: document.components.schemas,
		link: (number) => `[${number}](${sectionAddress(number, document)})`,
	};
	const operations = placedOperations(document);
	const beyond = operations.filter((operation) => operation['x-section'] === undefined);
	const parts = [
		introduction,
		...sections.flatMap(([number, section]) => [
			`${'#'.repeat(number.split('.').length + 1)} ${sectionHeading(number, document)}`,
			section.text ?? '',
			...records(number, context),
			...operations
				.filter((operation) => operation['x-section'] === number)
				.flatMap((operation) => operationParts(operation, document, context)),
			number === '8' ? rates(operations, context) : '',
			section['not-shown'] ? leftOpen(section['not-shown']) : '',
		]),
		`## ${beyondSections}`,
		'These are from public material. Their fields are in [openapi.yaml](../simulator/openapi.yaml).',
		beyond.map((operation) => `- ${headline(operation)}`).join('\n'),
	];
	return { 'docs/interface.md': parts.filter((part) => part !== '').join('\n\n') };
}

/** The objects of a section that are not bodies of requests: those stand with their operation. */
function records(number: string, context: Context): string[] {
	return Object.entries(context.schemas)
		.filter(([name, schema]) => schema['x-section'] === number && !name.endsWith('Request'))
		.filter(([, schema]) => schema.properties !== undefined)
		.flatMap(([name, schema]) => [`\`${name}\`:`, fieldList(schema, context), openPart(schema)]);
}

/** What an operation does, its request and its entitlement. */
function headline(operation: PlacedOperation): string {
	const entitlement = operation['x-entitlement'];
	const notes = [
		effects[operation['x-effect']],
		entitlement ? `Needs the entitlement \`${entitlement}\`.` : '',
		operation['x-source'] && operation['x-section'] ? fromPublicMaterial : '',
	];
	const request = `\`${operation.method} ${operation.path}\``;
	return [`**${operation.summary}**: ${request}.`, ...notes].filter(Boolean).join(' ');
}

function operationParts(operation: PlacedOperation, document: OpenApiDocument, context: Context): string[] {
	const body = operation.requestBody?.content['application/json'].schema;
	return [
		headline(operation),
		parameterList(operation.parameters ?? [], document, context),
		...(body ? bodyParts(body, context) : []),
		...answerParts(operation, document, context),
		openPart(operation),
	];
}

function parameterList(parameters: Parameter[], document: OpenApiDocument, context: Context): string {
	const named = parameters.map(
		({ $ref, ...parameter }) => document.components.parameters[$ref?.split('/').pop() ?? ''] ?? parameter,
	);
	const fields = named.map(({ name, schema, description, in: place }) => {
		const where = place === 'path' ? 'In the path.' : 'In the query.';
		return [name, { ...schema, description: [where, description].filter(Boolean).join(' ') }] as const;
	});
	const required = named.filter(({ in: place }) => place === 'path').map(({ name }) => name);
	return fieldList({ properties: Object.fromEntries(fields), required }, context);
}

function bodyParts(body: Schema, context: Context): string[] {
	const schema = resolved(body.allOf?.[0] ?? body, context);
	return ['The body:', fieldList(schema, context), openPart(schema)];
}

function answerParts(operation: Operation, document: OpenApiDocument, context: Context): string[] {
	const section = resolved(answerData(operation, document), context)['x-section'];
	return section === undefined ? [] : [`The answer's \`data\`: ${context.link(section)}.`];
}

function rates(operations: PlacedOperation[], context: Context): string {
	const rows = operations.flatMap((operation) => {
		const rate = operation['x-rate'];
		if (!rate) return [];
		const section = operation['x-section'];
		const name = section ? `${operation.summary}, ${context.link(section)}` : operation.summary;
		return [[name, paceOf(rate), `each ${rate.per}`, rate['x-source'] ? fromPublicMaterial : '']];
	});
	return table(['Operation', 'Requests', 'For', 'Notes'], rows);
}

function openPart(element: { 'x-not-shown'?: string }): string {
	return element['x-not-shown'] ? leftOpen(element['x-not-shown']) : '';
}

function bySection(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
