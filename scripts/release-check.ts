/**
 * Refuses a release that is not ready: a placeholder in the names that people click, another repository than the one
 * that publishes, a tag, version and CHANGELOG that do not agree, a change that is in no version.
 *
 *   npm run release:check -- --tag v1.2.3 --repository https://github.com/OWNER/NAME
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { placedOperations } from './interface-document';
import { openApiDocument } from './openapi-document';
import { root } from './project-root';
import type { ProjectNames } from './project-links';
import { releaseFaults } from './release-faults';

const { tag, repository } = parseArgs({
	options: { tag: { type: 'string' }, repository: { type: 'string' } },
}).values;

if (tag === undefined || repository === undefined) {
	throw new Error('Usage: npm run release:check -- --tag <tag> --repository <address of the repository>');
}

const operationsSince = Object.fromEntries(
	placedOperations(openApiDocument()).map((operation) => [operation.operationId, operation['x-since']]),
);

const faults = releaseFaults({
	names: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ProjectNames,
	changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
	pendingChanges: readdirSync(join(root, '.changeset'))
		.filter((file) => file.endsWith('.md') && file !== 'README.md')
		.map((file) => `.changeset/${file}`),
	operationsSince,
	tag,
	repository,
});
for (const fault of faults) console.error(fault);
console.log(faults.length > 0 ? `not ready: ${String(faults.length)} faults` : `${tag} is ready`);
process.exitCode = faults.length > 0 ? 1 : 0;
