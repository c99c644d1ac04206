import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { root } from '../../scripts/project-root';
import { textOf } from './pages';

const page = textOf('docs/architecture.md');

/** The files that the page lists as the way of one item, in their order. */
function wayOfOneItem(): string[] {
	const [, section = ''] = page.split('## The way of one item');
	const listed = [...section.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, path = '']) => path);
	return listed.map((path) => path.replace(/^shared\//, 'nodes/shared/'));
}

/** The files that a file imports, each without its ending. */
function importsOf(path: string): string[] {
	return [...textOf(path).matchAll(/ from '(\.[^']+)'/g)].map(([, target = '']) =>
		join(dirname(path), target),
	);
}

test('the way of one item leads from each file into the next, and is seven files long', () => {
	const [node = '', operation = '', ...delivery] = wayOfOneItem();
	const steps = [
		[node, operation],
		...[node, ...delivery.slice(0, -1)].map((path, index) => [path, delivery[index] ?? '']),
	];
	const missing = steps.filter(([from = '', to = '']) => !importsOf(from).includes(to.replace(/\.ts$/, '')));
	expect(missing).toEqual([]);
	expect(delivery).toHaveLength(5);
});

test('every file that the page names is there', () => {
	const files = new Set(
		globSync('{nodes,credentials,simulator,demo,e2e,bench,test,scripts}/**/*', { cwd: root }),
	);
	const names = new Set([...files].map((path) => basename(path)));
	const named = [...page.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|yaml))`/g)].map(([, path = '']) => path);
	const missing = named.filter((path) =>
		path.includes('/')
			? ![...files].some((file) => file.endsWith(path)) && !existsSync(join(root, path))
			: !names.has(path),
	);
	expect(named.length).toBeGreaterThan(20);
	expect(missing).toEqual([]);
});
