/** A schema of the OpenAPI document, with the extensions that say where it comes from and what is left open. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	const?: string;
	description?: string;
	enum?: string[];
	anyOf?: Schema[];
	allOf?: Schema[];
	items?: Schema;
	pattern?: string;
	maxLength?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	then?: { required: string[] };
	'x-section'?: string;
	'x-source'?: string;
	'x-public-material'?: string;
	'x-not-shown'?: string;
	'x-known-values'?: string[];
	'x-below'?: Record<string, number>;
}

/** Says of a fact that it is not from the interface document. */
export const fromPublicMaterial = '_From public material._';

/** The schemas of the document, and the address on the page of a section. */
export interface Context {
	schemas: Record<string, Schema>;
	link: (section: string) => string;
}

/** The schema that another one names, or itself. */
export function resolved(schema: Schema, { schemas }: Pick<Context, 'schemas'>): Schema {
	const name = schema.$ref?.split('/').pop();
	return name === undefined ? schema : (schemas[name] ?? {});
}

/** The names of the fields of an object, and what is to be said of some; those of an object inside it as `outer.inner`. */
export function fieldList(schema: Schema, context: Context): string {
	const names = fieldsOf(schema, context).map(({ name }) => name);
	const list =
		names.length > fewNames
			? `\n\n\`\`\`\n${names.join('\n')}\n\`\`\``
			: names.map((name) => `\`${name}\``).join(', ');
	return [list, fieldNotes(schema, context)].filter((part) => part !== '').join('\n\n');
}

/** What fits into a line. */
const fewNames = 8;

/** What is to be said of some fields of an object. */
export function fieldNotes(schema: Schema, context: Context): string {
	const noted = fieldsOf(schema, context).filter(({ note }) => note !== '');
	return noted.map(({ name, note }) => `- \`${name}\`: ${note}`).join('\n');
}

interface Field {
	/** With a question mark when it is optional. */
	name: string;
	note: string;
}

function fieldsOf(schema: Schema, context: Context, prefix = ''): Field[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const optional = schema.required?.includes(name) ? '' : '?';
		const section = sectionOf(field, context);
		const notes = section ? ownNotes(field).join(' ') : notesOf(field, context);
		const note = [section, notes].filter(Boolean).join(' ');
		return [{ name: `${prefix}${name}${optional}`, note }, ...fieldsOf(field, context, `${prefix}${name}.`)];
	});
}

/** Where an object that a field holds is described. */
function sectionOf(field: Schema, context: Context): string {
	const named = [field, ...(field.anyOf ?? [])].find(({ $ref }) => $ref !== undefined);
	const schema = named && resolved(named, context);
	return schema?.type === 'object' && schema['x-section'] ? `${context.link(schema['x-section'])}.` : '';
}

function notesOf(field: Schema, context: Context): string {
	const schema = resolved(field, context);
	const inner = schema.items ? resolved(schema.items, context) : undefined;
	const parts = [field, schema, inner].filter((part) => part !== undefined && !part.pattern);
	const notes = parts.flatMap((part) => ownNotes(part as Schema));
	return unique([...notes, ...choicesOf(schema, context), ...(inner ? choicesOf(inner, context) : [])]).join(
		' ',
	);
}

/** What one schema says of itself, in sentences. */
function ownNotes(schema: Schema): string[] {
	return [
		sentence(schema.description),
		schema.maxItems ? `At most ${String(schema.maxItems)}.` : '',
		schema['x-not-shown'] ? leftOpen(schema['x-not-shown']) : '',
		...(schema['x-public-material'] ? [sentence(schema['x-public-material']), fromPublicMaterial] : []),
		schema['x-source'] ? fromPublicMaterial : '',
	].filter((note) => note !== '');
}

/** The values that a schema allows or names, in a sentence; none for any other schema. */
function choicesOf(schema: Schema, context: Context): string[] {
	const below = schema['x-below'];
	const bounds = (value: string) => (below?.[value] ? ` (below ${String(below[value])})` : '');
	const list = (values: string[]) => values.map((value) => `\`${value}\`${bounds(value)}`).join(', ');
	const allowed = valuesOf(schema, context);
	return [
		...(allowed.length > 0 ? [`One of ${list(allowed)}.`] : []),
		...(schema['x-known-values'] ? [`Known: ${list(schema['x-known-values'])}.`] : []),
	];
}

function valuesOf({ enum: values = [], anyOf = [] }: Schema, context: Context): string[] {
	return [...values, ...anyOf.flatMap((choice) => valuesOf(resolved(choice, context), context))];
}

/** Says what the interface document leaves open. */
export function leftOpen(what: string): string {
	return `_Left open:_ ${sentence(lowerFirst(what.trim()))}`;
}

/** A text with a small first letter. */
export function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A text as one sentence on one line, with its full stop. */
export function sentence(text = ''): string {
	const trimmed = text.trim().replaceAll(/\s+/g, ' ');
	return trimmed === '' || trimmed.endsWith('.') ? trimmed : `${trimmed}.`;
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)];
}
