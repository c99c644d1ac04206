/**
 * Refuses a release that is not ready: a placeholder in what people see and click, another repository than the one that
 * publishes, a tag, version and CHANGELOG that do not agree, a change that is in no version.
 *
 *   npm run release:check -- --tag v1.2.3 --repository https://github.com/OWNER/NAME
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { projectPackage, repositoryPage, root, textOf } from './project-root';

const { tag, repository } = parseArgs({
	options: { tag: { type: 'string' }, repository: { type: 'string' } },
}).values;

if (tag === undefined || repository === undefined) {
	throw new Error('Usage: npm run release:check -- --tag <tag> --repository <address of the repository>');
}

const { version } = projectPackage;
const published = globSync(['package.json', 'README.md', 'credentials/*.ts', 'nodes/*/*.node.json'], {
	cwd: root,
});
const changes = globSync('.changeset/*.md', { cwd: root, exclude: ['.changeset/README.md'] });

const faults = [
	...published
		.filter((path) => /repository\.example|placeholder\.example|PLACEHOLDER/.test(textOf(path)))
		.map((path) => `${path} has a placeholder of the repository or the author`),
	repositoryPage !== repository && `package.json names ${repositoryPage}, but ${repository} publishes`,
	tag.replace(/^v/, '') !== version && `the tag is ${tag}, the version in package.json ${version}`,
	!textOf('CHANGELOG.md').split('\n').includes(`## ${version}`) && `CHANGELOG.md has no section ${version}`,
	...changes.map((path) => `${path} is in no version yet: npm run release:version`),
].filter(Boolean);
for (const fault of faults) console.error(fault);
console.log(faults.length > 0 ? `not ready: ${String(faults.length)} faults` : `${tag} is ready`);
process.exitCode = faults.length > 0 ? 1 : 0;
