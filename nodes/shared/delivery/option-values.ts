import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { oneOf } from '../input/choice';
import { flag } from '../input/flag';
import { numberIn } from '../input/number';

/** The values of an item's options, by name. */
export type Options = Record<string, unknown>;

/** A switch. InvalidInput for anything else, like the others here. */
export function flagOption(options: Options, { name, displayName }: INodeProperties): boolean {
	return flag(`The option ${displayName}`, options[name]);
}

/** A number in the range of the option. */
export function numberOption(options: Options, property: INodeProperties, isWhole = false): number {
	const { name, displayName, default: preset, typeOptions } = property;
	const range = { min: typeOptions?.minValue ?? 0, max: typeOptions?.maxValue, isWhole };
	const instead = `remove the option for ${String(preset)}`;
	return numberIn(`The option ${displayName}`, options[name] ?? preset, range, instead);
}

/** A whole number in the range of the option. */
export function wholeNumberOption(options: Options, property: INodeProperties): number {
	return numberOption(options, property, true);
}

/** One of the option's choices. */
export function choiceOption(
	options: Options,
	{ name, displayName, default: preset, ...property }: INodeProperties,
): string {
	const values = (property.options as INodePropertyOptions[]).map(({ value }) => String(value));
	return oneOf(`The option ${displayName}`, options[name] ?? preset, values);
}
