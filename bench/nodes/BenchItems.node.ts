import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

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

/** Gives out `BENCH_ITEMS` items, each a recipient with a name, and begins the measurement. */
export class BenchItems implements INodeType {
	description = benchDescription('benchItems');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = Array.from({ length: Number(process.env.BENCH_ITEMS) }, (_, index) => ({
			json: { to: `+1500${String(5_550_000 + index)}`, name: `Customer ${String(index)}` },
			pairedItem: { item: 0 },
		}));
		begun = { wall: performance.now(), cpu: process.cpuUsage() };
		return [items];
	}
}
