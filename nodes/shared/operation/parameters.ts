import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { at, plainObject, type Path } from '../input/values';

/** The name of the group, and of the field in it, that a field for several resource locators has. */
export const entriesGroup = { name: 'entries', field: 'entry' } as const;

/**
 * What the value of a resource locator (*From List* beside typing) stands for, chosen or typed: '' when empty; entry by
 * entry for a field for several of them. Any other value stands for itself.
 */
function locatorValue(value: unknown): unknown {
	if (at(value, ['__rl']) === true) return at(value, ['value']) ?? '';
	const entries = at(value, [entriesGroup.name]);
	if (!Array.isArray(entries)) return value;
	return entries.map((entry: unknown) => locatorValue(at(entry, [entriesGroup.field]) ?? entry));
}

/** Reads a parameter for one item as n8n evaluates it; null or undefined when it has none. */
type ReadParameter = (name: string) => unknown;

function expressionPaths(stored: unknown, path: Path = []): Path[] {
	if (typeof stored === 'string') return stored.startsWith('=') ? [path] : [];
	if (typeof stored !== 'object' || stored === null) return [];
	const held: Array<[string | number, unknown]> = Array.isArray(stored)
		? [...stored.entries()]
		: Object.entries(stored);
	return held.flatMap(([step, inner]) => expressionPaths(inner, [...path, step]));
}

function isNothing(value: unknown): boolean {
	return value === null || value === undefined || Number.isNaN(value);
}

/** What an expression gave too little of: itself, an entry of its list, or a text between blanks; undefined for none. */
function missingIn(value: unknown): Path | undefined {
	if (isNothing(value) || (typeof value === 'string' && value !== '' && value.trim() === '')) return [];
	const entry = Array.isArray(value) ? value.findIndex(isNothing) : -1;
	return entry === -1 ? undefined : [entry];
}

/** A name as n8n's editor would show it, for fields that n8n adds to a node: `requestOptions` is Request Options. */
function inWords(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter}`);
}

const remedy =
	'The expression failed, or names something that this item does not have. Fix it; where the item may lack it, say what counts instead, e.g. {{ $json.from ?? "" }} or {{ $json.dry ?? false }}, with nothing around the braces.';

/** A stored text with expressions in it: `=Hi {{ $json.name }}!` has the parts `Hi ` and `!` around one. */
interface Template {
	/** What stands before, between, and after the expressions. */
	parts: string[];
	expressions: string[];
}

/** The expressions of a stored value, and what stands around them; none for what is no expression. */
function templateOf(stored: unknown): Template {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return { parts: [], expressions: [] };
	const template: Template = { parts: [], expressions: [] };
	for (let from = 1; ;) {
		const start = stored.indexOf('{{', from);
		const end = start === -1 ? -1 : stored.indexOf('}}', start + 2);
		template.parts.push(stored.slice(from, end === -1 ? undefined : start));
		if (end === -1) return template;
		from = end + 2;
		template.expressions.push(stored.slice(start, from));
	}
}

/** What an object becomes inside a text. */
export const objectWord = String({});

/**
 * Whether an expression, by its index, may have given nothing, or an object: surely not where the parts around it stand nowhere
 * together. To evaluate it by itself takes n8n longer than all else of an item, so that is for texts that may lack it.
 */
function mayBeEmpty(text: unknown, { parts }: Template, index: number): boolean {
	if (typeof text !== 'string' || text.includes(objectWord)) return true;
	const edge = '\0';
	const [before, after] = [index === 0 ? edge : '', index + 2 === parts.length ? edge : ''];
	return `${edge}${text}${edge}`.includes(`${before}${parts[index]}${parts[index + 1]}${after}`);
}

/** The expressions between other text in a field, but for those that say what counts where a value is missing. */
function placesIn(field: INodeProperties, stored: unknown) {
	const template = templateOf(stored);
	const { parts, expressions } = template;
	if (expressions.length === 1 && parts.join('').trim() === '') return [];
	const places = expressions.map((expression, index) => ({ field, expression, template, index }));
	return places.filter(({ expression }) => !/\?|\|\|/.test(expression));
}

interface Level {
	name: string;
	displayName?: string;
	options?: Level[];
	values?: Level[];
}

/** The field at the end of a path of names; undefined where the panel has none. */
function fieldAt(field: INodeProperties, names: string[]): Level | undefined {
	const inner = (level: Level | undefined, name: string) =>
		(level?.values ?? level?.options)?.find((candidate) => candidate.name === name);
	return names.reduce<Level | undefined>(inner, field as Level);
}

/**
 * The parameters of a node as they are stored, for all items of a run. One with an expression must give something for
 * each item: n8n turns an expression that fails, or names a missing field, into nothing, which would read as if the user
 * had left the field empty.
 */
export class RunParameters {
	/** Where the expressions of each parameter stand in it. */
	private readonly expressions: Map<string, Path[]>;

	readonly withExpressions: string[];

	/** The places in texts of which an expression does not say what counts without a value. */
	readonly places: ReturnType<typeof placesIn>;

	private readonly constants = new Map<string, unknown>();

	constructor(
		readonly stored: INodeParameters,
		private readonly fields: INodeProperties[],
	) {
		const paths = Object.entries(stored).map(([name, value]) => [name, expressionPaths(value)] as const);
		this.expressions = new Map(paths.filter(([, { length }]) => length > 0));
		this.withExpressions = fields.map(({ name }) => name).filter((name) => this.expressions.has(name));
		this.places = fields.flatMap((field) => placesIn(field, stored[field.name]));
	}

	/** The value of a parameter for the item that `read` belongs to. InvalidInput for an expression without a value. */
	value(name: string, read: ReadParameter): unknown {
		const paths = this.expressions.get(name);
		if (!paths) {
			if (!this.constants.has(name)) this.constants.set(name, locatorValue(read(name)));
			return this.constants.get(name);
		}
		const value = this.evaluate(name, read);
		for (const path of paths) {
			const missing = missingIn(at(value, path));
			if (!missing) continue;
			const expression = quote(at(this.stored[name], path));
			const label = this.label(name, [...path, ...missing]);
			throw new InvalidInput(`${label} is an expression that has no value: ${expression}`, remedy);
		}
		return locatorValue(value);
	}

	private evaluate(name: string, read: ReadParameter): unknown {
		try {
			return read(name);
		} catch (error) {
			return this.refuse(name, error as Partial<InvalidInput>);
		}
	}

	private refuse(name: string, { message, description }: Partial<InvalidInput>): never {
		throw new InvalidInput(
			`${this.label(name, [])} has an expression that cannot be evaluated: ${message}`,
			description || 'Open the field in the editor and fix its expression.',
		);
	}

	/** How errors name the field, or the option in it, of which an expression stands at a path. */
	private label(name: string, path: Path): string {
		const field = this.fields.find((candidate) => candidate.name === name);
		const names = path.filter((step) => typeof step === 'string');
		const entries = path.filter((step) => typeof step === 'number').map((step) => ` (entry ${step + 1})`);
		const option = field ? field.type === 'collection' && names.at(-1) : names.at(-1);
		const shown = option && field ? fieldAt(field, names) : field;
		const label = shown?.displayName ?? inWords(option || name);
		return `${option ? 'The option ' : ''}${label}${entries.join('')}`;
	}
}

/** The parameters of a node for one item, each read once: n8n evaluates the user's expression at every read. */
export class ItemParameters {
	private readonly known = new Map<string, unknown>();

	constructor(
		private readonly run: RunParameters,
		private readonly read: ReadParameter,
		private readonly evaluateExpression?: (expression: string) => unknown,
	) {}

	/** The places in texts that have no text for this item, as a sentence names them. */
	emptyPlaces(): string[] {
		return this.run.places
			.filter(({ field, template, index }) => mayBeEmpty(this.raw(field.name), template, index))
			.filter(({ expression }) => this.isEmpty(expression))
			.map(({ field, expression }) => `${expression} in ${field.displayName}`);
	}

	/** Whether an expression gives nothing, or an object; one that cannot be evaluated by itself is none of these. */
	private isEmpty(expression: string): boolean {
		try {
			const value = this.evaluateExpression?.(expression);
			return isNothing(value) || value === '' || String(value) === objectWord;
		} catch {
			return false;
		}
	}

	/** Evaluates every field, so that an expression without a value fails the item before anything is sent. */
	evaluate(): void {
		for (const name of this.run.withExpressions) this.raw(name);
	}

	/** Has values stand for what the panel has. */
	fillIn(values: Record<string, unknown>): void {
		for (const [name, value] of Object.entries(values)) this.known.set(name, value);
	}

	/** The value as the panel or the expression gave it. */
	raw(name: string): unknown {
		if (!this.known.has(name)) this.known.set(name, this.run.value(name, this.read));
		return this.known.get(name);
	}

	/** The values in Options, by name. */
	options(): Record<string, unknown> {
		const options = this.raw('options');
		return plainObject('Options', options, 'Add the options one by one in the panel.');
	}

	/** An option as the user wrote it, an expression as such; undefined where all options are one. */
	storedOption(name: string): unknown {
		return (this.run.stored.options as Record<string, unknown> | undefined)?.[name];
	}

	/** Whether an expression in the text of an option gives nothing: n8n leaves its place in the text empty. */
	hasEmptyPlace(option: string): boolean {
		return templateOf(this.storedOption(option)).expressions.some((expression) => this.isEmpty(expression));
	}
}

export function choicesOf({ options }: INodeProperties): string[] {
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}
