/**
 * Measures what the package's delivery costs and gains, beside n8n's own means:
 *
 *   npm run bench -- [rates] [overhead] [incoming]
 *
 * All parts unless some are named; the whole benchmark is also written to docs/evidence.md.
 */
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { runProgram } from '../e2e/n8n/stop-at-exit';
import { writeEvidence } from '../scripts/evidence';
import { incomingSection } from './incoming';
import { preparedLab, type Lab } from './lab';
import { introduction } from './machine';
import { overheadSection } from './overhead';
import { ratesSection } from './rates';

const parts: Record<string, (lab: Lab) => Promise<string>> = {
	rates: ratesSection,
	overhead: overheadSection,
	incoming: incomingSection,
};

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
