import {
	attachmentUrlPattern,
	emailAddressMaxLength,
	emailAddressPattern,
	phoneNumberPattern,
} from '../contract/contract';
import { InvalidInput, quote } from './invalid-input';
import { faultOfName } from './names';

/** Whether a value has a character that nobody sees: a control, a filler, or one that turns the direction of reading. */
export function hasHiddenCharacter(value: string): boolean {
	return /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u.test(value);
}

const spelling = 'Begin with the country code, e.g. +12025550123.';

/** Nobody writes a number with more characters. */
const longestSpelling = 100;

/** Brackets around the country or area code: at least five digits follow. */
const bracketed = /[([]([^()[\]]+)[)\]](?=(?:\D*\d){5})/g;

/** Groups of digits with one blank, dot, dash or slash between two. */
const written = /^\+? ?\d+(?:[ ./-]\d+)*$/;

/** Digits behind ten in one go, fewer than five behind a slash, and a single one behind a blank: no group of the number. */
const misplaced = /\d{10}\D+\d|\/(?!(?:\D*\d){5})|\d\d \d$/;

/** A dot behind seven digits in one go, or up to three digits behind the last dot where they are no pairs such as .67.89. */
const decimals = /\d{7}\.|(?<!\.\d{2,3}(?=\.\d\d))\.\d{1,3}$/;

/** The plus sign and the digits of a text that has nothing else but separators where people write them; otherwise ''. */
function digitsIn(value: string): string {
	const spelled = value.trim();
	if (spelled.length > longestSpelling) return '';
	const text = spelled
		.replace(bracketed, ' $1 ')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/\p{Zs}+/gu, ' ')
		.replace(/ ?([./-]) ?/g, '$1')
		.trim();
	if (!written.test(text) || misplaced.test(text) || decimals.test(text)) return '';
	return text.replace(/[^+\d]/g, '').replace(/^00/, '+');
}

/** Country codes of two digits or fewer, but +1; and how those of three digits begin. No code is the begin of another. */
const countryCode = String.raw`\+(?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0357-9]|9[679])\d)`;

/** What people dial in front of a number inside their country: 0, 06 in Hungary, 01 in Mexico until 2019. */
const trunkZero = new RegExp(String.raw`^(${countryCode})(?:(?<=\+36)06|(?<=\+52)01|0+)`);

/** Where numbers themselves begin with a zero, as in Italy, San Marino and Ivory Coast; in Rwanda and some others a few of them. */
const ownZero =
	/^\+(?:(?:39|47|22[5679]|24[127]|26[78]|378|50[17]|67[69]|687|800|853|88[18]|974|992)0|(?:62|81|82|359|598)00|25006)/;

/** An E.164 number without the zero behind the country code that is dialled inside the country only. */
export function withoutTrunkZero(number: string): string {
	return ownZero.test(number) ? number : number.replace(trunkZero, '$1');
}

/** Digits that are long enough to have a country code. */
const withoutPlus = /^[2-9]\d{10,14}$/;

/** Digits behind +1: the United States, Canada and others share it, and all their numbers have as many. */
const afterPlusOne = 10;

/** An address of a person, a group or a list, as tools for WhatsApp spell it. */
const insideWhatsapp = /@(?:[cg]\.us|s\.whatsapp\.net|lid|broadcast|newsletter)\s*$/i;

/** No country has shorter numbers, its code included. */
const fewestDigits = 7;

/** What is wrong, as a sentence goes on, and how to fix it where that is not the country code. */
type Fault = [fault: string, remedy?: string];

/** What is wrong with a text, of which `number` are the digits, and how to fix it; undefined for a phone number. */
function faultOf(value: string, number: string): Fault | undefined {
	const several = value.split(/[,;|\n]|\s\+/).filter((part) => part.replace(/\D/g, '').length >= 4);
	if (several.length > 1) {
		return ['holds several numbers', 'Give one number in each row: a Split Out node makes rows of a list.'];
	}
	if (/[([]\s*0\s*[)\]]/.test(value)) {
		return [
			'has a zero in brackets',
			'Leave the (0) out: it is dialled inside the country only, and is no part of the number.',
		];
	}
	if (insideWhatsapp.test(value)) {
		return ['is an address inside WhatsApp', 'Give the phone number of the person, e.g. +12025550123.'];
	}
	if (/^\+?\d+(?:[.,]\d+)?E\+?\d+$/i.test(value.trim())) {
		return ['is shortened by a spreadsheet', 'Format the column as text there, and enter the number again.'];
	}
	if (withoutPlus.test(number)) return ['lacks the plus sign'];
	if (/^\d{2,}$/.test(number)) return ['has no country code'];
	if (!phoneNumberPattern.test(number)) {
		return [
			'is not a phone number',
			'Give the plus sign, the country code and the number, and nothing else, e.g. +12025550123.',
		];
	}
	return number.startsWith('+1') ? faultAfterPlusOne(number) : faultElsewhere(number);
}

function faultAfterPlusOne(number: string): Fault | undefined {
	const digits = number.length - '+1'.length;
	const remedy = 'Give the area code and the number: three digits and seven, e.g. +12025550123.';
	if (digits !== afterPlusOne) return [`has ${digits} digits after +1, not ${afterPlusOne}`, remedy];
	const isOfPlan = /^\+1[2-9]\d\d[2-9]\d{6}$/.test(number);
	return isOfPlan ? undefined : ['has an area code or exchange that begins with 0 or 1', remedy];
}

function faultElsewhere(number: string): Fault | undefined {
	if (withoutTrunkZero(number) !== number) {
		return [
			'has a zero after the country code',
			'Leave the zero out: it is dialled inside the country only, and is no part of the number.',
		];
	}
	const digits = number.length - '+'.length;
	return digits < fewestDigits
		? [`has ${digits} digits, too few for a number with its country code`]
		: undefined;
}

/** What spreadsheets, links and other tools put around a number. */
const clutter =
	/^(?:(?:tel|sms|whatsapp):|[\s\p{Cf}'"])+|(?:(?<=\d{7})[.,]0*|[.\s\p{Cf}'"]|(?::\d+)?@(?:c\.us|s\.whatsapp\.net))+$/giu;

/** A question after the number that a text is most probably meant as; '' where none is. */
function meant(value: string): string {
	const text = value.trim().slice(0, longestSpelling).replace(clutter, '');
	const digits = digitsIn(text);
	const [, area, exchange, line] = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(digits) ?? [];
	if (area) return `Did you mean +1 ${area} ${exchange} ${line}? `;
	const number = withoutTrunkZero(digits.replace(withoutPlus, '+$&'));
	return faultOf(text, number) ? '' : `Did you mean ${number}? `;
}

/**
 * The value as an E.164 phone number (section 1), without separators where people write them; 00 in front stands for the
 * plus sign. Nothing else is left out, and a country code is never guessed. InvalidInput that names `field` for anything else.
 */
export function phoneNumber(field: string, value: string): string {
	if (value.trim() === '') {
		throw new InvalidInput(`${field} is empty`, 'Fill it in, e.g. with +12025550123 or {{ $json.number }}.');
	}
	const number = digitsIn(value);
	const [fault, remedy = spelling] = faultOf(value, number) ?? [];
	if (fault === undefined) return number;
	throw new InvalidInput(`${field} ${fault}: ${quote(value)}`, `${meant(value)}${remedy}`);
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
	if (!value.includes('@') || insideWhatsapp.test(value)) return phoneNumber(field, value);
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
	const isBroken = /\s/.test(value) || hasHiddenCharacter(value);
	const fault = isOfDots
		? 'cannot stand in an address'
		: isBroken
			? 'has a space, line break or invisible character in it'
			: faultOfName(value);
	if (fault === undefined) return value;
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
		(url) => !url.startsWith('https://') || !URL.canParse(url),
		'is not an HTTPS address',
		'The service fetches attachments itself: give an address that begins with https://.',
	],
	[
		(url) => /^https:[^?#]*:\/\//i.test(url),
		'has a second address in it',
		'Give each address as an entry of its own. Where one belongs inside the other, write %3A for its colon.',
	],
	[
		(url) => !attachmentUrlPattern.test(url),
		'has no file extension',
		'It must end in a file name such as picture.jpg. Where a page shares the file, e.g. of Google Drive, download it in n8n, and use Input Data Field Names.',
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
