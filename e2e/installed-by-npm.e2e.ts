/** The package as npm installs it by the commands of the README, in a folder where nothing is. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectPackage, root } from '../scripts/project-root';
import { sharedRun } from './support/shared-run';
import { installedFolder, userFolderOf } from './support/test-folders';

const { name } = projectPackage;

/** The commands of the README, for the packed project in place of the published one. */
function commands(): string {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [, block = ''] = /From the command line[^]*?```sh\n([^]*?)```/.exec(readme) ?? [];
	expect(block).toContain(`npm install ${name}`);
	return block.replace(`npm install ${name}`, `npm install ${sharedRun().tarball}`);
}

/** This environment as a terminal has it in another home, where npm knows no registry and has nothing in store. */
function environment(home: string): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([variable]) => !variable.startsWith('npm_'));
	return { ...Object.fromEntries(kept), HOME: home, npm_config_offline: 'true' };
}

function filesIn(userFolder: string): string[] {
	const modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
	const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
	return files.filter((file) => !file.startsWith('.')).sort();
}

test('npm installs this package alone, each file where the n8n of the other tests has it', () => {
	const userFolder = userFolderOf('installed-by-npm');
	mkdirSync(userFolder, { recursive: true });
	execFileSync('sh', ['-ec', commands()], { env: environment(userFolder), stdio: 'pipe' });
	expect(filesIn(userFolder)).toEqual(filesIn(installedFolder('installed-by-test')));
});
