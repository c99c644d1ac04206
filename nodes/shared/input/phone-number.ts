import { phoneNumberPattern } from '../contract/contract';
import { InvalidInput, quoted } from './invalid-input';

const countryCodeHint =
	'Give the number in E.164 form: a plus sign, the country code, then the number, digits only, e.g. +15551234567.';

function spelledAsE164(value: string): string | undefined {
	const digits = value.replace(/^\s*00/, '+').replace(/[\s().\-/]/g, '');
	return [digits, `+${digits}`].find((candidate) => phoneNumberPattern.test(candidate));
}

/** Whether the value is an E.164 phone number with a country code (section 1). */
export function isPhoneNumber(value: string): boolean {
	return phoneNumberPattern.test(value);
}

/** The value, if it is an E.164 phone number (section 1); InvalidInput that names `field` otherwise. */
export function phoneNumber(field: string, value: string): string {
	if (isPhoneNumber(value)) return value;
	if (value === '') throw new InvalidInput(`${field} is empty`, countryCodeHint);
	const meant = spelledAsE164(value);
	throw new InvalidInput(
		`${field} is not an E.164 phone number: ${quoted(value)}`,
		meant ? `${countryCodeHint} If the country code is right, this would be ${meant}.` : countryCodeHint,
	);
}

/** The values, if each is an E.164 phone number; InvalidInput that names `field` and the position otherwise. */
export function phoneNumbers(field: string, values: string[]): string[] {
	return values.map((value, index) =>
		phoneNumber(values.length > 1 ? `${field} (number ${index + 1})` : field, value),
	);
}
