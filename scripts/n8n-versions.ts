/**
 * Runs the core of the end-to-end tests in each n8n of e2e/n8n-host/, and writes the table of docs/evidence.md.
 *
 *   npm run versions
 *
 * Writes nothing when a test fails.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { writeEvidence } from './evidence';
import { table } from './markdown-table';
import { root, textOf } from './project-root';

/** The folders of the releases, one for each version, the oldest first. */
function hosts(): Array<[version: string, name: string]> {
	const files = globSync('e2e/n8n-host/*/package.json', { cwd: root });
	const versions = files.map((file): [string, string] => {
		const { dependencies } = JSON.parse(textOf(file)) as { dependencies: { n8n: string } };
		return [dependencies.n8n, basename(dirname(file))];
	});
	return [...new Map(versions)].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Tests an n8n and gives its row of the table. Jest shows what fails, and an error ends this then. */
function tested([version, name]: [string, string]): string[] {
	const file = join(mkdtempSync(join(tmpdir(), 'n8n-versions-')), 'results.json');
	const options = ['--config', 'e2e/core.config.js', '--runInBand', '--json', '--outputFile', file];
	execFileSync(process.execPath, [require.resolve('jest/bin/jest'), ...options], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, PHONE_SERVICE_N8N: name },
	});
	const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
	const date = new Date().toISOString().slice(0, 10);
	return [version, process.versions.node, `${numPassedTests} of ${numTotalTests}`, date];
}

writeEvidence({ versions: table(['n8n', 'Node', 'Tests passed', 'When'], hosts().map(tested)) });
