import fc from 'fast-check';

import { tokenMask } from '../../nodes/shared/service/answer';

const token = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~+/=:'), minLength: 6, maxLength: 60 });
const around = fc.string({ unit: fc.constantFrom(...'klmn "{}'), maxLength: 9 });

test('the token is in no text that was masked, plain or percent-encoded', () => {
	fc.assert(
		fc.property(token, around, around, (secret, before, after) => {
			const mask = tokenMask(secret);
			expect(mask(before + secret + after)).toBe(`${before}***${after}`);
			expect(mask(encodeURIComponent(secret))).not.toContain(encodeURIComponent(secret));
		}),
	);
});

test('the token is in no text where some of its characters are percent-encoded, in capitals or not', () => {
	const ways = [
		(one: string) => one,
		encodeURIComponent,
		(one: string) => encodeURIComponent(one).toLowerCase(),
	];
	const chosen = fc.array(fc.nat(2), { minLength: 60, maxLength: 60 });
	fc.assert(
		fc.property(token, chosen, (secret, choices) => {
			const isLetter = (one: string) => /[A-Za-z]/.test(one);
			const written = [...secret].map((one, at) => (isLetter(one) ? one : ways[choices[at] ?? 0]?.(one)));
			expect(tokenMask(secret)(written.join(''))).toBe('***');
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
