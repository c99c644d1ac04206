import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { phoneNumber, phoneNumberOrEmail, withoutTrunkZero } from '../../nodes/shared/input/addresses';

const digits = (least: number, most: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const nonzero = fc.constantFrom(...'23456789');
const e164 = fc.oneof(
	fc.tuple(nonzero, digits(2, 2), nonzero, digits(6, 6)).map((parts) => `+1${parts.join('')}`),
	fc.tuple(nonzero, nonzero, nonzero, nonzero, digits(3, 11)).map((parts) => `+${parts.join('')}`),
);

/** A mobile number of each country, and what is dialled in front of it inside the country. */
const mobiles = getCountries().map((country) => {
	const example = getExampleNumber(country, examples);
	if (!example) throw new Error(`libphonenumber has no example for ${country}`);
	const { number, nationalNumber: national, countryCallingCode: code } = example;
	const inside = example.formatNational().replace(/\D/g, '');
	return {
		country,
		code,
		number,
		national,
		prefix: inside.endsWith(national) ? inside.slice(0, -national.length) : '',
	};
});

describe('phone numbers (section 1)', () => {
	test.each([
		['2025550104', 'Did you mean +1 202 555 0104?'],
		['1 (202) 555-0104', 'Did you mean +1 202 555 0104?'],
		['020 7946 0958', 'Begin with the country code'],
	])('%j: a ten-digit number of the United States is asked about: %s', (value, remedy) => {
		expect(() => phoneNumber('To', value)).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(new RegExp(`^${remedy.replace(/[+?]/g, '\\$&')}`)),
			}),
		);
	});

	test.each(['+12025550110, +12025550111', '+12025550110; 2025550111', '+12025550110 +12025550111'])(
		'%j: one number in each row',
		(value) => {
			expect(() => phoneNumber('To', value)).toThrow(/^To holds several numbers/);
		},
	);

	test('every E.164 number is taken as it is', () => {
		fc.assert(fc.property(e164, (number) => expect(phoneNumber('To', number)).toBe(number)));
	});

	test('blanks and dashes of any kind may stand between groups of digits, and 00 for the plus sign', () => {
		const groups = fc.array(digits(2, 3), { minLength: 2, maxLength: 3 });
		const separator = fc.constantFrom('', ...' -\u00a0\u202f\u2011\u2013\u2212', ' - ');
		fc.assert(
			fc.property(fc.constantFrom('+', '00', '+ '), groups, separator, (plus, parts, between) => {
				const number = `+4930${parts.join('')}`;
				expect(phoneNumber('To', `${plus}${['49', '30', ...parts].join(between)} `)).toBe(number);
			}),
		);
	});

	test.each(mobiles)('a number of $country (+$code) has no zero but its own', (mobile) => {
		const { code, number, national, prefix } = mobile;
		expect(phoneNumber('To', number)).toBe(number);
		const withZero = digits(4, 9).map((rest) => `+${code}0${rest}`);
		fc.assert(
			fc.property(withZero, (one) => {
				const known = parsePhoneNumberFromString(one);
				if (known?.isValid() && known.number === one) expect(withoutTrunkZero(one)).toBe(one);
			}),
		);
		if (!prefix.startsWith('0')) return;
		expect(() => phoneNumber('To', `+${code} ${prefix}${national}`)).toThrow(
			expect.objectContaining({
				message: `To has a zero after the country code: "+${code} ${prefix}${national}"`,
				description: `Did you mean ${number}? Leave the zero out: it is dialled inside the country only, and is no part of the number.`,
			}),
		);
	});

	test.each([
		['+33 06 12 34 56 78', '+33612345678'],
		['+4407911123456', '+447911123456'],
		['0044 07911 123456', '+447911123456'],
		['+49 0171 1234567', '+491711234567'],
		['+49 00171 1234567', '+491711234567'],
		['+36 06 30 123 4567', '+36301234567'],
		['+52 01 55 1234 5678', '+525512345678'],
		['+234 0803 123 4567', '+2348031234567'],
		['+250 0788 123 456', '+250788123456'],
		['+81 090-1234-5678', '+819012345678'],
		['+34 0612 345 678', '+34612345678'],
		['+880 01712 345678', '+8801712345678'],
		['4407911123456', '+447911123456'],
	])('%j has the zero that is dialled inside the country: %s is asked about', (value, number) => {
		expect(() => phoneNumber('To', value)).toThrow(
			expect.objectContaining({ description: expect.stringContaining(`Did you mean ${number}? `) }),
		);
	});

	test.each([
		['+39 06 1234 5678', '+390612345678'],
		['+378 0549 123456', '+3780549123456'],
		['+225 07 01 23 45 67', '+2250701234567'],
		['+229 01 90 01 12 34', '+2290190011234'],
		['+241 06 03 12 34', '+24106031234'],
		['+242 06 123 4567', '+242061234567'],
		['+226 01 23 45 67', '+22601234567'],
		['+992 00 123 4567', '+992001234567'],
		['+7 912 345-67-89', '+79123456789'],
		['+683 4002', '+6834002'],
		['+290 51234', '+29051234'],
		['+1 (800) 555-0199', '+18005550199'],
	])('%j keeps its zero, or has none: %s', (value, number) => {
		expect(phoneNumber('To', value)).toBe(number);
	});

	test.each([
		['+1 102 555 0110', /^To has an area code or exchange that begins with 0 or 1: /],
		['+1 (002) 555-0110', /^To has an area code or exchange that begins with 0 or 1: /],
		['+1 202 155 0110', /^To has an area code or exchange that begins with 0 or 1: /],
		['+1 202 055 0110', /^To has an area code or exchange that begins with 0 or 1: /],
		['+1 0202 555 0110', /^To has 11 digits after \+1, not 10: /],
		['+49 30', /^To has 4 digits, too few for a number with its country code: /],
		['+44 999', /^To has 5 digits, too few/],
		['+12', /^To has 1 digits after \+1, not 10: /],
		['+442079', /^To has 6 digits, too few/],
	])('%j is no number of its country', (value, message) => {
		expect(() => phoneNumber('To', value)).toThrow(message);
	});

	test('separators alone are ever left out', () => {
		const character = fc.constantFrom(...'0123456789', ...'0123456789', ...' +.-/()[]\u2013,x\u200b');
		const values = fc.string({ unit: character, minLength: 8, maxLength: 24 });
		fc.assert(
			fc.property(values, (rest) => {
				const value = `+4${rest}`;
				let number = '';
				try {
					number = phoneNumber('To', value);
				} catch {
					return;
				}
				expect(number).toBe(value.replace(/[ .\-/()[\]\u2013]/g, ''));
			}),
		);
	});

	test.each([
		['+1 (202) 555-0110', '+12025550110'],
		['(+1 202) 555 0110', '+12025550110'],
		['+(1) 202 555 0110', '+12025550110'],
		['+1 202/555-0110', '+12025550110'],
		['[0044] 20 7946 0958', '+442079460958'],
		['+44 20 7946.0958', '+442079460958'],
		[`${' '.repeat(200)}+44 7911 123456`, '+447911123456'],
		['\t+44 20 7946 0958\r\n', '+442079460958'],
		['+33.1.23.45.67.00', '+33123456700'],
		['+49 30 1234567-0', '+493012345670'],
		['+32 2/123.45.67', '+3221234567'],
		['+1\u00a0202\u202f555\u30000110', '+12025550110'],
	])('%j is %s', (value, number) => {
		expect(phoneNumber('To', value)).toBe(number);
	});

	/** Where it is certain which number is meant, the error asks about it. */
	const london = 'Did you mean +442079460958? ';

	test.each([
		['+442079460958.0', london],
		['+442079460958,0', london],
		['442079460958.0', london],
		['2025550110.0', 'Did you mean +1 202 555 0110? '],
		['+442079460958.5', ''],
		['+44.20.7946.0958.00', ''],
		['+33 1 23 45 67 89.00', ''],
		['+442079460958.', london],
		['+442079460958-', ''],
		['+65 6123 4567/4568', ''],
		['+442079460958 5', ''],
		['+442079460958-12', ''],
		['+44 20 7946 0958 (2)', ''],
		['+44 20 7946 0958 (home)', ''],
		['++442079460958', ''],
		['+-442079460958', ''],
		['+44 (20 7946 0958', ''],
		['+44\t20 7946 0958', ''],
		["'+442079460958", london],
		['"+44 20 7946 0958"', london],
		['(+44 20 7946 0958)', ''],
		['whatsapp:+442079460958', london],
		['\u202a+442079460958\u202c', london],
		['\u200b+44 20 7946 0958', london],
		['+44 20\u200b7946 0958', ''],
		['＋４４２０７９４６０９５８', ''],
		['12/05/2026', ''],
	])('%j is refused, and never cleaned until it fits: %j', (value, question) => {
		expect(() => phoneNumber('To', value)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^To is not a phone number: "/),
				description: `${question}Give the plus sign, the country code and the number, and nothing else, e.g. +12025550123.`,
			}),
		);
	});

	test.each([
		['5511999990000', '+5511999990000'],
		['(33) 1.23.45.67.89', '+33123456789'],
	])('%j lacks the plus sign alone: %s is asked about', (value, number) => {
		expect(() => phoneNumber('To', value)).toThrow(
			expect.objectContaining({
				message: `To lacks the plus sign: "${value}"`,
				description: `Did you mean ${number}? Begin with the country code, e.g. +12025550123.`,
			}),
		);
	});

	test.each([
		['12025550110', /^To has no country code: "12025550110"$/],
		['4.42079460958e+11', /^To is shortened by a spreadsheet: "4.42079460958e\+11"$/],
		['+0 202 555 0110', /^To is not a phone number/],
		['+1202555011012345', /^To is not a phone number/],
		['', /^To is empty/],
	])('%j is refused, and no country code is guessed', (value, message) => {
		expect(() => phoneNumber('To', value)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(message),
				description: expect.not.stringContaining('2025550110'),
			}),
		);
	});
});

describe.each([phoneNumberOrEmail, phoneNumber])(
	'an address inside WhatsApp, as other tools have it',
	(rule) => {
		test.each([
			['5511999990000@s.whatsapp.net', 'Did you mean +5511999990000? '],
			['5511999990000@c.us', 'Did you mean +5511999990000? '],
			['5511999990000:12@s.whatsapp.net', 'Did you mean +5511999990000? '],
			['12025550110@c.us', 'Did you mean +1 202 555 0110? '],
			['ada@c.us', ''],
			['120363025246125486@g.us', ''],
			['5511999990000@lid', ''],
			['status@broadcast', ''],
		])('%j is refused: %j', (value, question) => {
			expect(() => rule('To', value)).toThrow(
				expect.objectContaining({
					message: expect.stringMatching(/^To is an address inside WhatsApp: "/),
					description: `${question}Give the phone number of the person, e.g. +12025550123.`,
				}),
			);
		});
	},
);
