import { openApiDocument } from '../simulator/document';
import {
	lowerFirst,
	namedParameters,
	placedOperations,
	resolved,
	sentence,
	type OpenApiDocument,
	type PlacedOperation,
	type Schema,
} from './interface-document';

const introduction = `# The service's interface

<!-- Generated from simulator/openapi.yaml by \`npm run generate\`. Do not edit. -->

What this package knows about the service, by the sections of the interface document. † marks what comes from public
material instead, like the [operations](../simulator/README.md) that the simulator lists: a provider may answer differently.
A question mark follows an optional field. Types, and fields that need no words, are in
[openapi.yaml](../simulator/openapi.yaml).`;

const effects: Record<string, string> = {
	read: 'Reads.',
	change: 'Changes the account.',
	send: 'Sends.',
};

/** Above so many, the values of a list are not named. */
const manyChoices = 6;

/** Says of a fact that it is not from the interface document. */
const fromPublicMaterial = '†';

/** docs/interface.md, by path: every section of the interface that the code cites. */
export function interfaceFiles(): Record<string, string> {
	const document = openApiDocument();
	const operations = placedOperations(document);
	const sections = Object.entries(document['x-sections']).sort(([one], [other]) =>
		one.localeCompare(other, 'en', { numeric: true }),
	);
	const parts = [
		introduction,
		...sections.flatMap(([number, section]) => [
			`${'#'.repeat(number.split('.').length + 1)} ${number} ${section.title}`,
			section.text,
			...recordParts(number, document),
			...operations
				.filter((operation) => operation['x-section'] === number)
				.flatMap((operation) => operationParts(operation, document)),
			leftOpen(section['not-shown']),
		]),
	];
	return { 'docs/interface.md': withoutRepeats(parts).join('\n\n') };
}

/** The parts without what stands in one before, and without those of which nothing is left. */
function withoutRepeats(parts: Array<string | undefined>): string[] {
	const said = new Set<string>();
	const isNew = (line: string) => {
		if (!/^- |^_Left open/.test(line)) return true;
		return !said.has(line) && said.add(line);
	};
	return parts.map((part = '') => part.split('\n').filter(isNew).join('\n')).filter(Boolean);
}

/** The objects of a section that are not bodies of requests: those stand with their operation. */
function recordParts(number: string, document: OpenApiDocument): string[] {
	return Object.entries(document.components.schemas)
		.filter(([name, schema]) => schema['x-section'] === number && !name.endsWith('Request'))
		.filter(([, { properties }]) => properties !== undefined)
		.flatMap(([name, schema]) => {
			const fields = fieldList(schema, document);
			return [fields && `\`${name}\`:`, fields, leftOpen(schema['x-not-shown'])];
		});
}

/** What an operation does, what it needs, and its rate. */
function headline(operation: PlacedOperation): string {
	const { method, path, 'x-entitlement': entitlement, 'x-rate': rate } = operation;
	const burst = rate?.burst ? `, up to ${rate.burst} at once` : '';
	return [
		`\`${method} ${path}\`.`,
		effects[operation['x-effect']],
		entitlement && `Needs the entitlement \`${entitlement}\`.`,
		operation['x-source'] && fromPublicMaterial,
		rate && `At most ${rate.requests} in ${rate.seconds} s${burst} per ${rate.per}.`,
		rate?.['x-source'] && fromPublicMaterial,
	]
		.filter(Boolean)
		.join(' ');
}

/** An operation with the fields of its path, its query and its body, and the section of its answer. */
function operationParts(operation: PlacedOperation, document: OpenApiDocument): string[] {
	const named = namedParameters(operation, document);
	const parameters: Schema = {
		properties: Object.fromEntries(
			named.map(({ name, schema, description }) => [name, { ...schema, description }]),
		),
		required: named.filter(({ in: place }) => place === 'path').map(({ name }) => name),
	};
	const content = operation.requestBody?.content['application/json'].schema ?? {};
	const body = resolved(content.allOf?.[0] ?? content, document.components);
	const answer = document.components.schemas[operation['x-answer']]?.['x-section'];
	return [
		answer ? `${headline(operation)} Answer: ${answer}.` : headline(operation),
		[fieldList(parameters, document), fieldList(body, document)].filter(Boolean).join('\n'),
		leftOpen(body['x-not-shown']),
		leftOpen(operation['x-not-shown']),
	];
}

/** The fields of an object of which there is something to say; those of an object inside it as `outer.inner`. */
function fieldList(schema: Schema, document: OpenApiDocument, prefix = ''): string {
	return Object.entries(schema.properties ?? {})
		.flatMap(([name, field]) => {
			const optional = schema.required?.includes(name) ? '' : '?';
			const notes = notesOf(field, document);
			return [
				notes && `- \`${prefix}${name}${optional}\`: ${notes}`,
				fieldList(field, document, `${prefix}${name}.`),
			];
		})
		.filter(Boolean)
		.join('\n');
}

function notesOf(field: Schema, document: OpenApiDocument): string {
	const schemas = namedBy(field, document);
	const choices = schemas.flatMap(({ enum: values = [], 'x-below': below }) =>
		values.map((value) => `\`${value}\`${below?.[value] ? ` (below ${below[value]})` : ''}`),
	);
	const known = schemas.flatMap(({ 'x-known-values': values = [] }) => values.map((value) => `\`${value}\``));
	const notes = [
		...schemas.flatMap(ownNotes),
		choices.length > manyChoices && `One of ${choices.length}.`,
		choices.length > 0 && choices.length <= manyChoices && `One of ${choices.join(', ')}.`,
		known.length > 0 && `Known: ${known.join(', ')}.`,
	];
	return [...new Set(notes)].filter(Boolean).join(' ');
}

/** A schema and all that it names. */
function namedBy(schema: Schema, document: OpenApiDocument): Schema[] {
	const named = [resolved(schema, document.components), schema.items, ...(schema.anyOf ?? [])];
	const others = named.filter((one) => one !== undefined && one !== schema) as Schema[];
	return [schema, ...others.flatMap((one) => namedBy(one, document))];
}

/** What one schema says of itself, in sentences. */
function ownNotes(schema: Schema): string[] {
	if (schema.type === 'object' && schema['x-section']) return [`See ${schema['x-section']}.`];
	const fact = schema['x-public-material'];
	return [
		sentence(schema.description),
		schema.maxItems ? `At most ${schema.maxItems}.` : '',
		schema.default === undefined ? '' : `Default: \`${String(schema.default)}\`.`,
		leftOpen(schema['x-not-shown']),
		sentence(fact),
		fact || schema['x-source'] ? fromPublicMaterial : '',
	];
}

/** Says what the interface document leaves open, if it does. */
function leftOpen(what: string | undefined): string {
	return what ? `_Left open:_ ${sentence(lowerFirst(what.trim()))}` : '';
}
