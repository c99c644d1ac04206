import type { INodeProperties } from 'n8n-workflow';

import { choiceOption, flagOption, numberOption, type ItemParameters } from '../../operation/parameters';
import { nameOf } from '../ledger/names';

/** An option of a node: its field in the panel, and its value for an item. InvalidInput for a value that cannot be used. */
export interface Option<Value> {
	field: INodeProperties;
	read(parameters: ItemParameters): Value;
}

/** An option that is on or off. */
export function flag(field: INodeProperties): Option<boolean> {
	return {
		field,
		read: (parameters) => {
			const options = parameters.options();
			return field.name in options ? flagOption(options, field) : field.default === true;
		},
	};
}

/** A number in the unit that the panel says, times `unit`. */
export function number(field: INodeProperties, { isWhole = false, unit = 1 } = {}): Option<number> {
	return { field, read: (parameters) => numberOption(parameters.options(), field, isWhole) * unit };
}

/** One of the values that the field offers. */
export function choice<Value extends string>(field: INodeProperties): Option<Value> {
	return { field, read: (parameters) => choiceOption(parameters.options(), field) as Value };
}

/** A text that stands for a message or for a list. InvalidInput for one that has no value. */
export function name(field: INodeProperties): Option<string | undefined> {
	const { displayName, placeholder = '' } = field;
	const example = placeholder.replace(/^e\.g\. /, '');
	return ifAdded({
		field,
		read: (parameters) => {
			const given = parameters.options()[field.name];
			return nameOf(displayName, given, parameters.storedOption(field.name), example);
		},
	});
}

/** An option that has no value unless the user adds it. */
export function ifAdded<Value>({ field, read }: Option<Value>): Option<Value | undefined> {
	return {
		field,
		read: (parameters) => (field.name in parameters.options() ? read(parameters) : undefined),
	};
}
