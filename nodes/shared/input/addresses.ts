import {
	attachmentUrlPattern,
	emailAddressMaxLength,
	emailAddressPattern,
	phoneNumberPattern,
} from '../contract/contract';
import { InvalidInput, quoted } from './invalid-input';

/**
 * Whether a value has a character that nobody sees and no address needs: a control such as NUL, one that
 * turns the direction of reading, so that an address shows as another than it is, a filler, or half a character.
 */
export function hasHiddenCharacter(value: string): boolean {
	return /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u.test(value);
}

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

/** The values as E.164 numbers, each once, as in `phoneNumber`; InvalidInput that also names the position. */
export function phoneNumbers(field: string, values: string[]): string[] {
	const numbers = values.map((value, index) =>
		phoneNumber(values.length > 1 ? `${field} (number ${index + 1})` : field, value),
	);
	return [...new Set(numbers)];
}

/** Whether the value is an email address (sections 4.3 and 4.8). */
export function isEmailAddress(value: string): boolean {
	return (
		value.length <= emailAddressMaxLength && emailAddressPattern.test(value) && !hasHiddenCharacter(value)
	);
}

/**
 * The value as an iMessage or FaceTime address: a phone number in E.164 form or an email address without blanks
 * around it (sections 4.3 and 4.8); InvalidInput that names `field` otherwise.
 */
export function phoneNumberOrEmail(field: string, value: string): string {
	if (!value.includes('@')) return phoneNumber(field, value);
	const address = value.trim();
	if (isEmailAddress(address)) return address;
	throw new InvalidInput(
		`${field} is not an email address: ${quoted(value)}`,
		'Give one plain address such as ada@example.com, without a name, brackets, spaces or invisible characters in it.',
	);
}

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

function attachmentFault(value: string): { fault: string; remedy: string } {
	if (/\s/.test(value)) {
		return { fault: 'has a space or line break in it', remedy: 'Write %20 for a space inside an address.' };
	}
	if (hasHiddenCharacter(value)) {
		return {
			fault: 'has an invisible character in it',
			remedy: 'Type the address again, or copy it from elsewhere.',
		};
	}
	if (!/^https:\/\//.test(value)) {
		return {
			fault: 'is not an HTTPS address',
			remedy: 'The service fetches attachments itself: give an address that begins with https://.',
		};
	}
	return {
		fault: 'has no file extension',
		remedy:
			'The path must end in a filename with an extension, for example https://example.com/picture.jpg. A query string can follow.',
	};
}

/**
 * The addresses, if the service takes them as attachments: at most so many, https, a file extension in the path
 * (sections 4.3 and 8); InvalidInput otherwise. The cumulative size is for the service to measure.
 */
export function attachmentUrls(field: string, values: string[], most = Infinity): string[] {
	if (values.length > most) {
		throw new InvalidInput(
			`${field} holds ${values.length} addresses, the service takes at most ${most} a message`,
			'Send the rest with a further message.',
		);
	}
	values.forEach((value, index) => {
		if (attachmentUrlPattern.test(value) && !hasHiddenCharacter(value)) return;
		const { fault, remedy } = attachmentFault(value);
		throw new InvalidInput(`Attachment ${index + 1} ${fault}: ${quoted(value)}`, remedy);
	});
	return values;
}
