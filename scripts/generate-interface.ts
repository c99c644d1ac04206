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
	fieldNotes,
	fromPublicMaterial,
	leftOpen,
	resolved,
	type Context,
	type Schema,
} from './interface-fields';

const introduction = `# The service's interface

<!-- Generated from simulator/openapi.yaml by \`npm run generate\`. Do not edit. -->

What this package knows about the service, by the sections of the interface document. _From public material_ marks facts
that it lacks, so a provider may answer differently. _Left open_ marks what it doesn't show. A question mark follows an
optional field. Types are in [openapi.yaml](../simulator/openapi.yaml).`;

const effects: Record<string, string> = {
	read: 'Reads.',
	change: 'Changes the account.',
	send: 'Sends.',
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
		'From public material; fields in [openapi.yaml](../simulator/openapi.yaml).',
		beyond.map(({ method, path }) => `- \`${method} ${path}\``).join('\n'),
	];
	return { 'docs/interface.md': parts.filter((part) => part !== '').join('\n\n') };
}

/** The objects of a section that are not bodies of requests: those stand with their operation. */
function records(number: string, context: Context): string[] {
	return Object.entries(context.schemas)
		.filter(([name, schema]) => schema['x-section'] === number && !name.endsWith('Request'))
		.filter(([, schema]) => schema.properties !== undefined)
		.flatMap(([name, schema]) => [`\`${name}\`: ${fieldList(schema, context)}`, openPart(schema)]);
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
	const fields = named.map(({ name, schema, description }) => {
		return [name, { ...schema, description }] as const;
	});
	const required = named.filter(({ in: place }) => place === 'path').map(({ name }) => name);
	return fieldNotes({ properties: Object.fromEntries(fields), required }, context);
}

function bodyParts(body: Schema, context: Context): string[] {
	const schema = resolved(body.allOf?.[0] ?? body, context);
	return [`Body: ${fieldList(schema, context)}`, openPart(schema)];
}

function answerParts(operation: Operation, document: OpenApiDocument, context: Context): string[] {
	const section = resolved(answerData(operation, document), context)['x-section'];
	return section === undefined ? [] : [`Answer: ${context.link(section)}.`];
}

function rates(operations: PlacedOperation[], context: Context): string {
	const byRate = new Map<string, string[]>();
	for (const { summary, 'x-rate': rate, 'x-section': section } of operations) {
		if (!rate) continue;
		const source = rate['x-source'] ? `. ${fromPublicMaterial}` : '';
		const words = `${paceOf(rate)} for each ${rate.per}${source}`;
		const name = section ? `${summary} (${context.link(section)})` : summary;
		byRate.set(words, [...(byRate.get(words) ?? []), name]);
	}
	return [...byRate]
		.map(([words, names]) => `${words}:\n\n${names.map((name) => `- ${name}`).join('\n')}`)
		.join('\n\n');
}

function openPart(element: { 'x-not-shown'?: string }): string {
	return element['x-not-shown'] ? leftOpen(element['x-not-shown']) : '';
}

function bySection(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
