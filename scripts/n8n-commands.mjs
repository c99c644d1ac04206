/**
 * Runs what n8n's reviewers run: `n8n-node lint`, `n8n-node build`, `n8n-node cloud-support`, and n8n's scanner on the source and on
 * the unpacked tarball. Exits with 1 unless n8n calls the package eligible for n8n Cloud, nothing that is published is
 * excepted from its rules, the scanner passes, and the tarball holds what it should.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const maxUnpackedBytes = 450_000;
const published = /^(dist\/|index\.js$|README\.md$|LICENSE$|package\.json$)/;

/** How an n8n command ends, and what it prints, without the colors that it has wherever CI is set. */
function n8nNode(command) {
	const { status, stdout, stderr } = spawnSync('npx', ['n8n-node', command], { encoding: 'utf8' });
	return { status, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

function lintFaults() {
	const { status, output } = n8nNode('lint');
	return status === 0 ? [] : [output];
}

function cloudFaults() {
	const { output } = n8nNode('cloud-support');
	const excepted = Object.keys(JSON.parse(readFileSync('eslint-suppressions.json', 'utf8')));
	return [
		...(/Status: eligible for n8n Cloud/.test(output) ? [] : [output]),
		...excepted
			.filter((path) => /^(nodes\/|credentials\/|package\.json)/.test(path))
			.map((path) => `eslint-suppressions.json excepts ${path}, which is published`),
	];
}

function buildFaults() {
	const { output } = n8nNode('build');
	return /Build successful/.test(output) ? [] : [output];
}

async function scanFaults(folder, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	return passed ? [] : [`${message}\n${details ?? ''}`];
}

/** What is wrong with the tarball of `npm run build`, unpacked into this folder. */
async function tarballFaults(folder) {
	const pack = ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder];
	execFileSync('npm', pack, { stdio: ['ignore', 'ignore', 'inherit'] });
	execFileSync('tar', ['-xzf', readdirSync(folder)[0]], { cwd: folder });
	const unpacked = join(folder, 'package');
	const entries = readdirSync(unpacked, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
	const names = files.map((file) => relative(unpacked, file));
	const { nodes, credentials } = JSON.parse(readFileSync('package.json', 'utf8')).n8n;
	const missing = [...nodes, ...credentials].filter((file) => !names.includes(file));
	console.log(`        ${files.length} files, ${bytes} bytes unpacked (at most ${maxUnpackedBytes})`);
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
	'n8n-node lint': lintFaults,
	'n8n-node build': buildFaults,
	'n8n-node cloud-support: eligible': cloudFaults,
	'scanner on the source': async () => await scanFaults(process.cwd(), SOURCE_FILE_PATTERNS),
	'scanner on the tarball, and what that holds': async () => await tarballFaults(folder),
})) {
	const faults = await faultsOf();
	console.log(`${faults.length === 0 ? 'passed' : 'FAILED'}  ${name}`);
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
