/**
 * Runs the core of the end-to-end tests in each n8n of e2e/n8n-host/ and in the newest that npm has, and writes the table
 * of docs/evidence.md.
 *
 *   npm run versions
 *
 * Writes nothing when a test fails.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { ClearProblem } from '../e2e/n8n/clear-problem';
import { npm } from '../e2e/n8n/npm';
import { runProgram } from '../e2e/n8n/stop-at-exit';
import { writeEvidence } from './evidence';
import { table } from './markdown-table';
import { root, textOf } from './project-root';

const hostsFolder = join(root, 'e2e', 'n8n-host');
const newest = join(hostsFolder, 'newest');

/** More packages than a release of n8n has ever named that npm did not find. */
const maxMissing = 25;

async function newestOf(name: string): Promise<string> {
	const { hasFailed, log } = await npm(root, ['view', name, 'version']);
	if (hasFailed) throw new ClearProblem(`npm does not say which ${name} is the newest:\n${log}`);
	return log.trim();
}

/** The package that npm did not find in the version that n8n names, by what it says. */
function missingIn(log: string): string | undefined {
	return /No matching version found for (\S+)@[^@\s]+\.(\s|$)/.exec(log)?.[1];
}

/**
 * Locks the newest n8n that npm has in e2e/n8n-host/newest/, which git ignores. It starts from the lock of the pinned one,
 * and has the newest version of each package that npm does not find in the version named. Answers the version of n8n.
 */
async function lockNewestN8n(): Promise<string> {
	const version = await newestOf('n8n');
	rmSync(newest, { recursive: true, force: true });
	mkdirSync(newest);
	for (const file of ['package.json', 'package-lock.json']) {
		cpSync(join(hostsFolder, 'pinned', file), join(newest, file));
	}
	for (let tries = 0; tries < maxMissing; tries++) {
		const { hasFailed, log } = await npm(root, ['run', '-s', 'lock-n8n', '--', newest, `n8n@${version}`]);
		if (!hasFailed) return version;
		const missing = missingIn(log);
		if (missing === undefined) throw new ClearProblem(`n8n ${version} could not be locked:\n${log}`);
		const packageFile = join(newest, 'package.json');
		const host = JSON.parse(readFileSync(packageFile, 'utf8')) as { overrides: Record<string, string> };
		host.overrides[missing] = await newestOf(missing);
		writeFileSync(packageFile, JSON.stringify(host, null, '\t'));
		console.log(`npm lacks the ${missing} that n8n ${version} names: ${host.overrides[missing]} instead`);
	}
	throw new ClearProblem(`n8n ${version} names more than ${maxMissing} packages that npm does not find`);
}

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
