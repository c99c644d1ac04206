import { hasHiddenCharacter } from './hidden-character';
import { InvalidInput, quoted } from './invalid-input';

/**
 * The value as a name or an id of the service: not empty, without blanks and invisible characters. InvalidInput that names
 * `field`, and one of `examples` in its description, otherwise.
 */
export function label(field: string, value: string, [example]: readonly string[] = []): string {
	if (value !== '' && !/\s/.test(value) && !hasHiddenCharacter(value)) return value;
	throw new InvalidInput(
		value === ''
			? `${field} is empty`
			: `${field} has a space, line break or invisible character in it: ${quoted(value)}`,
		`Give it as the service spells it${example === undefined ? '' : `, e.g. ${example}`}.`,
	);
}
