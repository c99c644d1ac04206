/** What docs/delivery.md guarantees: each sentence names a test that there is. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../scripts/project-root';
import { textOf } from './pages';

const [, section = ''] = textOf('docs/delivery.md').split(/^## (?=What is guaranteed)/m);
const [guarantees = ''] = section.split(/^## /m);
const numbered = guarantees.split(/^(?=\d+\. )/m).slice(1);

/** The names of the tests as they stand in their files, with the place of what differs from row to row. */
const names = globSync('{test,e2e}/**/*.{test,e2e,queue}.ts', { cwd: root }).flatMap((path) => [
	...readFileSync(join(root, path), 'utf8').matchAll(/^\t*(?:test\b.*\(|'|\)\(|\])?.*?'([^'\n]{10,})'/gm),
]);

test('there are guarantees', () => {
	expect(numbered.length).toBeGreaterThan(10);
});

test.each(numbered.map((text) => text.trim().replace(/\s+/g, ' ')))('%s', (guarantee) => {
	const [, name] = /"([^"]{10,})"/.exec(guarantee) ?? [];
	expect(name).toBeDefined();
	expect(names.some(([, known]) => known?.includes(String(name)))).toBe(true);
});
