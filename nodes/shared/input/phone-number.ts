import { phoneNumberPattern } from '../contract/contract';
import { InvalidInput, quoted } from './invalid-input';

const spelling =
	'Give a plus sign, the country code, then the number, e.g. +15551234567; spaces, dots, dashes, slashes and brackets may stand between the digits.';

const separators = /[\s.\-\u2010-\u2015\u2212/()[\]]/g;

/** Digits behind +1: the United States, Canada and others share it, and all their numbers have as many. */
const afterPlusOne = 10;

/** What a text without separators lacks to be a phone number, and how to fix it; undefined for one that is. */
function faultIn(number: string): [fault: string, remedy: string] | undefined {
	if (!phoneNumberPattern.test(number)) {
		return [/^[0-9]{2,}$/.test(number) ? 'has no country code' : 'is not an E.164 phone number', spelling];
	}
	const digits = number.length - '+1'.length;
	if (!number.startsWith('+1') || digits === afterPlusOne) return undefined;
	return [
		`has ${digits} digits after +1, not ${afterPlusOne}`,
		'Give the area code and the number: three digits and seven, e.g. +15551234567.',
	];
}

/**
 * The value as an E.164 phone number (section 1). What separates its digits is taken out, and 00 in front stands
 * for the plus sign; a country code is never guessed. InvalidInput that names `field` for anything else.
 */
export function phoneNumber(field: string, value: string): string {
	if (value.trim() === '') throw new InvalidInput(`${field} is empty`, spelling);
	if (/\(\s*0\s*\)/.test(value)) {
		throw new InvalidInput(
			`${field} has a zero in brackets: ${quoted(value)}`,
			'Leave the (0) out: it is dialled inside the country only, and is no part of the number.',
		);
	}
	const number = value.replace(separators, '').replace(/^00/, '+');
	const [fault, remedy] = faultIn(number) ?? [];
	if (fault === undefined) return number;
	throw new InvalidInput(`${field} ${fault}: ${quoted(value)}`, remedy ?? spelling);
}

/** The values as E.164 numbers, as in `phoneNumber`; InvalidInput that also names the position. */
export function phoneNumbers(field: string, values: string[]): string[] {
	return values.map((value, index) =>
		phoneNumber(values.length > 1 ? `${field} (number ${index + 1})` : field, value),
	);
}
