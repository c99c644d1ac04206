import { InvalidInput, quoted } from './invalid-input';

/** The value as a text, '' when there is none. InvalidInput that names `field` for anything that is no text or number. */
export function textValue(field: string, value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	throw new InvalidInput(
		`${field} is not a text: ${quoted(value)}`,
		'If an expression gives the value, pick the field that holds the text.',
	);
}
