import {
	attachmentUrlPattern,
	emailAddressMaxLength,
	emailAddressPattern,
	phoneNumberPattern,
} from '../contract/contract';
import { InvalidInput, quote } from './invalid-input';

/** Whether a value has a character that nobody sees: a control, a filler, or one that turns the direction of reading. */
export function hasHiddenCharacter(value: string): boolean {
	return /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u.test(value);
}

const spelling = 'Begin with the country code, e.g. +15551234567.';

const separators = /[\s.\-\u2010-\u2015\u2212/()[\]]/g;

/** Digits behind +1: the United States, Canada and others share it, and all their numbers have as many. */
const afterPlusOne = 10;

/** A question after the number that digits without a country code are most probably meant as; '' where none is. */
function meant(digits: string): string {
	const [, area, exchange, line] = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(digits) ?? [];
	return area ? `Did you mean +1 ${area} ${exchange} ${line}? ` : '';
}

/** What a text without separators lacks to be a phone number, and how to fix it; undefined for one that is. */
function faultIn(number: string): [fault: string, remedy: string] | undefined {
	if (!phoneNumberPattern.test(number)) {
		return /^[0-9]{2,}$/.test(number)
			? ['has no country code', `${meant(number)}${spelling}`]
			: ['is not an E.164 phone number', spelling];
	}
	const digits = number.length - '+1'.length;
	if (!number.startsWith('+1') || digits === afterPlusOne) return undefined;
	return [
		`has ${digits} digits after +1, not ${afterPlusOne}`,
		'Give the area code and the number: three digits and seven, e.g. +15551234567.',
	];
}

/**
 * The value as an E.164 phone number (section 1), without what separates its digits; 00 in front stands for the plus sign.
 * A country code is never guessed. InvalidInput that names `field` for anything else.
 */
export function phoneNumber(field: string, value: string): string {
	if (value.trim() === '') {
		throw new InvalidInput(`${field} is empty`, 'Fill it in, e.g. with +15551234567 or {{ $json.number }}.');
	}
	const several = value.split(/[,;|\n]|\s\+/).filter((part) => part.replace(/\D/g, '').length >= 4);
	if (several.length > 1) {
		throw new InvalidInput(
			`${field} holds several numbers: ${quote(value)}`,
			'Give one number in each row: a Split Out node makes rows of a list.',
		);
	}
	if (/\(\s*0\s*\)/.test(value)) {
		throw new InvalidInput(
			`${field} has a zero in brackets: ${quote(value)}`,
			'Leave the (0) out: it is dialled inside the country only, and is no part of the number.',
		);
	}
	const number = value.replace(separators, '').replace(/^00/, '+');
	const [fault, remedy] = faultIn(number) ?? [];
	if (fault === undefined) return number;
	throw new InvalidInput(`${field} ${fault}: ${quote(value)}`, remedy ?? spelling);
}

/** The values as E.164 numbers, each once, as in `phoneNumber`; InvalidInput that also names the position. */
export function phoneNumbers(field: string, values: string[]): string[] {
	const numbers = values.map((value, index) =>
		phoneNumber(values.length > 1 ? `${field} (number ${index + 1})` : field, value),
	);
	return [...new Set(numbers)];
}

/** The value as an iMessage or FaceTime address (sections 4.3 and 4.8); InvalidInput that names `field` otherwise. */
export function phoneNumberOrEmail(field: string, value: string): string {
	if (!value.includes('@')) return phoneNumber(field, value);
	const address = value.trim();
	const isShort = address.length <= emailAddressMaxLength;
	if (isShort && emailAddressPattern.test(address) && !hasHiddenCharacter(address)) return address;
	throw new InvalidInput(
		`${field} is not an email address: ${quote(value)}`,
		'Give one plain address such as ada@example.com, without a name, brackets, spaces or invisible characters in it.',
	);
}

/** The value as a name or an id of the service; InvalidInput that names `field`, and an example, otherwise. */
export function label(field: string, value: string, [example]: readonly string[] = []): string {
	const isOfDots = /^\.{1,2}$/.test(value);
	if (value !== '' && !isOfDots && !/\s/.test(value) && !hasHiddenCharacter(value)) return value;
	const fault = isOfDots
		? 'cannot stand in an address'
		: 'has a space, line break or invisible character in it';
	throw new InvalidInput(
		value === '' ? `${field} is empty` : `${field} ${fault}: ${quote(value)}`,
		`Give it as the service spells it${example === undefined ? '' : `, e.g. ${example}`}.`,
	);
}

/** What may be wrong with the address of an attachment, and how to fix it; the first fault counts. */
const attachmentFaults: Array<[isFaulty: (url: string) => boolean, fault: string, remedy: string]> = [
	[(url) => /\s/.test(url), 'has a space or line break in it', 'Write %20 for a space inside an address.'],
	[
		hasHiddenCharacter,
		'has an invisible character in it',
		'Type the address again, or copy it from elsewhere.',
	],
	[
		(url) => !url.startsWith('https://'),
		'is not an HTTPS address',
		'The service fetches attachments itself: give an address that begins with https://.',
	],
	[
		(url) => !attachmentUrlPattern.test(url),
		'has no file extension',
		'The path must end in a filename with an extension, for example https://example.com/picture.jpg. A query string can follow.',
	],
];

/** The addresses, `https` in small letters, if the service takes them as attachments (sections 4.3 and 8); InvalidInput otherwise. */
export function attachmentUrls(field: string, given: string[], max = Infinity): string[] {
	const values = given.map((value) => value.replace(/^https:/i, 'https:'));
	if (values.length > max) {
		throw new InvalidInput(
			`${field} holds ${values.length} addresses, the service takes at most ${max} a message`,
			'Send the rest with a further message.',
		);
	}
	values.forEach((value, index) => {
		const [, fault, remedy = ''] = attachmentFaults.find(([isFaulty]) => isFaulty(value)) ?? [];
		if (fault) throw new InvalidInput(`Attachment ${index + 1} ${fault}: ${quote(value)}`, remedy);
	});
	return values;
}
