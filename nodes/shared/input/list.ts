import { InvalidInput, quoted } from './invalid-input';

/**
 * The texts in a value that may be a list from the panel, an array from an expression or separated text;
 * `separator` tells where separated text is cut. Empty texts are left out.
 */
export function textList(field: string, value: unknown, separator = /[,\n]/): string[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => textList(field, entry, separator));
	if (typeof value === 'string' || typeof value === 'number') {
		return String(value)
			.split(separator)
			.map((text) => text.trim())
			.filter((text) => text !== '');
	}
	throw new InvalidInput(
		`${field} holds something that is not text: ${quoted(value)}`,
		'Give a list of texts, or one text with commas between the entries.',
	);
}
