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

/** A list of the fields of an object, those of an object inside it as `outer.inner`. */
export function fieldList(schema: Schema, context: Context): string {
	return fieldLines(schema, context).join('\n');
}

function fieldLines(schema: Schema, context: Context, prefix = ''): string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const optional = schema.required?.includes(name) ? '' : ', optional';
		const line = `- \`${prefix}${name}\`: ${typeOf(field, context)}${optional}. ${notesOf(field, context)}`;
		return [line.trimEnd(), ...fieldLines(field, context, `${prefix}${name}.`)];
	});
}

function typeOf(field: Schema, context: Context): string {
	const schema = resolved(field, context);
	if (schema.anyOf) return unique(schema.anyOf.map((choice) => typeOf(choice, context))).join(' or ');
	if (schema.items) return `array of ${typeOf(schema.items, context)}`;
	if (schema.const) return `\`${schema.const}\``;
	const type = [schema.type ?? 'string'].flat().join(' or ');
	const section = field.$ref === undefined ? undefined : schema['x-section'];
	return type === 'object' && section ? `${type}, ${context.link(section)}` : type;
}

function notesOf(field: Schema, context: Context): string {
	const schema = resolved(field, context);
	const inner = schema.items ? resolved(schema.items, context) : undefined;
	const notes = [field, schema, inner].filter((part) => part !== undefined).flatMap(ownNotes);
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
