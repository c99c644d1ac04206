import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { begin } from './measurement';
import { recipient } from './recipient';

const longestMilliseconds = 120_000;

/** Waits until as many processes as `BENCH_PROCESSES` says have come this far; they meet in the folder `BENCH_TOGETHER`. */
async function together(): Promise<void> {
	const { BENCH_TOGETHER: folder = '', BENCH_PROCESSES: processes } = process.env;
	writeFileSync(join(folder, String(process.pid)), '');
	const deadline = Date.now() + longestMilliseconds;
	while (readdirSync(folder).length < Number(processes)) {
		if (Date.now() > deadline) throw new Error('The other processes did not begin');
		await wait(10);
	}
}

/** Gives out `BENCH_ITEMS` items from the `BENCH_FIRST`th on, each a recipient with a name, and begins the measurement. */
export class BenchItems implements INodeType {
	description = benchDescription('benchItems');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const first = Number(process.env.BENCH_FIRST);
		const items = Array.from({ length: Number(process.env.BENCH_ITEMS) }, (_, index) => ({
			json: recipient(first + index),
			pairedItem: { item: 0 },
		}));
		await together();
		begin();
		return [items];
	}
}
