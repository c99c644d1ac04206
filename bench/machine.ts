import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { installedN8n } from '../e2e/n8n/n8n-host';

/** Where and when the benchmark ran. */
export interface Machine {
	processor: string;
	cores: number;
	memoryBytes: number;
	system: string;
	node: string;
	n8n: string;
	/** Processes that wanted to run in the minute before the start: what else went on. */
	loadBefore: number;
	date: string;
}

/** This machine, now. */
export async function machine(): Promise<Machine> {
	return {
		processor: cpus()[0]?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memoryBytes: totalmem(),
		system: `${type()} ${release().split('-')[0] ?? ''}`,
		node: process.version,
		n8n: (await installedN8n()).version,
		loadBefore: loadavg()[0] ?? 0,
		date: new Date().toISOString().slice(0, 16).replace('T', ' '),
	};
}

/** The beginning of the report: on what was measured, and how. `parts` followed the command. */
export function introduction(machine: Machine, parts: string[]): string {
	const command = ['npm run bench', ...parts].join(' ').replace('bench ', 'bench -- ');
	const gigabytes = Math.round(machine.memoryBytes / 2 ** 30);
	return `## Benchmark

\`${command}\` with ${machine.processor}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}, Node ${machine.node}, n8n ${machine.n8n}.
The machine is shared: compare numbers of one run only. Each contender runs in a real n8n with the packed package.`;
}

/** When a part was measured, and how busy the machine was. */
export function measuredOn({ date, loadBefore }: Machine): string {
	return `Measured on ${date} UTC at load ${loadBefore.toFixed(1)}.`;
}
