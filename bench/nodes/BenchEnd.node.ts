import { writeFileSync } from 'node:fs';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { begun, benchDescription } from './BenchItems.node';

/**
 * What a run of a contender took, inside the n8n process that ran it. The node before the contender starts the
 * measurement and the node behind it ends it, so start-up, loading and storing the execution are outside.
 */
export interface Measurement {
	/** Items that reached the node behind the contender with an answer. */
	answered: number;
	/** Milliseconds from the last item handed to the contender until it gave out its items. */
	wallMs: number;
	/** Processor time of the whole process in that span, in milliseconds. */
	cpuMs: number;
	/** The most resident memory of the process until the contender was done, in bytes. */
	peakBytes: number;
}

/** Ends the measurement and writes it to the file that `BENCH_RESULT` names. */
export class BenchEnd implements INodeType {
	description = benchDescription('benchEnd');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { user, system } = process.cpuUsage(begun.cpu);
		const measurement: Measurement = {
			answered: this.getInputData().filter(({ json }) => json.message_id ?? json.data).length,
			wallMs: performance.now() - begun.wall,
			cpuMs: (user + system) / 1_000,
			peakBytes: process.resourceUsage().maxRSS * 1_024,
		};
		writeFileSync(String(process.env.BENCH_RESULT), JSON.stringify(measurement));
		return [[]];
	}
}
