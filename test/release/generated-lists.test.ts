import { globSync } from 'node:fs';

import { openApiDocument } from '../../scripts/openapi-document';
import { listedFiles, withLists } from '../../scripts/generate-lists';
import { placedOperations } from '../../scripts/interface-document';
import { root } from '../../scripts/project-root';
import { publicMaterial } from '../../scripts/public-material';
import { textOf } from '../docs/pages';

test('every place for a list is written', async () => {
	const pages = globSync(['*.md', '{docs,examples,simulator}/**/*.md'], { cwd: root }).filter((page) =>
		textOf(page)
			.split('\n')
			.some((line) => line.startsWith('<!-- generated: ')),
	);
	expect(Object.keys(await listedFiles()).sort()).toEqual(pages.sort());
});

test('a page without a place for its list is a mistake', () => {
	expect(() => withLists('docs/README.md', 'Some text', { nowhere: '' })).toThrow(
		'docs/README.md has no place <!-- generated: nowhere -->',
	);
});

test('the pages have everything that is marked as public material', () => {
	const document = openApiDocument();
	const pages = (publicMaterial(document) + textOf('docs/interface.md')).replace(/\s+/g, ' ');
	for (const { method, path, 'x-source': source } of placedOperations(document)) {
		if (source) expect(pages).toContain(`\`${method} ${path}\``);
	}
	const sentences = [...JSON.stringify(document).matchAll(/"x-public-material":"([^"]+)"/g)];
	expect(sentences.length).toBeGreaterThan(5);
	for (const [, sentence] of sentences) expect(pages).toContain(sentence);
	expect(pages).toContain('`fast_track?`');
	expect(pages).toContain('`data.agreement_url?`');
	expect(pages).toContain('1 in 1 s, up to 5 at once for each sending number');
});
