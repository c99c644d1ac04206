import { InvalidInput, quoted } from './invalid-input';

/** The value of a switch. InvalidInput that names `field` for anything but true, false or empty. */
export function flag(field: string, value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InvalidInput(`${field} is neither true nor false: ${quoted(value)}`, 'Give true or false.');
}
