import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { processRuns } from '../e2e/n8n/process-runs';
import { stopAtExit } from '../e2e/n8n/stop-at-exit';

/** Keeps a second demo out of the folder until this one ends: two n8n on one database would spoil it. */
export function claimFolder(folder: string): void {
	const file = join(folder, 'demo.pid');
	mkdirSync(folder, { recursive: true });
	const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
	if (owner !== undefined && processRuns(owner)) {
		throw new ClearProblem(
			`The demo of this project is running already (process ${String(owner)}). Stop that one first, with Ctrl-C.`,
		);
	}
	writeFileSync(file, String(process.pid));
	const release = () => {
		rmSync(file, { force: true });
	};
	stopAtExit({ kill: release, stop: release });
}
