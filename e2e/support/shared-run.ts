import { join } from 'node:path';
import { N8n } from '../../scripts/n8n/n8n';
import { startN8n, type N8nInstance } from '../../scripts/n8n/n8n-instance';
import { restClient, type SessionHeaders } from '../../scripts/n8n/n8n-rest';
import { installTarball } from '../../scripts/n8n/package-tarball';
import { runFolder } from '../../scripts/n8n/temporary-folder';

/** What is started before the test files, which jest keeps apart from the one that has started it. */
interface SharedRun {
	/** The n8n that all test files share. Signing in once for all of them keeps n8n's limit of 5 a minute. */
	n8n: { url: string; logFile: string; headers: SessionHeaders };
	/** The packed project. */
	tarball: string;
	/** The environment variables that this n8n has beyond others, and that its workers have as well. */
	env: NodeJS.ProcessEnv;
}

const variable = 'PHONE_SERVICE_E2E_RUN';

export function shareRun(run: SharedRun): void {
	process.env[variable] = JSON.stringify(run);
}

export function sharedRun(): SharedRun {
	return JSON.parse(process.env[variable] ?? '') as SharedRun;
}

export function sharedN8n(): N8n {
	const { url, logFile, headers } = sharedRun().n8n;
	return new N8n(url, logFile, restClient(url, headers));
}

/** The user folder of one n8n of this run. */
export function userFolderOf(n8n: string): string {
	return join(runFolder(), n8n);
}

/** The user folder of one n8n of this run, with the packed project in it. */
export async function installedFolder(n8n: string): Promise<string> {
	const userFolder = userFolderOf(n8n);
	await installTarball(sharedRun().tarball, userFolder);
	return userFolder;
}

/** Starts an n8n with the packed project for a test that needs one of its own. */
export async function ownN8n(name: string, env?: NodeJS.ProcessEnv): Promise<N8nInstance> {
	return await startN8n(await installedFolder(name), env);
}
