import { writeFileSync } from 'node:fs';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { benchDescription } from './BenchItems.node';

/** What became of the events that came in, inside the n8n that took them. */
export interface Arrivals {
	/** Events that arrived at this node, and how many different ones. */
	events: number;
	different: number;
	peakBytes: number;
}

const arrived: unknown[] = [];

/** Writes the arrivals to the file that `BENCH_RESULT` names. */
function write(): void {
	const arrivals: Arrivals = {
		events: arrived.length,
		different: new Set(arrived).size,
		peakBytes: process.resourceUsage().maxRSS * 1_024,
	};
	writeFileSync(String(process.env.BENCH_RESULT), JSON.stringify(arrivals));
}

/** Counts the events that arrive; n8n writes what it has counted when it ends. */
export class BenchArrived implements INodeType {
	description = benchDescription('benchArrived');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (arrived.length === 0) process.once('exit', write);
		for (const { json } of this.getInputData()) arrived.push(json.event_id ?? (json.body as IDataObject).id);
		return [[]];
	}
}
