import { openApiDocument } from '../../scripts/openapi-document';
import { placedOperations } from '../../scripts/interface-document';
import { publicMaterial } from '../../scripts/public-material';
import { textOf } from '../docs/pages';

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
