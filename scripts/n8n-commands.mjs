/**
 * Runs what n8n's reviewers run beside `n8n-node lint`, which is part of `npm run lint`: `n8n-node build` and `n8n-node
 * cloud-support`. Exits with 1 unless the build is the one of `npm run build`, byte for byte, n8n calls the package
 * eligible for n8n Cloud, and nothing that is published is excepted from its rules.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

function run(command, ...args) {
	const { status, stdout, stderr } = spawnSync('npx', [command, ...args], { encoding: 'utf8' });
	// The commands color what they print wherever CI is set.
	return { passed: status === 0, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

/** The files of a folder, each with the hash of what it holds. */
function hashes(folder) {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const paths = files.map((file) => join(file.parentPath, file.name)).sort();
	return paths.map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
}

function buildFaults() {
	execFileSync('npx', ['gulp', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
	const ours = hashes('dist');
	const { passed, output } = run('n8n-node', 'build');
	if (!passed) return [output];
	const theirs = hashes('dist');
	const only = (some, others) =>
		some.filter((file) => !others.includes(file)).map((file) => file.split(' ')[0]);
	return [
		...only(ours, theirs).map((path) => `n8n-node build lacks or changes ${path}`),
		...only(theirs, ours).map((path) => `npm run build lacks or changes ${path}`),
	];
}

function cloudFaults() {
	const excepted = Object.keys(JSON.parse(readFileSync('eslint-suppressions.json', 'utf8')));
	const { output } = run('n8n-node', 'cloud-support');
	return [
		...(/Status: eligible for n8n Cloud/.test(output) ? [] : [output]),
		...excepted
			.filter((path) => /^(nodes\/|credentials\/|package\.json)/.test(path))
			.map((path) => `eslint-suppressions.json excepts ${path}, which is published`),
	];
}

for (const [name, faultsOf] of Object.entries({
	'n8n-node build, the same as npm run build': buildFaults,
	'n8n-node cloud-support: eligible': cloudFaults,
})) {
	const faults = faultsOf();
	console.log(`${faults.length === 0 ? 'passed' : 'FAILED'}  ${name}`);
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
