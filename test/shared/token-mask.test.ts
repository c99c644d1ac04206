import fc from 'fast-check';

import { tokenMask } from '../../nodes/shared/service/body';

const token = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~+/=:'), minLength: 6, maxLength: 60 });
const around = fc.string({ unit: fc.constantFrom(...'klmn "{}'), maxLength: 9 });

test('the token is in no text that was masked, plain or percent-encoded', () => {
	fc.assert(
		fc.property(token, around, around, (secret, before, after) => {
			const mask = tokenMask(secret);
			expect(mask(before + secret + after)).toBe(`${before}***${after}`);
			const encoded = encodeURIComponent(secret);
			for (const form of [encoded, encoded.replace(/%../g, (code) => code.toLowerCase())]) {
				expect(mask(form)).toBe('***');
			}
		}),
	);
});

test('a token that is no secret leaves texts alone', () => {
	expect(tokenMask('abc')('abcdef')).toBe('abcdef');
});

test('a token of any length is masked', () => {
	const secret = 'aZ09-._~+/='.repeat(2_000);
	expect(tokenMask(secret)(`${secret} ${encodeURIComponent(secret)}`)).toBe('*** ***');
});

test.each(['abc', 'demo-token'])(
	'the signature in the address of a file is masked, however it is written: %s',
	(secret) => {
		const address = 'https://n8n.example.com/rest/binary-data/signed?token=eyJh.b-c_d.e&file=/a.png';
		const masked = address.replace('eyJh.b-c_d.e', '***');
		const mask = tokenMask(secret);
		expect(mask(`Cannot fetch ${address}.`)).toBe(`Cannot fetch ${masked}.`);
		expect(mask(encodeURIComponent(address))).toBe(encodeURIComponent(masked));
		expect(mask(address.replaceAll('/', '\\/'))).toBe(masked.replaceAll('/', '\\/'));
	},
);
