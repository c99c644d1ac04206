import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { at, isPlain, plainObject, textValue, type Path } from '../input/values';
import { shownText } from '../service/answer';
import { column, columnExpression, columnsNear, type Evaluate } from './columns';
import { noOptions, refuseUnknown, withoutLeftOver } from './declared-names';
import { gapOf, templatesIn, type Template } from './gaps';

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

/** A name as n8n's editor would show it, for fields that n8n adds to a node: `requestOptions` is Request Options. */
function inWords(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter}`);
}

const remedy =
	'Check the names in it. Where the item may lack the value, say what counts instead, e.g. {{ $json.name ?? "" }} for a place that stays empty.';

const wordRemedy =
	'If a person wrote that, let the expression only name the field, e.g. {{ $json.text }}, and write the rest around it.';

const originRemedy =
	'Correct the value where it comes from, e.g. the formula of a sheet or the encoding of a file.';

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
 * The parameters of a node as they are stored, for all items of a run. Each expression must give a value for each item: n8n
 * turns one that fails, or names a missing field, into nothing, which would read as if the user had left the field empty,
 * or leave a gap in a text.
 */
export class RunParameters {
	/** The texts with expressions in each parameter that has some. */
	private readonly templates: Map<string, Template[]>;

	readonly withExpressions: string[];

	private readonly constants = new Map<string, unknown>();

	/** As they are stored, with the options of the operation alone. */
	readonly stored: Record<string, unknown>;

	private readonly hasLeftOver: boolean;

	/** `of`: the name of the operation, or of what else has the fields. */
	constructor(
		stored: INodeParameters,
		private readonly fields: INodeProperties[],
		private readonly of = 'this node',
	) {
		const options = withoutLeftOver(stored.options, fields);
		this.hasLeftOver = options !== stored.options;
		this.stored = { ...stored, options };
		const templates = Object.entries(this.stored).map(([name, value]) => [name, templatesIn(value)] as const);
		this.templates = new Map(templates.filter(([, { length }]) => length > 0));
		this.withExpressions = fields.map(({ name }) => name).filter((name) => this.templates.has(name));
	}

	/**
	 * The value of a parameter for the item that `read` belongs to. `evaluate` gives what an expression gives by itself, where n8n
	 * can say that. InvalidInput for a gap.
	 */
	value(name: string, read: ReadParameter, evaluate?: Evaluate): unknown {
		const templates = this.templates.get(name);
		if (!templates) {
			if (!this.constants.has(name)) {
				const constant = this.given(name, read);
				this.checkNames(name, constant);
				this.constants.set(name, locatorValue(constant));
			}
			return this.constants.get(name);
		}
		const value = this.evaluated(name, () => this.given(name, read));
		this.checkNames(name, value);
		const byItself = evaluate && ((expression: string) => this.evaluated(name, () => evaluate(expression)));
		for (const template of templates) this.refuseGap(name, at(value, template.path), template, byItself);
		return locatorValue(value);
	}

	/** What n8n gives, without evaluating options that another operation has left: they may name what is gone. */
	private given(name: string, read: ReadParameter): unknown {
		const { options } = this.stored;
		if (name !== 'options') return read(name);
		if (!isPlain(options) || !this.hasLeftOver) return withoutLeftOver(read(name), this.fields);
		return Object.fromEntries(Object.keys(options).map((option) => [option, read(`options.${option}`)]));
	}

	/** InvalidInput for a name in a group of fields that the group does not have. */
	private checkNames(name: string, value: unknown): void {
		const field = this.fields.find((one) => one.name === name) ?? (name === 'options' && noOptions);
		if (field) refuseUnknown(field, value, `option of ${this.of}`);
	}

	private evaluated(name: string, evaluate: () => unknown): unknown {
		try {
			return evaluate();
		} catch (error) {
			return this.refuse(name, error as Partial<InvalidInput>);
		}
	}

	private refuseGap(name: string, value: unknown, template: Template, evaluate?: Evaluate): void {
		if (template.isFixed) this.refuseFixed(name, template);
		const gap = gapOf(value, template, evaluate);
		if (!gap) return;
		const { path, expression, word, date } = gap;
		const label = this.label(name, path);
		if (date !== undefined) textValue(label, date);
		const isOrigin = column.test(expression);
		const remedies = [
			...columnsNear(expression, evaluate).map(
				(near) => `The item has ${quote(near)}: write ${columnExpression(near)}.`,
			),
			word && isOrigin && originRemedy,
			remedy,
			word && !isOrigin && wordRemedy,
		];
		throw new InvalidInput(
			`${label} has an expression ${word ? `that gives ${quote(word)}` : 'without a value'}: ${shownText(expression)}`,
			remedies.filter(Boolean).join(' '),
		);
	}

	private refuseFixed(name: string, { path, expressions: [first] }: Template): never {
		throw new InvalidInput(
			`${this.label(name, path)} is set to Fixed, but has an expression: ${shownText(first)}`,
			'It would be sent as it stands. Hover over the field in the editor, and switch it to Expression.',
		);
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
		private readonly evaluateExpression?: Evaluate,
	) {}

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
		if (!this.known.has(name)) {
			this.known.set(name, this.run.value(name, this.read, this.evaluateExpression));
		}
		return this.known.get(name);
	}

	/** The values in Options, by name. */
	options(): Record<string, unknown> {
		const options = this.raw('options');
		return plainObject('Options', options, 'Add the options one by one in the panel.');
	}

	/** An option as the user wrote it, an expression as such; undefined where all options are one. */
	storedOption(name: string): unknown {
		return at(this.run.stored.options, [name]);
	}
}

export function choicesOf({ options }: INodeProperties): string[] {
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}
