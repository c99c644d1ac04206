/** When two messages are the same for the record: docs/delivery.md, "What a run sends". */
import { contentOf } from '../../nodes/shared/items/content';

const file = 'https://files.example.com/menu.jpg';
const to = '+12025550160';
const withFile = (address: string) => JSON.stringify(contentOf({ attachments: [address] }, to));

const amazon = (signature: string) =>
	`${file}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=2026112${signature}T000000Z&X-Amz-Expires=3600&X-Amz-Signature=${signature}`;

/** Two addresses that storage gives for one file. */
const sameFile: Array<[string, string, string]> = [
	['Amazon S3', amazon('1'), amazon('2')],
	['Amazon S3, beside other parameters', `${amazon('1')}&versionId=7`, `${amazon('2')}&versionId=7`],
	[
		'Google Cloud Storage',
		`${file}?X-Goog-Date=1&X-Goog-Signature=a`,
		`${file}?X-Goog-Date=2&X-Goog-Signature=b`,
	],
	[
		'Google Cloud Storage, older',
		`${file}?GoogleAccessId=a&Expires=1&Signature=b`,
		`${file}?Signature=c&Expires=2`,
	],
	['CloudFront', `${file}?Policy=a&Signature=b&Key-Pair-Id=c`, `${file}?Policy=d&Signature=e&Key-Pair-Id=f`],
	[
		'Azure',
		`${file}?sv=2025-01-01&se=2026-11-20&sr=b&sp=r&sig=a%3D`,
		`${file}?sv=2025-01-01&se=2026-11-21&sr=b&sp=r&sig=b`,
	],
	['Alibaba', `${file}?x-oss-date=1&x-oss-signature=a`, `${file}?x-oss-date=2&x-oss-signature=b`],
	['Tencent', `${file}?q-sign-time=1;2&q-signature=a`, `${file}?q-sign-time=2;3&q-signature=b`],
	['Supabase', `${file}?token=eyJhbGci.eyJleHAi.c2ln`, `${file}?token=eyJhbGci.eyJleHAj.c2lo`],
	['Bunny', `${file}?token=a&expires=1`, `${file}?token=b&expires=2`],
	['Akamai', `${file}?hdnts=exp=1~acl=/*~hmac=0a`, `${file}?hdnts=exp=2~acl=/*~hmac=0b`],
	['Discord', `${file}?ex=1&is=2&hm=3`, `${file}?ex=4&is=5&hm=6`],
	['signed once, then public', `${file}?Expires=1&Signature=a`, file],
];

test.each(sameFile)('a file is the same with a new signature: %s', (_, one, other) => {
	expect(withFile(one)).toBe(withFile(other));
});

/** Two addresses of two files. */
const otherFile: Array<[string, string]> = [
	[`${file}?id=1`, `${file}?id=2`],
	[`${file}?v=1`, `${file}?v=2`],
	[`${amazon('1')}&versionId=7`, `${amazon('2')}&versionId=8`],
	[`${file}?v=1&Expires=1&Signature=a`, `${file}?v=2&Expires=1&Signature=a`],
	[`${file}?token=a`, `${file}?token=b`],
	[`${file}?policy=1`, `${file}?policy=2`],
	[`${file}?se=1&sp=2`, `${file}?se=2&sp=2`],
	[`${file}?is=1`, `${file}?is=2`],
	[`${file}?x-oss-signature=a&x-oss-process=resize`, `${file}?x-oss-signature=a&x-oss-process=rotate`],
	[file, 'https://files.example.com/other.jpg'],
	['https://one.example.com/a.jpg?Signature=a', 'https://two.example.com/a.jpg?Signature=a'],
	['no address', 'none either'],
];

test.each(otherFile)('%s and %s are two files', (one, other) => {
	expect(withFile(one)).not.toBe(withFile(other));
});

test('the order of the files counts, the sender and the fast track do not', () => {
	const attachments = [file, `${file}?v=2`];
	const one = contentOf({ to, message: 'Hi', from: '+12025550110', attachments }, to);
	expect(contentOf({ to, message: 'Hi', fast_track: true, attachments }, to)).toEqual(one);
	expect(contentOf({ to, message: 'Hi', attachments: attachments.toReversed() }, to)).not.toEqual(one);
});
