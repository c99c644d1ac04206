import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './npm';
import { processRuns } from './process-runs';
import { cacheFolder } from './project-folders';
import { until } from './until';

const longestMilliseconds = 600_000;

/** Does the work when no other process of this project does work of this name. */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
	const file = join(cacheFolder, `${name}.pid`);
	mkdirSync(cacheFolder, { recursive: true });
	await until(() => isClaimed(file), longestMilliseconds);
	try {
		return await work();
	} finally {
		rmSync(file);
	}
}

/** Whether this process has the file now; one that ended without removing it does not count. */
function isClaimed(file: string): boolean {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (!processRuns(Number(lastLines(file, 1)))) rmSync(file, { force: true });
		return false;
	}
}
