import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { InvalidInput, quoted } from '../input/invalid-input';
import { isLocator, located } from '../input/located';

/** Reads a parameter for one item as n8n evaluates it; null or undefined when it has none. */
export type ReadParameter = (name: string) => unknown;

/** Where in a stored parameter an expression stands: [] for the parameter itself, otherwise names and positions. */
type Path = Array<string | number>;

function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

function expressionPaths(stored: unknown, path: Path = []): Path[] {
	if (isExpression(stored)) return [path];
	if (typeof stored !== 'object' || stored === null) return [];
	if (Array.isArray(stored)) {
		return stored.flatMap((inner: unknown, index) => expressionPaths(inner, [...path, index]));
	}
	return Object.entries(stored).flatMap(([name, inner]) => expressionPaths(inner, [...path, name]));
}

function at(value: unknown, path: Path): unknown {
	let inner = value;
	for (const step of path) inner = (inner as Record<string | number, unknown> | null | undefined)?.[step];
	return inner;
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

/** A name among the parts of a field: options of a collection, or values of one of its groups. */
function partNamed(field: INodeProperties | undefined, name: string): INodeProperties | undefined {
	const parts = (field?.options ?? []).flatMap((part) => ('values' in part ? part.values : [part]));
	return parts.find((part): part is INodeProperties => 'displayName' in part && part.name === name);
}

/** Whether a name is that of a group in a field, which stands for the field itself. */
function isGroup(field: INodeProperties | undefined, name: string): boolean {
	return (field?.options ?? []).some((part) => 'values' in part && part.name === name);
}

/** A name as n8n's editor would show it, for fields that n8n adds to a node: `requestOptions` is Request Options. */
function inWords(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter}`);
}

const remedy =
	'The expression failed, or names something that this item does not have. Fix it; where the item may lack it, say what counts instead, e.g. {{ $json.from ?? "" }} or {{ $json.dry ?? false }}, with nothing around the braces.';

function refuse(label: string, { message, description }: Partial<InvalidInput>): never {
	throw new InvalidInput(
		`${label} has an expression that cannot be evaluated: ${message}`,
		description || 'Open the field in the editor and fix its expression.',
	);
}

/**
 * The parameters of a node as they are stored, for all items of a run. A parameter without an expression is read
 * once. One with an expression is evaluated for each item, and must give something: n8n turns an expression that
 * fails, or names a missing field, into nothing, which would read as if the user had left the field empty.
 */
export class RunParameters {
	private readonly paths = new Map<string, Path[]>();

	private readonly constants = new Map<string, unknown>();

	private expressionNames?: string[];

	/** `stored` are the node's raw parameters (getNode().parameters), `fields` name them in messages. */
	constructor(
		private readonly stored: INodeParameters,
		private readonly fields: INodeProperties[] = [],
	) {}

	/**
	 * The value of a parameter for the item that `read` belongs to; of a field with *From List* beside typing, what is
	 * chosen or typed. InvalidInput that names the field when an expression cannot be evaluated, gives null,
	 * undefined or NaN, a list with such an entry, or blanks only.
	 */
	value(name: string, read: ReadParameter): unknown {
		const paths = this.expressionsIn(name);
		if (paths.length > 0) return this.evaluated(name, paths, read);
		if (!this.constants.has(name)) this.constants.set(name, located(read(name)));
		return this.constants.get(name);
	}

	/**
	 * The parts of a collection as they are stored, the same for all items; undefined when one of those named holds an
	 * expression, or the collection is one.
	 */
	storedParts(name: string, parts: string[]): IDataObject | undefined {
		const varies = ([part]: Path) => part === undefined || parts.includes(String(part));
		return this.expressionsIn(name).some(varies) ? undefined : ((this.stored[name] ?? {}) as IDataObject);
	}

	/** The fields of the operation that hold an expression. */
	get withExpressions(): string[] {
		this.expressionNames ??= this.fields
			.map(({ name }) => name)
			.filter((name) => this.expressionsIn(name).length > 0);
		return this.expressionNames;
	}

	private expressionsIn(name: string): Path[] {
		const known = this.paths.get(name);
		if (known) return known;
		const paths = expressionPaths(this.stored[name]);
		this.paths.set(name, paths);
		return paths;
	}

	private evaluated(name: string, paths: Path[], read: ReadParameter): unknown {
		const value = this.evaluate(name, read);
		for (const path of paths) {
			const missing = missingIn(at(value, path));
			if (!missing) continue;
			const expression = quoted(at(this.stored[name], path));
			const label = this.label(name, [...path, ...missing]);
			throw new InvalidInput(`${label} is an expression that has no value: ${expression}`, remedy);
		}
		return located(value);
	}

	private evaluate(name: string, read: ReadParameter): unknown {
		try {
			return read(name);
		} catch (error) {
			return refuse(this.label(name, []), error as Partial<InvalidInput>);
		}
	}

	private label(name: string, path: Path): string {
		let field = this.fields.find((candidate) => candidate.name === name);
		let label = field?.displayName ?? inWords(name);
		let inGroup = false;
		for (const [index, step] of path.entries()) {
			if (typeof step === 'number') {
				label += ` (entry ${step + 1})`;
			} else if (isLocator(at(this.stored[name], path.slice(0, index)))) {
				continue;
			} else if (inGroup || isGroup(field, step)) {
				inGroup = true;
			} else {
				field = partNamed(field, step);
				label = `The option ${field?.displayName ?? inWords(step)}`;
			}
		}
		return label;
	}
}
