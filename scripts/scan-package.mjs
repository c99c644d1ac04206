/**
 * Runs n8n's own gate for community packages, the scanner, on the source and on the unpacked tarball, and
 * checks what the tarball holds. Prints what it found; exits with 1 when anything is wrong.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const project = join(import.meta.dirname, '..');
const maxUnpackedBytes = 450_000;
const allowed = /^(dist\/|index\.js$|README\.md$|LICENSE$|package\.json$)/;

function filesIn(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

function unpackedTarball(folder) {
	const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
		cwd: project,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	execFileSync('tar', ['-xzf', JSON.parse(packed)[0].filename], { cwd: folder });
	return join(folder, 'package');
}

async function scanFaults(name, folder, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	console.log(`${passed ? 'passed' : 'FAILED'}  scanner on the ${name}`);
	return passed ? [] : [`${message}\n${details ?? ''}`];
}

function contentFaults(folder) {
	const files = filesIn(folder);
	const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
	const names = files.map((file) => relative(folder, file));
	const strangers = names.filter((file) => !allowed.test(file));
	const { nodes, credentials } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).n8n;
	const missing = [...nodes, ...credentials].filter((file) => !names.includes(file));
	console.log(
		`        tarball: ${files.length} files, ${bytes} bytes unpacked (at most ${maxUnpackedBytes})`,
	);
	return [
		...strangers.map((file) => `the tarball holds ${file}`),
		...missing.map((file) => `the tarball lacks ${file}: build first`),
		...(bytes > maxUnpackedBytes ? [`the tarball has ${bytes} bytes unpacked`] : []),
	];
}

const folder = mkdtempSync(join(tmpdir(), 'phone-service-scan-'));
try {
	const tarball = unpackedTarball(folder);
	const faults = [
		...(await scanFaults('source', project, SOURCE_FILE_PATTERNS)),
		...(await scanFaults('tarball', tarball, ['**/*.js', 'package.json'])),
		...contentFaults(tarball),
	];
	for (const fault of faults) console.error(fault);
	process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
