/**
 * Measures what the package's delivery costs and gains, beside n8n's own means:
 *
 *   npm run bench -- [rates] [overhead] [incoming]
 *
 * All parts unless some are named; the whole benchmark is also written to docs/evidence.md.
 */
import { cpus, release, totalmem, type } from 'node:os';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { installedN8n } from '../e2e/n8n/n8n-host';
import { runProgram } from '../e2e/n8n/background-process';
import { writeEvidence } from '../scripts/evidence';
import { incomingSection } from './incoming';
import { preparedLab, type Lab } from './lab';
import { overheadSection } from './overhead';
import { ratesSection } from './rates';

const parts: Record<string, (lab: Lab) => Promise<string>> = {
	rates: ratesSection,
	overhead: overheadSection,
	incoming: incomingSection,
};

/** The beginning of the report: on what was measured, and how. */
async function introduction(): Promise<string> {
	const processor = cpus()[0]?.model.trim() ?? 'unknown';
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const system = `${type()} ${release().split('-')[0] ?? ''}`;
	const { version } = await installedN8n();
	return `## Benchmark

\`npm run bench\` with ${processor}, ${cpus().length} cores, ${gigabytes} GB, ${system}, Node ${process.version}, n8n ${version}.
The machine is shared: compare numbers of one run only. Each contender runs in a real n8n with the packed package.`;
}

void runProgram(async () => {
	const asked = process.argv.slice(2);
	if (!asked.every((name) => name in parts)) {
		throw new ClearProblem(`The parts are ${Object.keys(parts).join(', ')}; all of them unless named.`);
	}
	const lab = await preparedLab();
	const sections = [await introduction()];
	for (const [name, section] of Object.entries(parts)) {
		if (asked.length === 0 || asked.includes(name)) sections.push(await section(lab));
	}
	const benchmark = sections.join('\n\n');
	console.log(`\n${benchmark}`);
	if (asked.length === 0) writeEvidence({ benchmark });
});
