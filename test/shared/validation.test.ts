import fc from 'fast-check';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { accessToken, filledPath, serviceBaseUrl } from '../../nodes/shared/service/service-address';
import { label, phoneNumberOrEmail } from '../../nodes/shared/input/addresses';
import { InvalidInput } from '../../nodes/shared/input/invalid-input';
import { hasPublicHost } from '../../nodes/shared/input/public-host';
import { faultOfName } from '../../nodes/shared/input/names';
import { unwrittenIn } from '../../nodes/shared/input/unwritten';
import { apart } from '../support/apart';
import { breakable, names, noNames, unwritten, written } from '../support/unwritten-values';

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

test.each(
	apart(
		'localhost | LOCALHOST | files.localhost | localhost. | nas | nas.local | nas.local.',
		'fritz.box.lan | printer.home | a.home.arpa | minio.internal | wiki.corp | a.intranet | a.test',
		'a.invalid | n8n:5678 | 127.0.0.1 | 127.1 | 2130706433 | 0x7f000001 | 0177.0.0.1 | 0.0.0.0',
		'10.0.0.5 | 172.16.0.1 | 172.31.255.255 | 192.168.1.5 | 192.168.1.5:8080 | 169.254.169.254',
		'100.64.0.1 | 224.0.0.1 | [::1] | [::] | [::ffff:192.168.1.5] | [fc00::1] | [fd12:3456::1]',
		'[fe80::1] | user@nas.local',
	),
)('%s is no host in the internet', (host) => {
	expect(hasPublicHost(`https://${host}/picture.jpg`)).toBe(false);
});

test.each(
	apart(
		'example.com | cdn.example.org:8443 | a.co | local.example.com | localhost.example.com | test.de',
		'lan.com | internal.io | home.pl | corp.example.net | xn--mnchen-3ya.de | münchen.de | 8.8.8.8',
		'172.15.0.1 | 172.32.0.1 | 192.167.1.1 | 100.63.0.1 | 100.128.0.1 | 11.0.0.1 | 198.20.0.1',
		'10.example.com | 127.0.0.1.nip.io | 192.168.example.com | [2606:4700::1111] | [2a00:1450::1]',
	),
)('%s may be a host in the internet', (host) => {
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
