/**
 * Refuses a release that is not ready: a placeholder in the names that people click, another repository than the one
 * that publishes, a tag, version and CHANGELOG that do not agree, a change that is in no version.
 *
 *   npm run release:check -- --tag v1.2.3 --repository https://github.com/OWNER/NAME
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { placedOperations } from './interface-document';
import { openApiDocument } from '../simulator/document';
import { root, textOf } from './project-root';
import { repositoryPage, type ProjectNames } from './project-links';

const { tag, repository } = parseArgs({
	options: { tag: { type: 'string' }, repository: { type: 'string' } },
}).values;

if (tag === undefined || repository === undefined) {
	throw new Error('Usage: npm run release:check -- --tag <tag> --repository <address of the repository>');
}

/** Names that nobody can own (RFC 2606 and 6761), and so never those of a real project. */
const reservedHost = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

const names = JSON.parse(textOf('package.json')) as ProjectNames;
const { homepage, bugs, author, version } = names;
const page = repositoryPage(names);
const addresses = {
	homepage,
	'repository.url': page,
	'bugs.url': bugs.url,
	'author.email': `mailto://${author.email}`,
};
const sections = textOf('CHANGELOG.md').split('\n');
const changes = readdirSync(join(root, '.changeset')).filter((file) => /(?<!^README)\.md$/.test(file));
const operations = placedOperations(openApiDocument());

function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).hostname : '';
}

const faults = [
	...Object.entries(addresses)
		.filter(([, address]) => hostOf(address) === '' || reservedHost.test(hostOf(address)))
		.map(([field, address]) => `${field} in package.json is a placeholder (${hostOf(address)})`),
	/^\s*$|placeholder/i.test(author.name) && 'author.name in package.json is a placeholder',
	page !== repository && `package.json names ${page}, but ${repository} publishes`,
	tag.replace(/^v/, '') !== version && `the tag is ${tag}, the version in package.json ${version}`,
	!sections.includes(`## ${version}`) && `CHANGELOG.md has no section ${version}`,
	...operations
		.filter(({ 'x-since': since }) => since.localeCompare(version, 'en', { numeric: true }) > 0)
		.map(
			({ operationId, 'x-since': since }) =>
				`${operationId} says that it came with ${since}, which is later than ${version}`,
		),
	...changes.map((file) => `.changeset/${file} is in no version yet: npm run release:version`),
].filter(Boolean);
for (const fault of faults) console.error(fault);
console.log(faults.length > 0 ? `not ready: ${String(faults.length)} faults` : `${tag} is ready`);
process.exitCode = faults.length > 0 ? 1 : 0;
