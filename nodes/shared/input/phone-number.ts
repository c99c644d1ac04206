import { phoneNumberPattern } from '../contract/contract';
import { InvalidInput, quoted } from './invalid-input';

const spelling =
	'Give a plus sign, the country code, then the number, e.g. +15551234567; spaces, dots, dashes, slashes and brackets may stand between the digits.';

const separators = /[\s.\-\u2010-\u2015\u2212/()[\]]/g;

function fault(value: string, digits: string): string {
	return /^[0-9]{2,}$/.test(digits)
		? `has no country code: ${quoted(value)}`
		: `is not an E.164 phone number: ${quoted(value)}`;
}

/**
 * The value as an E.164 phone number (section 1). What separates its digits is taken out, and 00 in front stands
 * for the plus sign; a country code is never guessed. InvalidInput that names `field` for anything else.
 */
export function phoneNumber(field: string, value: string): string {
	if (phoneNumberPattern.test(value)) return value;
	if (value.trim() === '') throw new InvalidInput(`${field} is empty`, spelling);
	if (/\(\s*0\s*\)/.test(value)) {
		throw new InvalidInput(
			`${field} has a zero in brackets: ${quoted(value)}`,
			'Leave the (0) out: it is dialled inside the country only, and is no part of the number.',
		);
	}
	const digits = value.replace(separators, '').replace(/^00/, '+');
	if (phoneNumberPattern.test(digits)) return digits;
	throw new InvalidInput(`${field} ${fault(value, digits)}`, spelling);
}

/** The values as E.164 numbers, as in `phoneNumber`; InvalidInput that also names the position. */
export function phoneNumbers(field: string, values: string[]): string[] {
	return values.map((value, index) =>
		phoneNumber(values.length > 1 ? `${field} (number ${index + 1})` : field, value),
	);
}
