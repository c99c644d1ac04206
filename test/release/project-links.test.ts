import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryPage, type ProjectNames } from '../../scripts/project-links';
import { root, textOf } from '../../scripts/project-root';

const names = JSON.parse(textOf('package.json')) as ProjectNames;

test('credential and nodes link to pages of docs/ that are there, by the repository of package.json', () => {
	const files = globSync(['credentials/*.ts', 'nodes/*/*.node.json'], { cwd: root });
	const links = files.flatMap((file) => {
		const found = textOf(file).match(/https:\/\/[^\s'"]+\.md\b/g) ?? [];
		expect(found.length).toBeGreaterThan(0);
		return found;
	});
	for (const link of links) {
		const [page = '', path = ''] = link.split('/blob/main/');
		expect(page).toBe(repositoryPage(names));
		expect(existsSync(join(root, path)) ? link : `${link}: no such page`).toBe(link);
	}
});
