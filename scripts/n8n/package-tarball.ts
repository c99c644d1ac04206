import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone';
import { stage } from './program';
import { run } from './run';
import { cacheFolder, projectPackage, root } from '../project-root';

/** Packs the project into a tarball in `folder`, which builds it first (`prepack`), and answers that file. */
export async function packedProject(folder = join(cacheFolder, 'package')): Promise<string> {
	mkdirSync(folder, { recursive: true });
	const pack = ['pack', '--ignore-scripts=false', `--pack-destination=${folder}`];
	await stage(`Building and packing ${projectPackage.name}`, async () => {
		await alone(join(cacheFolder, 'building.pid'), async () => {
			await run(root, 'npm', pack, { problem: 'The project could not be built:' });
		});
	});
	return join(folder, `${projectPackage.name}-${projectPackage.version}.tgz`);
}

/** Installs the tarball for the n8n of this user folder by the commands of the README. npm has to bring nothing else. */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	rmSync(join(folder, 'node_modules', projectPackage.name), { recursive: true, force: true });
	const install = ['install', '--offline', '--no-package-lock', '--no-audit', '--no-fund', tarball];
	await run(folder, 'npm', install, { problem: 'The package could not be installed:' });
}
