import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectPackage } from '../project-root';
import { processRuns } from './alone';

/**
 * Outside the project: there, Node would find the project's own n8n-workflow for the installed package, where a user's
 * package gets that of n8n, and errors of one are none of the other's.
 */
const folder = join(tmpdir(), `${projectPackage.name}-runs`);

/**
 * The folder of this process. Those of processes that have ended are removed here and not when they end, so that the logs
 * of a failed run can be read.
 */
export function runFolder(): string {
	const earlier = existsSync(folder) ? readdirSync(folder) : [];
	for (const name of earlier) {
		if (!processRuns(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
	}
	const own = join(folder, String(process.pid));
	mkdirSync(own, { recursive: true });
	return own;
}

/** A new folder in that of this process; its name begins with the given one. */
export function temporaryFolder(name: string): string {
	return mkdtempSync(join(runFolder(), `${name}-`));
}
