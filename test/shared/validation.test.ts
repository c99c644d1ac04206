import fc from 'fast-check';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { accessToken, filledPath, serviceBaseUrl } from '../../nodes/shared/service/service-address';
import { label, phoneNumber, phoneNumberOrEmail } from '../../nodes/shared/input/addresses';
import { InvalidInput } from '../../nodes/shared/input/invalid-input';
import { hasPublicHost } from '../../nodes/shared/input/public-host';
import { faultOfName } from '../../nodes/shared/input/names';
import { unwrittenIn } from '../../nodes/shared/input/unwritten';
import { breakable, names, noNames, unwritten, written } from '../support/unwritten-values';

const digits = (least: number, most: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const e164 = fc.oneof(
	digits(10, 10).map((rest) => `+1${rest}`),
	fc.tuple(fc.constantFrom(...'23456789'), digits(1, 14)).map(([first, rest]) => `+${first}${rest}`),
);
describe('phone numbers (section 1)', () => {
	test.each([
		['2025550204', 'Did you mean +1 202 555 0204?'],
		['1 (202) 555-0204', 'Did you mean +1 202 555 0204?'],
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
		const groups = fc.array(digits(2, 4), { minLength: 1, maxLength: 3 });
		const separator = fc.constantFrom('', ...' -\u00a0\u202f\u2011\u2013\u2212', ' - ');
		fc.assert(
			fc.property(fc.constantFrom('+', '00', '+ '), groups, separator, (plus, parts, between) => {
				const number = `+49${parts.join('')}`;
				expect(phoneNumber('To', `${plus}${['49', ...parts].join(between)} `)).toBe(number);
			}),
		);
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
				message: expect.stringMatching(/^To is not an E\.164 phone number: "/),
				description: `${question}Give the plus sign, the country code and the number, and nothing else, e.g. +15551234567.`,
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
				description: `Did you mean ${number}? Begin with the country code, e.g. +15551234567.`,
			}),
		);
	});

	test.each([
		['12025550110', /^To has no country code: "12025550110"$/],
		['4.42079460958e+11', /^To is shortened by a spreadsheet: "4.42079460958e\+11"$/],
		['+0 202 555 0110', /^To is not an E.164 phone number/],
		['+1202555011012345', /^To is not an E.164 phone number/],
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
					description: `${question}Give the phone number of the person, e.g. +15551234567.`,
				}),
			);
		});
	},
);

test.each([
	'ada@example.com',
	' ada@example.com\r\n',
	'ada@c.us.example',
	'lid@example.com',
	'c.us@example.net',
])('%j is an email address, without blanks and line breaks around it', (value) => {
	expect(phoneNumberOrEmail('To', value)).toBe(value.trim());
});

test.each(['@example.com', 'ada@', 'ada@example', 'Ada <ada@example.com>', 'ada @example.com', 'a@b@c.de'])(
	'%j is no email address (sections 4.3 and 4.8)',
	(value) => {
		expect(() => phoneNumberOrEmail('To', value)).toThrow(/^To is not an email address/);
	},
);

test.each(unwritten)('no person writes %j', (value) => {
	expect(unwrittenIn(value)).toEqual(expect.any(String));
});

test.each([...written, ...breakable])('a person may write %j', (value) => {
	expect(unwrittenIn(value)).toBeUndefined();
});

test.each(noNames)('%j names nothing', (name) => {
	expect(faultOfName(name)).toEqual(expect.any(String));
});

test.each(names)('%j is a name', (name) => {
	expect(faultOfName(name)).toBeUndefined();
});

/** What a text becomes that is written as UTF-8 and read in another encoding. */
function broken(text: string, encoding: 'latin1' | 'windows-1252'): string {
	const bytes = Buffer.from(text);
	return encoding === 'latin1' ? bytes.toString(encoding) : new TextDecoder(encoding).decode(bytes);
}

test.each(breakable)('%j is known as broken, whatever it was read as', (value) => {
	const once = broken(value, 'windows-1252');
	for (const text of [once, broken(value, 'latin1'), broken(once, 'windows-1252')]) {
		expect([text, unwrittenIn(text)]).toEqual([text, expect.any(String)]);
	}
});

test.each([
	...[
		'localhost',
		'LOCALHOST',
		'files.localhost',
		'localhost.',
		'nas',
		'nas.local',
		'nas.local.',
		'fritz.box.lan',
	],
	...[
		'printer.home',
		'a.home.arpa',
		'minio.internal',
		'wiki.corp',
		'a.intranet',
		'a.test',
		'a.invalid',
		'n8n:5678',
	],
	...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '10.0.0.5', '172.16.0.1'],
	...['172.31.255.255', '192.168.1.5', '192.168.1.5:8080', '169.254.169.254', '100.64.0.1', '224.0.0.1'],
	...['[::1]', '[::]', '[::ffff:192.168.1.5]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', 'user@nas.local'],
])('%s is no host in the internet', (host) => {
	expect(hasPublicHost(`https://${host}/picture.jpg`)).toBe(false);
});

test.each([
	...['example.com', 'cdn.example.org:8443', 'a.co', 'local.example.com', 'localhost.example.com', 'test.de'],
	...['lan.com', 'internal.io', 'home.pl', 'corp.example.net', 'xn--mnchen-3ya.de', 'münchen.de'],
	...[
		'8.8.8.8',
		'172.15.0.1',
		'172.32.0.1',
		'192.167.1.1',
		'100.63.0.1',
		'100.128.0.1',
		'11.0.0.1',
		'198.20.0.1',
	],
	...['10.example.com', '127.0.0.1.nip.io', '192.168.example.com', '[2606:4700::1111]', '[2a00:1450::1]'],
])('%s may be a host in the internet', (host) => {
	expect(hasPublicHost(`https://${host}/picture.jpg`)).toBe(true);
});

const base = 'https://service.example/base';
const { path: template } = serviceOperations.applyForEntitlement;

test('no value leads to another path (section 4)', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (value) => {
			fc.pre(value.isWellFormed());
			let path: string;
			try {
				path = filledPath(template, { name: label('Entitlement', value) });
			} catch (error) {
				expect(error).toBeInstanceOf(InvalidInput);
				return;
			}
			const url = new URL(base + path);
			expect(url.pathname.startsWith('/base/entitlements/')).toBe(true);
			expect(url.pathname.split('/')).toHaveLength(4);
			expect(url.search + url.hash).toBe('');
			expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(value);
		}),
	);
});

test.each([
	['https://api.example.com', 'https://api.example.com'],
	['https://api.example.com/', 'https://api.example.com'],
	['https://api.example.com/v1//', 'https://api.example.com/v1'],
	[' https://api.example.com ', 'https://api.example.com'],
	['http://localhost:8025/', 'http://localhost:8025'],
	['http://service.localhost', 'http://service.localhost'],
	['http://127.0.0.1:1', 'http://127.0.0.1:1'],
	['http://[::1]:1', 'http://[::1]:1'],
])('the base URL %j is taken as %s', (value, baseUrl) => {
	expect(serviceBaseUrl(value)).toBe(baseUrl);
});

test.each(['demo-token', '  demo-token\n'])('the access token %j is taken without blanks', (value) => {
	expect(accessToken(value)).toBe('demo-token');
});
