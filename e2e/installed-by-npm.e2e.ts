/** The package as npm installs it by the commands of the README, in a folder where nothing is. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '../simulator/simulator';
import { jsonOf } from './n8n/n8n-executions';
import { startN8n } from './n8n/n8n-instance';
import { projectPackage, root } from '../scripts/project-root';
import { serviceCredential } from './support/simulated-service';
import { sharedRun } from './support/shared-run';
import { userFolderOf } from './support/test-folders';
import { itemsThrough, underTest } from './support/test-workflow';

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

test('npm installs this package alone, and n8n sends with it', async () => {
	const userFolder = userFolderOf('installed-by-npm');
	mkdirSync(userFolder, { recursive: true });
	execFileSync('sh', ['-ec', commands()], { env: environment(userFolder), stdio: 'pipe' });
	const modules = readdirSync(join(userFolder, '.n8n', 'nodes', 'node_modules'));
	expect(modules.filter((module) => !module.startsWith('.'))).toEqual([name]);

	const service = await startSimulator();
	const n8n = await startN8n({ userFolder });
	try {
		const credential = await serviceCredential(n8n, service.url);
		const send = { operation: 'sendImessage', to: '+12025550199', message: 'Hello' };
		const { id } = await n8n.workflows.import(itemsThrough('phoneServiceMessaging', send), [credential]);
		expect(jsonOf(await n8n.execute(id), underTest)).toMatchObject([{ status: 'accepted' }]);
		expect(service.outbox).toMatchObject([{ to: '+12025550199', message: 'Hello' }]);
	} finally {
		await n8n.stop();
		await service.stop();
	}
}, 180_000);
