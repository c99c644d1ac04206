/**
 * Measures what the package's delivery costs and gains, beside n8n's own means, and writes it to docs/evidence.md:
 *
 *   npm run bench -- [rates] [overhead] [incoming]
 *
 * All parts unless some are named.
 */
import { ClearProblem } from '../scripts/n8n/program';
import { runProgram } from '../scripts/n8n/background-process';
import { writeEvidence } from '../scripts/evidence';
import { incoming } from './incoming';
import { preparedLab } from './lab';
import { overhead } from './overhead';
import { rates } from './rates';

const parts = { rates, overhead, incoming };
type Part = keyof typeof parts;

void runProgram(async () => {
	const asked = process.argv.slice(2) as Part[];
	if (!asked.every((name) => name in parts)) {
		throw new ClearProblem(`The parts are ${Object.keys(parts).join(', ')}; all of them unless named.`);
	}
	const lab = await preparedLab();
	for (const name of asked.length > 0 ? asked : (Object.keys(parts) as Part[])) {
		const section = await parts[name](lab);
		console.log(`\n${section}`);
		writeEvidence({ [name]: section });
	}
});
