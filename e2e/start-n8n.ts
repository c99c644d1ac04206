import { mkdirSync } from 'node:fs';
import { installedN8n } from './n8n/n8n-host';
import { startN8n } from './n8n/n8n-instance';
import { shareSession } from './support/n8n-session';
import { installTarball, packedProject } from './n8n/package-tarball';
import { stage } from './n8n/progress';
import { stopAll } from './n8n/stop-at-exit';
import { emptiedRunFolder, shareTarball, userFolderOf } from './support/test-folders';

/** The log tells everything, so that the tests can see what never gets there; publication is looked after often. */
const environment = {
	N8N_LOG_LEVEL: 'debug',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

/** Before all tests: packs the project, and starts the n8n that the test files share, with the package in it. */
export default async function start(): Promise<void> {
	try {
		const { version } = await installedN8n();
		mkdirSync(emptiedRunFolder(), { recursive: true });
		const tarball = await packedProject();
		shareTarball(tarball);
		const userFolder = userFolderOf('shared');
		await installTarball(tarball, userFolder);
		const n8n = await stage(`Starting n8n ${version}`, () => startN8n({ userFolder, env: environment }));
		shareSession(n8n);
	} catch (error) {
		await stopAll();
		throw error;
	}
}
