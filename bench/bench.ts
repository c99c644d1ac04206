/**
 * Measures what the package's delivery costs and gains, beside n8n's own means: `npm run bench -- --help`.
 *
 *   contenders.ts     what is compared
 *   nodes/            nodes of the benchmark inside n8n: make the items, measure
 *   support/lab.ts    the n8n that runs them, one process a run
 *   rates.ts, overhead.ts, incoming.ts  the parts
 *   report/           the tables
 */
import { runProgram } from '../e2e/n8n/stop-at-exit';
import { writeEvidence } from '../scripts/evidence';
import { overheadContenders, ratesContenders } from './contenders';
import { measureIncoming } from './incoming';
import { benchOptions } from './options';
import { measureOverhead } from './overhead';
import { measureRates } from './rates';
import { incomingSection } from './report/incoming-section';
import { introduction } from './report/introduction';
import { overheadSection } from './report/overhead-section';
import { ratesSection } from './report/rates-section';
import { Lab } from './support/lab';
import { machine } from './support/machine';

void runProgram(async () => {
	const args = process.argv.slice(2);
	const { parts, numbersOfItems, whole } = benchOptions(args);
	const here = await machine();
	const lab = await Lab.prepared([...Object.values(ratesContenders), ...Object.values(overheadContenders)]);
	const sections = [introduction(here, args)];
	if (parts.includes('rates')) sections.push(ratesSection(await measureRates(lab), here));
	if (parts.includes('overhead')) {
		sections.push(overheadSection(await measureOverhead(lab, numbersOfItems), here));
	}
	if (parts.includes('incoming')) sections.push(incomingSection(await measureIncoming(lab.tarball), here));
	const benchmark = sections.join('\n\n');
	console.log(`\n${benchmark}`);
	if (whole) writeEvidence({ benchmark });
});
