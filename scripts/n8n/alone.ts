import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { lastLines } from './run';
import { until } from './until';

/** Does the work when no other process does work with this file, which tells the one that does. */
export async function alone(file: string, work: () => Promise<void>): Promise<void> {
	await until(() => isClaimed(file), 600_000);
	await work().finally(() => rmSync(file));
}

/** Whether this process has the file now; one that ended without removing it does not count. */
export function isClaimed(file: string): boolean {
	mkdirSync(dirname(file), { recursive: true });
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
