import { join } from 'node:path';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { workflowFile } from './n8n/exported-workflow';
import { projectFolder } from './n8n/project-folders';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, useSimulator } from './support/simulated-service';

const n8n = sharedN8n();
const simulator = useSimulator({ sendRate: true });
const tables = new N8nDataTables(n8n.rest);

test('x', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const id = await tables.import('Campaign', join(projectFolder, 'examples/campaign-from-a-table.csv'));
	const workflow = workflowFile(join(projectFolder, 'examples/campaign-from-a-table.json'));
	const { id: workflowId } = await n8n.workflows.import(workflow, [credential]);
	const e = await n8n.execute(workflowId, { trigger: 'When clicking ‘Execute workflow’' });
	console.log(e.status, failureOf(e), JSON.stringify(jsonOf(e, 'Claim').slice(0, 2)));
	console.log(
		JSON.stringify(await tables.rows(id), null, 1),
		simulator().outbox.map((m) => `${m.to} ${m.message}`),
	);
});
