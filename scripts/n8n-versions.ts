/**
 * Runs the core of the end-to-end tests in each n8n of e2e/n8n-host/ and writes docs/n8n-versions.md.
 *
 *   npm run versions
 *
 * Ends with 1, and writes nothing, when a test fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeOrCheck } from './generated-files';
import { table } from './markdown-table';
import { root } from './project-root';

const hosts = join(root, 'e2e', 'n8n-host');

interface Results {
	numTotalTests: number;
	numPassedTests: number;
}

function versionOf(host: string): string {
	const file = join(hosts, host, 'package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** What came of the core tests in this n8n, 0 of 0 if jest could not tell; their output goes to the screen. */
function tested(host: string, folder: string): Results {
	const file = join(folder, `${host}.json`);
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const options = [
		'--config',
		join(root, 'e2e', 'core.config.js'),
		'--runInBand',
		'--json',
		'--outputFile',
		file,
	];
	spawnSync(process.execPath, [jest, ...options], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, PHONE_SERVICE_N8N: host },
	});
	if (!existsSync(file)) return { numTotalTests: 0, numPassedTests: 0 };
	return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

function allPassed({ numTotalTests, numPassedTests }: Results): boolean {
	return numTotalTests > 0 && numPassedTests === numTotalTests;
}

function page(rows: string[][]): string {
	return `# Versions of n8n

<!-- Written by \`npm run versions\`. Do not edit. -->

The package is for n8n 2.33.7 and newer. We ran the core of the end-to-end tests with the packed package in these releases. They cover
each operation, duplicates, failed items, the trigger, the credential, and the nodes as tools of agents.

${table(['n8n', 'Node', 'Tests passed', 'When'], rows)}

Releases between these should work too. Before 2.33, n8n doesn't tell a node when the execution ends. Before 2.20, a Retry
after a crash doesn't know which execution it repeats, so it messages everybody again. To test another release:

\`\`\`sh
npm run lock-n8n -- trial 2.40.0           # writes e2e/n8n-host/trial/
PHONE_SERVICE_N8N=trial npm run test:e2e:core
\`\`\`

**n8n 1 is not supported.** Version 2 replaced it. In a trial with 1.123.81, failed items never reached the error
output, so nobody would notice a failed message.
`;
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-versions-'));
	try {
		const names = readdirSync(hosts).sort((one, other) =>
			versionOf(one).localeCompare(versionOf(other), 'en', { numeric: true }),
		);
		const results = names.map((name) => ({ version: versionOf(name), ...tested(name, folder) }));
		const failed = results.filter((result) => !allPassed(result));
		for (const { version } of failed) console.error(`n8n ${version}: tests failed`);
		if (failed.length > 0) {
			process.exitCode = 1;
			return;
		}
		const date = new Date().toISOString().slice(0, 10);
		const rows = results.map(({ version, numTotalTests, numPassedTests }) => [
			version,
			process.versions.node,
			`${String(numPassedTests)} of ${String(numTotalTests)}`,
			date,
		]);
		await writeOrCheck({ 'docs/n8n-versions.md': page(rows) });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
