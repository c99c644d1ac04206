import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone';
import { ClearProblem } from './clear-problem';
import { lastLines, nodeProgram, npm } from './npm';
import { cacheFolder, projectFolder, projectPackage } from './project-folders';
import { stage } from './progress';

/** The project, built and packed as it would be published. */
export interface PackageTarball {
	file: string;
	/** The hash of its content: the same for the same content, whenever it was packed. */
	contentHash: string;
}

/** Builds the project and packs it into a tarball in `folder`. */
export async function packedProject(folder = join(cacheFolder, 'package')): Promise<PackageTarball> {
	const logFile = join(folder, 'pack.log');
	mkdirSync(folder, { recursive: true });
	rmSync(logFile, { force: true });
	return await stage(`Building and packing ${projectPackage.name}`, async () => {
		await alone('building', async () => {
			const gulp = join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
			await mustSucceed(nodeProgram([gulp, 'build'], { folder: projectFolder, logFile }), logFile);
			const pack = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`];
			await mustSucceed(npm(pack, { folder: projectFolder, logFile }), logFile);
		});
		const file = join(folder, `${projectPackage.name}-${projectPackage.version}.tgz`);
		return { file, contentHash: createHash('sha256').update(readFileSync(file)).digest('hex') };
	});
}

async function mustSucceed(ending: ReturnType<typeof npm>, logFile: string): Promise<void> {
	const { exitCode, output } = await ending;
	if (exitCode === 0) return;
	throw new ClearProblem(`The project could not be built:\n${output}\n${lastLines(logFile, 15)}`.trimEnd());
}

/**
 * Installs the tarball for the n8n of this user folder as n8n itself installs a community package: unpacked into
 * `.n8n/nodes/node_modules`, without its development and peer dependencies, no install scripts, noted in the
 * package.json of `.n8n/nodes`. Does nothing when the same content is installed already.
 */
export async function installTarball(tarball: PackageTarball, userFolder: string): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packageFolder = join(nodesFolder, 'node_modules', projectPackage.name);
	const stampFile = join(nodesFolder, 'installed-tarball');
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === tarball.contentHash) return;

	rmSync(stampFile, { force: true });
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball.file, '-C', packageFolder, '--strip-components=1']);
	keepRuntimeDependenciesOnly(join(packageFolder, 'package.json'));
	const logFile = join(userFolder, 'install.log');
	await mustSucceed(npm(installOptions, { folder: packageFolder, logFile }), logFile);
	noteInstalledPackage(join(nodesFolder, 'package.json'));
	writeFileSync(stampFile, tarball.contentHash);
}

/** What n8n's community-packages service passes to npm. */
const installOptions = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

function keepRuntimeDependenciesOnly(file: string): void {
	const packageJson = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	const dropped = ['devDependencies', 'peerDependencies', 'optionalDependencies'];
	const kept = Object.entries(packageJson).filter(([key]) => !dropped.includes(key));
	writeFileSync(file, JSON.stringify(Object.fromEntries(kept), null, 2));
}

function noteInstalledPackage(file: string): void {
	const installed = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [projectPackage.name]: projectPackage.version },
	};
	writeFileSync(file, JSON.stringify(installed, null, 2));
}
