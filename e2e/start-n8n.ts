import { rmSync } from 'node:fs';
import { installedN8n } from '../scripts/n8n/n8n-host';
import { startN8n } from '../scripts/n8n/n8n-instance';
import { sessionHeaders } from '../scripts/n8n/n8n-rest';
import { installTarball, packedProject } from '../scripts/n8n/package-tarball';
import { stage } from '../scripts/n8n/program';
import { startQueueServices } from '../scripts/n8n/queue-services';
import { shareRun, userFolderOf } from './support/shared-run';
import { runFolder } from '../scripts/n8n/temporary-folder';

/** The log tells everything, so that the tests can see what never gets there; publication is looked after often. */
const testEnvironment = {
	N8N_LOG_LEVEL: 'debug',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

interface ProjectConfig {
	/** Whether the n8n is main of queue mode; each test file starts its workers. */
	globals: { isQueueMode?: boolean };
}

/**
 * Before all tests: packs the project, unless PHONE_SERVICE_TARBALL names what was packed, and starts the n8n that the test
 * files share, with the package in it.
 */
export default async function start(_: unknown, { globals }: ProjectConfig): Promise<void> {
	rmSync(runFolder(), { recursive: true });
	const folder = runFolder();
	const services = async () => await stage('Starting Redis and PostgreSQL', () => startQueueServices(folder));
	const env = globals.isQueueMode ? await services() : {};
	const { version } = await installedN8n();
	const tarball = process.env.PHONE_SERVICE_TARBALL ?? (await packedProject(folder));
	const userFolder = userFolderOf('shared');
	await installTarball(tarball, userFolder);
	const { url, logFile, rest } = await stage(`Starting n8n ${version}`, () =>
		startN8n(userFolder, { ...testEnvironment, ...env }),
	);
	shareRun({ n8n: { url, logFile, headers: sessionHeaders(rest) }, tarball, env });
}
