import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
	for (const each of [cacheFolder, folder]) mkdirSync(each, { recursive: true });
	rmSync(logFile, { force: true });
	return await stage(`Building and packing ${projectPackage.name}`, async () => {
		await alone(join(cacheFolder, 'building.pid'), async () => {
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
 * Installs the tarball for the n8n of this user folder where n8n itself installs a community package: unpacked into
 * `.n8n/nodes/node_modules`, noted in the package.json of `.n8n/nodes`. It has no dependencies that npm would have to
 * bring. Does nothing when the same content is installed already.
 */
export async function installTarball(tarball: PackageTarball, userFolder: string): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packageFolder = join(nodesFolder, 'node_modules', projectPackage.name);
	const stampFile = join(nodesFolder, 'installed-tarball');
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === tarball.contentHash) return;

	rmSync(stampFile, { force: true });
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball.file, '-C', packageFolder, '--strip-components=1']);
	const dependencies = { [projectPackage.name]: projectPackage.version };
	const installed = { name: 'installed-nodes', private: true, dependencies };
	writeFileSync(join(nodesFolder, 'package.json'), JSON.stringify(installed, null, 2));
	writeFileSync(stampFile, tarball.contentHash);
}
