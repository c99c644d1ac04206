/**
 * Measures what the package's delivery costs and gains, beside n8n's own means: `npm run bench -- --help`.
 *
 *   contenders.ts     what is compared
 *   nodes/            nodes of the benchmark inside n8n: make the items, measure
 *   support/lab.ts    the n8n that runs them, one process a run
 *   rules.ts, overhead.ts, processes.ts, incoming.ts  the parts
 *   report/           the tables
 */
import { runProgram } from '../e2e/n8n/stop-at-exit';
import { overheadContenders, rulesContenders } from './contenders';
import { benchOptions, usage, type BenchOptions } from './options';
import { measureIncoming } from './incoming';
import { measureOverhead } from './overhead';
import { measureProcesses } from './processes';
import { writeReport } from './report/report';
import { measureRules } from './rules';
import { Lab } from './support/lab';
import { machine } from './support/machine';
import { TimeLimit } from './support/time-limit';

async function bench({ parts, numbersOfItems, rounds, minutes, whole }: BenchOptions): Promise<void> {
	const limit = new TimeLimit(minutes);
	const here = await machine();
	const lab = await Lab.prepared([...Object.values(rulesContenders), ...Object.values(overheadContenders)]);
	const rules = parts.includes('rules') ? await measureRules(lab, limit) : [];
	const overhead = parts.includes('overhead')
		? await measureOverhead(lab, numbersOfItems, rounds, limit)
		: [];
	const processes = parts.includes('processes') ? await measureProcesses(lab, limit) : [];
	const incoming = parts.includes('incoming') ? await measureIncoming(lab.tarball, limit) : undefined;
	const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- ');
	const file = writeReport({ machine: here, command, rules, overhead, processes, incoming }, whole);
	console.log(`\n${file}`);
}

void runProgram(async () => {
	const options = benchOptions(process.argv.slice(2));
	if (options === undefined) console.log(usage);
	else await bench(options);
});
