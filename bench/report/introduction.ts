import type { Machine } from '../support/machine';

/** The beginning of the report: on what was measured, and how. `args` followed the command. */
export function introduction(machine: Machine, args: string[]): string {
	const command = ['npm run bench', ...args].join(' ').replace('bench ', 'bench -- ');
	const gigabytes = Math.round(machine.memoryBytes / 2 ** 30);
	return `## Benchmark

Written by \`${command}\` on ${machine.date} UTC. Machine: ${machine.processor}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}.
Versions: Node ${machine.node}, n8n ${machine.n8n}. Load ${machine.loadBefore.toFixed(1)} before the start.
The machine is shared, so compare numbers of one run only. Each contender runs in a real n8n with the packed package.`;
}
