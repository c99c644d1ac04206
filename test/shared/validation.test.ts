import fc from 'fast-check';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { accessToken, filledPath, serviceBaseUrl } from '../../nodes/shared/service/service-address';
import { attachmentUrls, label, phoneNumber, phoneNumberOrEmail } from '../../nodes/shared/input/addresses';
import { InvalidInput } from '../../nodes/shared/input/invalid-input';

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

	const separator = fc.constantFrom('', '', ...' \u00a0\u202f.-\u2011\u2013/()[]');

	test('it may be spelled with separators, and with 00 for the plus sign', () => {
		fc.assert(
			fc.property(e164, fc.constantFrom('+', '00'), fc.array(separator), (number, plus, between) => {
				const spelled = [...number.slice(1)].map((digit, at) => (between[at] ?? '') + digit).join('');
				fc.pre(!spelled.includes('(0)'));
				expect(phoneNumber('To', ` ${plus}${spelled} `)).toBe(number);
			}),
		);
	});

	test.each([
		['12025550110', /^To has no country code: "12025550110"$/],
		['+0 202 555 0110', /^To is not an E.164 phone number/],
		['+1 202 555 0110 x5', /^To is not an E.164 phone number/],
		['+1202555011012345', /^To is not an E.164 phone number/],
		['', /^To is empty/],
	])('%j is refused, and no country code is guessed', (value, fault) => {
		expect(() => phoneNumber('To', value)).toThrow(fault);
		try {
			phoneNumber('To', value);
		} catch (error) {
			expect((error as InvalidInput).description).not.toContain('2025550110');
		}
	});
});

test.each(['@example.com', 'ada@', 'ada@example', 'Ada <ada@example.com>', 'ada @example.com', 'a@b@c.de'])(
	'%j is no email address (sections 4.3 and 4.8)',
	(value) => {
		expect(() => phoneNumberOrEmail('To', value)).toThrow(/^To is not an email address/);
	},
);

test.each([
	['http://example.com/a.jpg', /not an HTTPS address/],
	['example.com/a.jpg', /not an HTTPS address/],
	['https://example.com/a', /no file extension/],
	['https://example.com/a.b/c', /no file extension/],
	['https://example.com/a?name=b.jpg', /no file extension/],
	['https://example.com/a#b.jpg', /no file extension/],
	['https://example.com/a.jpg\n', /space or line break/],
])('the attachment %j is refused (sections 4.3 and 8)', (url, fault) => {
	expect(() => attachmentUrls('Attachments', [url])).toThrow(fault);
	expect(() => attachmentUrls('Attachments', ['https://example.com/fine.png', url])).toThrow(
		/^Attachment 2 /,
	);
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
