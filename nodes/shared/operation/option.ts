import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { faultOfName } from '../input/names';
import { flag, numberIn } from '../input/values';
import type { ItemParameters } from '../parameters/parameters';

/** An option of a node: its field in the panel, and its value for an item. InvalidInput for a value that cannot be used. */
export interface Option<Value> {
	field: INodeProperties;
	read(parameters: ItemParameters): Value;
}

/** A field whose kind of option gives its type. */
type Field = Omit<INodeProperties, 'type' | 'options'>;

/** An option that is read by a rule from its value, or from its default if it is not set. */
function byRule<Value>(
	field: INodeProperties,
	rule: (label: string, value: unknown) => Value,
): Option<Value> {
	const { name, displayName, default: preset } = field;
	return {
		field,
		read: (parameters) => rule(`The option ${displayName}`, parameters.options()[name] ?? preset),
	};
}

/** A switch that is on once it is added, because who adds it wants it, and off without it. */
export function switchOption(field: Omit<Field, 'default'>): Option<boolean> {
	const label = `The option ${field.displayName}`;
	return {
		field: { ...field, type: 'boolean', default: true },
		read: (parameters) => flag(label, parameters.options()[field.name]),
	};
}

/** A number within the bounds of the field. */
export function numberOption(field: Field, { isWhole = false } = {}): Option<number> {
	const { minValue: min = 0, maxValue: max } = field.typeOptions ?? {};
	const instead = `remove the option for ${String(field.default)}`;
	return byRule({ ...field, type: 'number' }, (label, value) =>
		numberIn(label, value, { min, max, isWhole }, instead),
	);
}

/** The text that names something; '' where a value is none, such as a number of which digits are lost. */
function nameIn(value: unknown): string {
	const isExact = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return isExact || typeof value === 'string' ? String(value).trim() : '';
}

/**
 * A text that stands for a message or for a list, without blanks around it; none where the field is empty. InvalidInput for an
 * expression that gives none.
 */
export function textOption(field: Omit<Field, 'default'>): Option<string | undefined> {
	const { displayName, placeholder = '' } = field;
	return ifAdded({
		field: { ...field, type: 'string', default: '' },
		read: (parameters) => {
			if (parameters.storedOption(field.name) === '') return undefined;
			const value = parameters.options()[field.name];
			const text = nameIn(value);
			const fault = text === '' ? 'has no usable value' : faultOfName(text);
			if (fault === undefined) return text;
			throw new InvalidInput(
				`The option ${displayName} ${value === '' ? 'is empty' : `${fault}: ${quote(value)}`}`,
				`Give a text, ${placeholder}, or remove the option. Keep long numbers as text, also in a spreadsheet.`,
			);
		},
	});
}

/** An option that has no value unless the user adds it. */
export function ifAdded<Value>({ field, read }: Option<Value>): Option<Value | undefined> {
	return {
		field,
		read: (parameters) => (parameters.options()[field.name] === undefined ? undefined : read(parameters)),
	};
}
