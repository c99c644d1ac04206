import { mkdirSync } from 'node:fs';
import { installedN8n } from '../n8n/n8n-host';
import { startN8n } from '../n8n/n8n-instance';
import { installTarball, packedProject } from '../n8n/package-tarball';
import { stage } from '../n8n/progress';
import { sessionHeaders } from '../n8n/n8n-rest';
import { shareRun } from './shared-run';
import { emptiedRunFolder, userFolderOf } from './test-folders';

/** The log tells everything, so that the tests can see what never gets there; publication is looked after often. */
const testEnvironment = {
	N8N_LOG_LEVEL: 'debug',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

/**
 * Packs the project, and starts the n8n that the test files share, with the package in it. `environment`, given the
 * folder of this run, prepares what this n8n has beyond others and answers the variables that tell it so.
 */
export async function startSharedN8n(
	environment: (runFolder: string) => Promise<NodeJS.ProcessEnv>,
): Promise<void> {
	const runFolder = emptiedRunFolder();
	mkdirSync(runFolder, { recursive: true });
	const env = await environment(runFolder);
	const { version } = await installedN8n();
	const tarball = await packedProject(runFolder);
	const userFolder = userFolderOf('shared');
	installTarball(tarball, userFolder);
	const n8n = await stage(`Starting n8n ${version}`, () =>
		startN8n({ userFolder, env: { ...testEnvironment, ...env } }),
	);
	const { url, logFile, rest } = n8n;
	shareRun({ n8n: { url, logFile, headers: sessionHeaders(rest) }, tarball, env });
}
