import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const longestMilliseconds = 120_000;

/** Waits until as many processes as `BENCH_PROCESSES` says have come this far; they meet in the folder `BENCH_TOGETHER`. */
export async function together(): Promise<void> {
	const { BENCH_TOGETHER: folder = '', BENCH_PROCESSES: processes } = process.env;
	writeFileSync(join(folder, String(process.pid)), '');
	const deadline = Date.now() + longestMilliseconds;
	while (readdirSync(folder).length < Number(processes)) {
		if (Date.now() > deadline) throw new Error('The other processes did not begin');
		await wait(10);
	}
}
