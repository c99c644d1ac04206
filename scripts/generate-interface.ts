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
	fieldTable,
	fromPublicMaterial,
	leftOpen,
	resolved,
	type Context,
	type Schema,
} from './interface-fields';
import { table } from './markdown-table';

const introduction = `# The service's interface

<!-- Generated from simulator/openapi.yaml by \`npm run generate\`. Do not edit. -->

What this package knows of the service, in the order of the interface document and with its section numbers: a section
that a comment, a message or a test of this package names is the one here. _From public material_ marks a fact of lower
rank, which is not in the interface document: a deployment may answer otherwise, and the nodes then say so. _Left open_
is what the interface document does not show.`;

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
		...(beyond.length > 0 ? [`## ${beyondSections}`] : []),
		...beyond.flatMap((operation) => operationParts(operation, document, context)),
	];
	return { 'docs/interface.md': parts.filter((part) => part !== '').join('\n\n') };
}

/** The objects of a section that are not bodies of requests: those stand with their operation. */
function records(number: string, context: Context): string[] {
	return Object.entries(context.schemas)
		.filter(([name, schema]) => schema['x-section'] === number && !name.endsWith('Request'))
		.filter(([, schema]) => schema.properties !== undefined)
		.flatMap(([name, schema]) => [`\`${name}\`:`, fieldTable(schema, context), openPart(schema)]);
}

function operationParts(operation: PlacedOperation, document: OpenApiDocument, context: Context): string[] {
	const entitlement = operation['x-entitlement'];
	const body = operation.requestBody?.content['application/json'].schema;
	return [
		`**${operation.summary}**: \`${operation.method} ${operation.path}\`. ${[
			effects[operation['x-effect']],
			entitlement ? `Needs the entitlement \`${entitlement}\`.` : '',
			operation['x-source'] ? fromPublicMaterial : '',
		]
			.filter(Boolean)
			.join(' ')}`,
		parameterTable(operation.parameters ?? [], document, context),
		...(body ? bodyParts(body, context) : []),
		...answerParts(operation, document, context),
		openPart(operation),
	];
}

function parameterTable(parameters: Parameter[], document: OpenApiDocument, context: Context): string {
	const named = parameters.map(
		({ $ref, ...parameter }) => document.components.parameters[$ref?.split('/').pop() ?? ''] ?? parameter,
	);
	const fields = named.map(({ name, schema, description, in: place }) => {
		const where = place === 'path' ? 'In the path.' : 'In the query.';
		return [name, { ...schema, description: [where, description].filter(Boolean).join(' ') }] as const;
	});
	const required = named.filter(({ in: place }) => place === 'path').map(({ name }) => name);
	return fieldTable({ properties: Object.fromEntries(fields), required }, context).replace(
		'Field',
		'Parameter',
	);
}

function bodyParts(body: Schema, context: Context): string[] {
	const schema = resolved(body.allOf?.[0] ?? body, context);
	return ['The body:', fieldTable(schema, context), openPart(schema)];
}

function answerParts(operation: Operation, document: OpenApiDocument, context: Context): string[] {
	const record = resolved(answerData(operation, document), context);
	const section = record['x-section'];
	if (section !== undefined) return [`The answer's \`data\`: ${context.link(section)}.`];
	return ["The answer's `data`:", fieldTable(record, context), ...inListed(record, context)];
}

/** The fields of the objects in the lists of a record that has no section of its own. */
function inListed(record: Schema, context: Context): string[] {
	return Object.entries(record.properties ?? {}).flatMap(([name, { items }]) => {
		const listed = items ? resolved(items, context) : {};
		return listed.properties ? [`Each of \`${name}\`:`, fieldTable(listed, context)] : [];
	});
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
