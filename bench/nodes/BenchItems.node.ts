import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './description';
import { countEvaluations } from './evaluations';
import { begin } from './measurement';

/** Gives out `BENCH_ITEMS` items, each a recipient with a name, and begins the measurement. */
export class BenchItems implements INodeType {
	description = benchDescription('benchItems');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = Array.from({ length: Number(process.env.BENCH_ITEMS) }, (_, index) => ({
			json: { to: `+1500${String(5_550_000 + index)}`, name: `Customer ${String(index)}` },
			pairedItem: { item: 0 },
		}));
		if (process.env.BENCH_EVALUATIONS) countEvaluations(process.env.BENCH_EVALUATIONS);
		begin();
		return [items];
	}
}
