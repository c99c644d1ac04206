import type { Machine } from '../support/machine';

/** The beginning of the report: on what was measured, and how. `args` followed the command. */
export function introduction(machine: Machine, args: string[]): string {
	const command = ['npm run bench', ...args].join(' ').replace('bench ', 'bench -- ');
	const gigabytes = Math.round(machine.memoryBytes / 2 ** 30);
	return `# Benchmark

Written by \`${command}\` on ${machine.date} UTC. Machine: ${machine.processor}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}.
Versions: Node ${machine.node}, n8n ${machine.n8n}. At most ${machine.openFiles} open files and connections per process. Load ${machine.loadBefore.toFixed(1)} before
the start. The machine is shared, so compare numbers of one run only.

Each contender runs in its own \`n8n execute\` of a real n8n with the packed package. Every item has two expressions. The start
of n8n and saving the execution don't count. The server or simulator is another process.`;
}
