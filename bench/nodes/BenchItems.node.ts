import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { begin } from './measurement';
import { recipient } from './recipient';
import { together } from './together';

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
