/**
 * Writes the lock of an n8n release that the end-to-end tests can run against:
 *
 *   npm run lock-n8n -- oldest 2.0.0      writes e2e/n8n-host/oldest/package.json and package-lock.json
 *
 * A release of n8n names exact versions of packages that a registry may no longer have, or never had. Each of them gets
 * an override, the version that the registry has as its newest, until npm finds everything. Overrides that stand in the
 * folder's package.json already are kept: what n8n leaves open may have grown apart since (n8n then ends while it
 * starts), and such a package has to be held, by hand, at a version of the time of that release.
 */
import { execFile } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './project-root';

type Overrides = Record<string, string>;

interface NpmEnd {
	failed: boolean;
	output: string;
	complaints: string;
}

/** What npm cannot have in the version that n8n names: it comes from elsewhere, or is compiled on the spot. */
const alwaysOverridden: Overrides = { linkedom: '0.18.12', 'msgpackr-extract': '3.0.4', xlsx: '0.18.5' };
/** What is released together with n8n; another version of one of them would be another n8n. */
const partOfN8n = /^(n8n|n8n-.+|@n8n\/.+)$/;
const mostOverrides = 25;
const files = ['package.json', 'package-lock.json'];

function npmEnd(args: string[], folder: string): Promise<NpmEnd> {
	return new Promise((resolve) => {
		execFile('npm', args, { cwd: folder, maxBuffer: 64 << 20 }, (error, output, complaints) => {
			resolve({ failed: error !== null, output, complaints });
		});
	});
}

/** The package, and the version of it, that npm did not find; undefined when it failed for another reason. */
function missingPackage(complaints: string): string | undefined {
	return /No matching version found for (\S+?)@\S+\.$/m.exec(complaints)?.[1];
}

async function newestVersion(name: string, folder: string): Promise<string> {
	const { output, failed, complaints } = await npmEnd(['view', name, 'dist-tags.latest'], folder);
	if (failed) throw new Error(complaints);
	return output.trim();
}

function keptOverrides(packageFile: string): Overrides {
	if (!existsSync(packageFile)) return {};
	return (JSON.parse(readFileSync(packageFile, 'utf8')) as { overrides?: Overrides }).overrides ?? {};
}

/** Writes both files into the folder. Throws with npm's complaint when no override helps. */
async function lock(name: string, version: string, folder: string, kept: Overrides): Promise<Overrides> {
	const overrides = { ...alwaysOverridden, ...kept };
	while (Object.keys(overrides).length <= mostOverrides) {
		const content = {
			name: `n8n-host-${name}`,
			private: true,
			description: `An n8n release that the end-to-end tests run (${name})`,
			dependencies: { n8n: version },
			overrides,
		};
		writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, '\t')}\n`);
		rmSync(join(folder, 'package-lock.json'), { force: true });
		const options = ['--package-lock-only', '--legacy-peer-deps', '--omit-lockfile-registry-resolved'];
		const ended = await npmEnd(['install', ...options], folder);
		if (!ended.failed) return overrides;
		const missing = missingPackage(ended.complaints);
		if (missing === undefined || partOfN8n.test(missing)) throw new Error(ended.complaints);
		const newest = await newestVersion(missing, folder);
		if (overrides[missing] === newest) throw new Error(ended.complaints);
		console.log(`  ${missing} is overridden with ${newest}`);
		overrides[missing] = newest;
	}
	throw new Error(`More than ${String(mostOverrides)} packages of n8n ${version} are missing.`);
}

async function main([name = '', version = '']: string[]): Promise<void> {
	if (!/^[a-z][a-z0-9.-]*$/.test(name) || !/^\d+\.\d+\.\d+$/.test(version)) {
		throw new Error('Usage: npm run lock-n8n -- <folder under e2e/n8n-host> <version of n8n>');
	}
	const work = mkdtempSync(join(tmpdir(), 'lock-n8n-'));
	try {
		console.log(`Resolving n8n ${version} …`);
		const folder = join(root, 'e2e', 'n8n-host', name);
		const overrides = await lock(name, version, work, keptOverrides(join(folder, 'package.json')));
		mkdirSync(folder, { recursive: true });
		for (const file of files) copyFileSync(join(work, file), join(folder, file));
		console.log(`e2e/n8n-host/${name} now pins n8n ${version}, overriding`, overrides);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
