import { InvalidInput, quoted } from './invalid-input';

/**
 * The value of a switch; one that was never touched is off. InvalidInput that names `field` for anything but true
 * and false, an empty text among them: nobody can know which one it means.
 */
export function flag(field: string, value: unknown): boolean {
	if (value === null || value === undefined) return false;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InvalidInput(`${field} is neither true nor false: ${quoted(value)}`, 'Give true or false.');
}
