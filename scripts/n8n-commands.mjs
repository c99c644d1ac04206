/**
 * Runs what n8n's reviewers run beside `n8n-node lint`, which is part of `npm run lint`: `n8n-node build`, `n8n-node
 * cloud-support`, and n8n's scanner on the source and on the unpacked tarball. Exits with 1 unless the build is the one of
 * `npm run build`, byte for byte, n8n calls the package eligible for n8n Cloud, nothing that is published is excepted from
 * its rules, the scanner passes, and the tarball holds what it should.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const maxUnpackedBytes = 450_000;
const published = /^(dist\/|index\.js$|README\.md$|LICENSE$|package\.json$)/;

function run(command, ...args) {
	const { status, stdout, stderr } = spawnSync('npx', [command, ...args], { encoding: 'utf8' });
	// The commands color what they print wherever CI is set.
	return { passed: status === 0, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

function filesIn(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

/** The files of the build, each with the hash of what it holds. */
function hashes() {
	return filesIn('dist').map((path) => {
		return `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
	});
}

function buildFaults() {
	execFileSync('npx', ['gulp', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
	const ours = hashes();
	const { passed, output } = run('n8n-node', 'build');
	if (!passed) return [output];
	const theirs = hashes();
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

async function scanFaults(folder, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	return passed ? [] : [`${message}\n${details ?? ''}`];
}

/** What is wrong with the tarball of the build, unpacked into this folder. */
async function tarballFaults(folder) {
	const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const packed = execFileSync('npm', pack, { stdio: ['ignore', 'pipe', 'inherit'] });
	execFileSync('tar', ['-xzf', JSON.parse(packed)[0].filename], { cwd: folder });
	const unpacked = join(folder, 'package');
	const files = filesIn(unpacked);
	const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
	const names = files.map((file) => relative(unpacked, file));
	const { nodes, credentials } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')).n8n;
	const missing = [...nodes, ...credentials].filter((file) => !names.includes(file));
	console.log(
		`        tarball: ${files.length} files, ${bytes} bytes unpacked (at most ${maxUnpackedBytes})`,
	);
	return [
		...(await scanFaults(unpacked, ['**/*.js', 'package.json'])),
		...names.filter((file) => !published.test(file)).map((file) => `the tarball holds ${file}`),
		...missing.map((file) => `the tarball lacks ${file}`),
		...(bytes > maxUnpackedBytes ? [`the tarball has ${bytes} bytes unpacked`] : []),
	];
}

const folder = mkdtempSync(join(tmpdir(), 'phone-service-scan-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

for (const [name, faultsOf] of Object.entries({
	'n8n-node build, the same as npm run build': buildFaults,
	'n8n-node cloud-support: eligible': cloudFaults,
	'scanner on the source': async () => await scanFaults(process.cwd(), SOURCE_FILE_PATTERNS),
	'scanner on the tarball, and what that holds': async () => await tarballFaults(folder),
})) {
	const faults = await faultsOf();
	console.log(`${faults.length === 0 ? 'passed' : 'FAILED'}  ${name}`);
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
