import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone';
import { ClearProblem } from './clear-problem';
import { npm, type Ended } from './npm';
import { cacheFolder, projectPackage, root } from '../../scripts/project-root';
import { stage } from './progress';

/** Packs the project into a tarball in `folder`, which builds it first (`prepack`), and answers that file. */
export async function packedProject(folder = join(cacheFolder, 'package')): Promise<string> {
	for (const each of [cacheFolder, folder]) mkdirSync(each, { recursive: true });
	return await stage(`Building and packing ${projectPackage.name}`, async () => {
		await alone(join(cacheFolder, 'building.pid'), async () => {
			mustSucceed(await npm(root, ['pack', '--ignore-scripts=false', `--pack-destination=${folder}`]));
		});
		return join(folder, `${projectPackage.name}-${projectPackage.version}.tgz`);
	});
}

function mustSucceed({ hasFailed, log }: Ended): void {
	if (hasFailed) throw new ClearProblem(`The project could not be built:\n${log}`);
}

/**
 * Installs the tarball for the n8n of this user folder where n8n itself installs a community package: unpacked into
 * `.n8n/nodes/node_modules`, noted in the package.json of `.n8n/nodes`. It has no dependencies that npm would have to
 * bring.
 */
export function installTarball(tarball: string, userFolder: string): void {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packageFolder = join(nodesFolder, 'node_modules', projectPackage.name);
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	const dependencies = { [projectPackage.name]: projectPackage.version };
	const installed = { name: 'installed-nodes', private: true, dependencies };
	writeFileSync(join(nodesFolder, 'package.json'), JSON.stringify(installed, null, 2));
}
