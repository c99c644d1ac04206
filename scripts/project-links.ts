/**
 * The addresses of the project that people click: all of them follow from `repository.url` in package.json.
 * `npm run generate` writes them anew, and `npm run lint` fails where one differs.
 */
import { globSync } from 'node:fs';

import { root, textOf } from './project-root';

/** The parts of package.json that name the project and its people. */
export interface ProjectNames {
	name: string;
	version: string;
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
	author: { name: string; email: string };
}

/** Whatever stands before the path of a page in docs/, in a link to it. */
const docsLink = /https:\/\/[^\s'"]+?(?=\/blob\/main\/docs\/)/g;

/** The address that somebody clones the project from. */
const cloneAddress = /(?<=^git clone )\S+$/gm;

/** The address of the repository in a browser. */
export function repositoryPage({ repository }: Pick<ProjectNames, 'repository'>): string {
	return repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** package.json, README, credentials and codex files with the links that follow from the repository, by path. */
export function linkedFiles(): Record<string, string> {
	const names = JSON.parse(textOf('package.json')) as ProjectNames;
	const page = repositoryPage(names);
	const packageJson = { ...names, homepage: `${page}#readme`, bugs: { url: `${page}/issues` } };
	const linking = globSync(['credentials/*.ts', 'nodes/*/*.node.json'], { cwd: root });
	return {
		'package.json': JSON.stringify(packageJson),
		'README.md': textOf('README.md').replace(cloneAddress, `${page}.git`),
		...Object.fromEntries(linking.map((path) => [path, textOf(path).replace(docsLink, page)])),
	};
}
