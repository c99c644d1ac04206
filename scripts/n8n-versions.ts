/**
 * Runs the core of the end-to-end tests in each n8n of e2e/n8n-host/ and in the newest that npm has, and writes the table
 * of docs/evidence.md.
 *
 *   npm run versions
 *
 * Writes nothing when a test fails.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { runProgram } from '../e2e/n8n/stop-at-exit';
import { writeEvidence } from './evidence';
import { table } from './markdown-table';
import { lockNewestN8n } from './newest-n8n';
import { root, textOf } from './project-root';

/** The folders of the releases, one for each version, the oldest first. */
function hosts(): Array<[name: string, version: string]> {
	const files = globSync('e2e/n8n-host/*/package.json', { cwd: root });
	const versions = files.map((file): [string, string] => {
		const { dependencies } = JSON.parse(textOf(file)) as { dependencies: { n8n: string } };
		return [dependencies.n8n, basename(dirname(file))];
	});
	return [...new Map(versions)]
		.map(([version, name]): [string, string] => [name, version])
		.sort(([, one], [, other]) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Tests an n8n and gives its row of the table. Jest shows what fails, and an error ends this then. */
function tested([name, version]: [string, string]): string[] {
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

void runProgram(async () => {
	console.log(`The newest n8n is ${await lockNewestN8n()}`);
	const versions = table(['n8n', 'Node', 'Tests passed', 'When'], hosts().map(tested));
	writeEvidence({ versions });
});
