import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n, type N8nInstance } from '../n8n/n8n-instance';
import { installTarball } from '../n8n/package-tarball';
import { processRuns } from '../n8n/process-runs';
import { projectPackage } from '../../scripts/project-root';
import { sharedRun } from './shared-run';

/**
 * Outside the project: there, Node would find the project's own n8n-workflow for the installed package, where a user's
 * package gets that of n8n, and errors of one are none of the other's.
 */
const folder = join(tmpdir(), `${projectPackage.name}-e2e`);

/**
 * The folder of this run of the tests, empty. Those of earlier runs are removed here and not when they end, so that
 * the logs of a failed run can be read.
 */
export function emptiedRunFolder(): string {
	const earlier = existsSync(folder) ? readdirSync(folder) : [];
	for (const name of earlier) {
		if (name === String(process.pid) || !processRuns(Number(name))) {
			rmSync(join(folder, name), { recursive: true, force: true });
		}
	}
	return runFolder();
}

/** The user folder of one n8n of this run. */
export function userFolderOf(n8n: string): string {
	return join(runFolder(), n8n);
}

/** The user folder of one n8n of this run, with the packed project in it. */
export function installedFolder(n8n: string): string {
	const userFolder = userFolderOf(n8n);
	installTarball(sharedRun().tarball, userFolder);
	return userFolder;
}

/** Starts an n8n with the packed project for a test that needs one of its own. */
export async function ownN8n(name: string, env?: NodeJS.ProcessEnv): Promise<N8nInstance> {
	return await startN8n({ userFolder: installedFolder(name), env });
}

function runFolder(): string {
	return join(folder, String(process.pid));
}
