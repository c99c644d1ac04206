import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

const longestMilliseconds = 120_000;

/** What the process had taken when the contender began; read by the node behind it. */
export let begun = { wall: 0, cpu: process.cpuUsage() };

/** The description of a node that only the benchmark has: one input, one output, no parameters. */
export function benchDescription(name: string): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: 'A part of the benchmark',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
}

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
			json: { to: `+1500${String(5_550_000 + first + index)}`, name: `Customer ${String(first + index)}` },
			pairedItem: { item: 0 },
		}));
		await together();
		begun = { wall: performance.now(), cpu: process.cpuUsage() };
		return [items];
	}
}
