import { globSync } from 'node:fs';

import type { OpenApiDocument } from '../../scripts/interface-document';
import { withNumbers } from '../../scripts/interface-numbers';
import { openApiDocument } from '../../simulator/document';
import { root, textOf } from '../../scripts/project-root';

const written = globSync(['README.md', 'docs/*.md', 'examples/*.{md,json}'], { cwd: root }).filter(
	(path) => !/interface|evidence/.test(path),
);

/** All pages and examples when the rates of the service were others. */
function pagesWith(lookups: number, messages: number, burst: number): string {
	const document: OpenApiDocument = openApiDocument();
	for (const { post, get } of Object.values(document.paths)) {
		if (get?.['x-rate']) get['x-rate'].requests = lookups;
		if (post?.['x-rate']) Object.assign(post['x-rate'], { requests: messages, burst });
	}
	return written.map((path) => withNumbers(textOf(path), document)).join('\n');
}

test('a rate that changes in the interface changes in every page and example that says it', () => {
	const pages = pagesWith(12, 3, 7);
	expect(pages).not.toMatch(/\b(6|six)\s+lookups/i);
	expect(pages).not.toMatch(/\b(1|one)\s+messages?\s+(a|per)\s+second/i);
	expect(pages).not.toMatch(/burst\s+of\s+5/);
	expect(pages.match(/\b12\s+lookups\s+a\s+minute/g)?.length).toBeGreaterThanOrEqual(5);
	expect(pages).toContain('60 numbers take about 5 minutes');
	expect(pages).toContain('_Lookups per Minute_ (12)');
	expect(pages).toContain('_Messages per Second_ (3)');
	expect(pages).toMatch(/\| Messages per Second +\| 3 +\|/);
});

test('pages name the rate of lookups in words that are generated', () => {
	const said = written.flatMap((path) => textOf(path).match(/\b(\d+|six)\s+lookups\s+\S+\s+\w+/gi) ?? []);
	expect(said.filter((words) => !/^\d+\s+lookups\s+a\s+minute$/.test(words))).toEqual([]);
});
