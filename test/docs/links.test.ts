import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { root, textOf } from '../../scripts/project-root';
import { anchorsIn, pages, targetsIn } from './pages';

/** Targets inside the project, each as file and place in it. */
function inside(page: string): Array<[file: string, anchor: string]> {
	return targetsIn(textOf(page))
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target): [string, string] => {
			const [path = '', anchor = ''] = target.split('#');
			return [path === '' ? page : normalize(join(dirname(page), decodeURI(path))), anchor];
		});
}

test('anchors are those that GitHub makes of headings', () => {
	expect(anchorsIn('## n8n 3.0\n\n### _Get_ `x`: a & b\n')).toEqual(['n8n-30', 'get-x-a--b']);
});

test.each(pages)('%s: what it points to in this project is there, pictures too', (page) => {
	const missing = inside(page).filter(
		([file, anchor]) =>
			!existsSync(join(root, file)) || (anchor !== '' && !anchorsIn(textOf(file)).includes(anchor)),
	);
	expect(missing).toEqual([]);
});

test('every page of docs/ can be reached from the first one', () => {
	const reached = new Set<string>();
	const visit = (page: string) => {
		if (reached.has(page) || !page.endsWith('.md')) return;
		reached.add(page);
		inside(page).forEach(([file]) => visit(file));
	};
	visit('README.md');
	expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});
