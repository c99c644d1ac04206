import { InvalidInput, quoted } from './invalid-input';

function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The value, if it is an object of names and values; {} when there is none. InvalidInput that names `field` for
 * anything else: a date, map or list has other parts than the names that one sees in it.
 */
export function plainObject(field: string, value: unknown, remedy: string): Record<string, unknown> {
	if (value === null || value === undefined) return {};
	if (isPlain(value)) return value;
	throw new InvalidInput(`${field} is not a JSON object: ${quoted(value)}`, remedy);
}
