import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectFolder } from '../../e2e/n8n/project-folders';
import type { IncomingResults } from '../incoming';
import type { OverheadResult } from '../overhead';
import type { ProcessesResult } from '../processes';
import type { RulesResult } from '../rules';
import type { Machine } from '../support/machine';
import { incomingSection } from './incoming-section';
import { overheadSection } from './overhead-section';
import { processesSection } from './processes-section';
import { rulesSection } from './rules-section';

/** Everything that one run of the benchmark measured. */
export interface Results {
	machine: Machine;
	/** The command that was given. */
	command: string;
	rules: RulesResult[];
	overhead: OverheadResult[];
	processes: ProcessesResult[];
	incoming: IncomingResults | undefined;
}

function introduction({ machine, command }: Results): string {
	const gigabytes = Math.round(machine.memoryBytes / 2 ** 30);
	return `# Benchmark

Written by \`${command}\` on ${machine.date} UTC. Machine: ${machine.processor}, ${machine.cores} cores, ${gigabytes} GB, ${machine.system}.
Versions: Node ${machine.node}, n8n ${machine.n8n}. At most ${machine.openFiles} open files and connections per process. Load ${machine.loadBefore.toFixed(1)} before
the start. The machine is shared, so compare numbers of one run only.

Each contender runs in its own \`n8n execute\` of a real n8n with the packed package. Every item has two expressions. The start
of n8n and saving the execution don't count. Server and simulator are separate processes.`;
}

/** Writes the tables: into docs/ for the whole benchmark, else into .cache/bench. Returns the file's path. */
export function writeReport(results: Results, whole: boolean): string {
	const folder = whole ? join(projectFolder, 'docs') : join(cacheFolder, 'bench');
	mkdirSync(folder, { recursive: true });
	const sections = [
		introduction(results),
		rulesSection(results.rules),
		processesSection(results.processes),
		overheadSection(results.overhead),
		results.incoming && incomingSection(results.incoming, results.machine),
	];
	const file = join(folder, 'benchmark.md');
	writeFileSync(file, `${sections.filter(Boolean).join('\n\n')}\n`);
	return file;
}
