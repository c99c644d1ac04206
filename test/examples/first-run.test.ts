import { exampleWorkflow } from '../../e2e/n8n/exported-workflow';
import { firstRun } from '../../demo/first-run';
import { runReport } from '../../demo/report';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();

/** How each recipient stands in the tables, which those of a real n8n have to equal: e2e/examples.e2e.ts sees to that. */
const rows = [
	/\+12025550110 +│ WhatsApp +│ WhatsApp/,
	/\+12025550113 +│ WhatsApp +│ not delivered/,
	/\+12025550114 +│ iMessage +│ SMS\/RCS/,
	/\+12025550120 +│ iMessage +│ iMessage/,
	/\+12025550123 +│ — +│ set aside +│ Risk very_high \(0.99\)/,
];

test('the first table of `npm start` sets aside whom a rule of the example names, and sends to the others', async () => {
	const { run } = await firstRun(exampleWorkflow('look-up-then-message.json'), simulator().url);
	const [, sent = ''] = runReport(run, simulator().outbox).split('\nSent\n');
	for (const row of rows) expect(sent).toMatch(row);
	expect(simulator().outbox).toHaveLength(4);
});
