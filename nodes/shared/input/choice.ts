import { InvalidInput, quoted } from './invalid-input';

/** The value, if it is one of `allowed`; InvalidInput that names `field` and lists what it may be otherwise. */
export function oneOf<Value extends string>(field: string, value: unknown, allowed: readonly Value[]): Value {
	const found = allowed.find((candidate) => candidate === value);
	if (found !== undefined) return found;
	throw new InvalidInput(
		`${field} is ${quoted(value)}, which the service does not know`,
		`Use one of: ${allowed.join(', ')}.`,
	);
}
