import { rmSync, writeFileSync } from 'node:fs';
import { lastLines } from './npm';
import { until } from './until';

const longestMilliseconds = 600_000;

/** Does the work when no other process does work with this file, which tells the one that does. */
export async function alone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
	await until(() => isClaimed(file), longestMilliseconds);
	try {
		return await work();
	} finally {
		rmSync(file);
	}
}

/** Whether this process has the file now; one that ended without removing it does not count. */
export function isClaimed(file: string): boolean {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (processRuns(Number(lastLines(file, 1)))) return false;
		rmSync(file, { force: true });
		return isClaimed(file);
	}
}

/** Whether a process of this id is running, whoever owns it. */
export function processRuns(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
