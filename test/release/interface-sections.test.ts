import { globSync } from 'node:fs';

import { root } from '../../scripts/project-root';
import { textOf } from '../docs/pages';

/** The section numbers that a text cites, as `section 4.3`, `sections 2.3, 3 and 4.1` or `sections 4.3 to 4.5`. */
function cited(text: string): string[] {
	const number = String.raw`\d(?:\.\d+)?`;
	const citation = new RegExp(
		String.raw`\bsections? (${number}(?:(?:, | and | to |, and )${number})*)`,
		'gi',
	);
	return [...text.matchAll(citation)].flatMap(([, list = '']) => list.match(new RegExp(number, 'g')) ?? []);
}

test('citations are read', () => {
	const text = 'sections 2.3, 3 and 4.1; Section 8; sections 4.3 to 4.5';
	expect(cited(text)).toEqual(['2.3', '3', '4.1', '8', '4.3', '4.5']);
});

test('every section that code, tests and docs cite is in docs/interface.md', () => {
	const headings = [...textOf('docs/interface.md').matchAll(/^#{2,3} (\d(?:\.\d+)?) /gm)].map(
		([, number]) => number,
	);
	expect(headings).toContain('4.3');
	const files = ['nodes', 'credentials', 'simulator', 'e2e', 'test', 'docs', 'examples'].flatMap((folder) =>
		globSync(`${folder}/**/*.{ts,tsx,md,yaml}`, { cwd: root }),
	);
	const unknown = files.flatMap((file) =>
		cited(textOf(file))
			.filter((number) => !headings.includes(number))
			.map((number) => `${file}: ${number}`),
	);
	expect(unknown).toEqual([]);
});
