import { join } from 'node:path';
import { startN8n, type N8nInstance } from '../n8n/n8n-instance';
import { installTarball } from '../n8n/package-tarball';
import { runFolder } from '../n8n/temporary-folder';
import { sharedRun } from './shared-run';

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
