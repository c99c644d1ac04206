import type { Machine } from '../support/machine';

/** The beginning of the report: on what was measured, and how. `args` followed the command. */
export function introduction(machine: Machine, args: string[]): string {
	const command = ['npm run bench', ...args].join(' ').replace('bench ', 'bench -- ');
	const gigabytes = Math.round(machine.memoryBytes / 2 ** 30);
	return `## Benchmark

\`${command}\` with ${machine.processor}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}, Node ${machine.node}, n8n ${machine.n8n}.
The machine is shared: compare numbers of one run only. Each contender runs in a real n8n with the packed package.`;
}
