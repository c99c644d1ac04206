import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionStatus, INode } from 'n8n-workflow';
import { chatModelCredential } from './support/agent-workflow';
import { startFakeChatModel, type FakeChatModel, type OfferedTool } from './support/fake-chat-model';
import type { CredentialReference } from './n8n/n8n-credentials';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { failureOf, runsOf, type Execution } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { workflowFile, type ExportedWorkflow } from './n8n/exported-workflow';
import { projectFolder, projectPackage } from './n8n/project-folders';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { submitForm } from './support/waiting-form';

const folder = join(projectFolder, 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

const n8n = sharedN8n();
const tables = new N8nDataTables(n8n.rest);
/** With the rates of the service: an example has to keep them by itself. */
const simulator = useSimulator({ sendRate: true, lookupRate: true });
let model: FakeChatModel;
let credentials: CredentialReference[];

/** Calls each tool once, with a phone number for every text and true for every switch. */
function eachToolOnce(tools: OfferedTool[]) {
	return tools.map(({ name, parameters }) => {
		const given = Object.entries(parameters.properties ?? {}).map(([key, { type }]) => [
			key,
			type === 'boolean' ? true : '+12025550120',
		]);
		return [{ tool: name, arguments: Object.fromEntries(given) as Record<string, unknown> }];
	});
}

beforeAll(async () => {
	model = await startFakeChatModel();
	model.follow(eachToolOnce);
});
beforeEach(async () => {
	await simulator.restart();
	credentials = [await serviceCredential(n8n, simulator().url), await chatModelCredential(n8n, model.url)];
});
afterAll(async () => {
	await model.stop();
});

/** The node that a person runs the example from. */
function startOf({ nodes }: ExportedWorkflow): string {
	const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
	const start = triggers.find(({ type }) => type === 'n8n-nodes-base.manualTrigger') ?? triggers[0];
	if (start === undefined) throw new Error('The workflow has no trigger');
	return start.name;
}

const approvedText = 'Approved text';

/** Runs a stored example to its end, or until it waits for a person. */
async function atRest(id: string, workflow: ExportedWorkflow): Promise<Execution> {
	const executionId = await n8n.workflows.run(id, { trigger: startOf(workflow) });
	const rests = (status: ExecutionStatus) => !['new', 'running', 'unknown'].includes(status);
	return await n8n.executions.ended(executionId, { until: rests });
}

/** Runs an example to its end; where it waits for a person, nothing may have been sent, and the person approves. */
async function finished(id: string, workflow: ExportedWorkflow): Promise<Execution> {
	const execution = await atRest(id, workflow);
	if (execution.status !== 'waiting') return execution;
	expect(simulator().outbox).toEqual([]);
	await submitForm(n8n, workflow, execution, { text: approvedText, choice: 'first' });
	const done = await n8n.executions.ended(execution.id);
	expect(simulator().outbox).toMatchObject([{ message: approvedText }]);
	return done;
}

/** Creates the data table of an example that comes with its rows, named as its nodes name it; answers its id. */
async function createdTable(file: string, { nodes }: ExportedWorkflow): Promise<string | undefined> {
	const rows = join(folder, file.replace(/json$/, 'csv'));
	if (!existsSync(rows)) return undefined;
	const [first] = nodes.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
	const { value: name } = first?.parameters.dataTableId as unknown as { value: string };
	return await tables.import(name, rows);
}

function isOfPackage({ type }: INode): boolean {
	return type.startsWith(`${projectPackage.name}.`);
}

test('there are examples', () => {
	expect(files.length).toBeGreaterThan(0);
});

describe.each(files)('examples/%s', (file) => {
	const workflow = workflowFile(join(folder, file));

	test('imported as it is and executed: all nodes of the package do their work, within the rates', async () => {
		const table = await createdTable(file, workflow);
		const stored = await n8n.workflows.import(workflow, credentials);
		const execution = await finished(stored.id, workflow);
		if (table !== undefined) await tables.remove(table);

		expect(failureOf(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		const nodes = workflow.nodes.filter(isOfPackage);
		expect(nodes.length).toBeGreaterThan(0);
		for (const { name } of nodes) {
			expect({ name, status: runsOf(execution, name).map(({ executionStatus }) => executionStatus) }).toEqual(
				{
					name,
					status: expect.arrayContaining(['success']),
				},
			);
		}
		const operations = new Set(simulator().requests.map(({ operationId }) => operationId));
		for (const { parameters } of nodes) {
			if (typeof parameters.operation === 'string') expect(operations).toContain(parameters.operation);
		}
		expect(simulator().requests.filter(({ answeredStatus }) => answeredStatus === 429)).toEqual([]);
	});
});

test('the agent proposes, a person declines: nothing is sent', async () => {
	const workflow = workflowFile(join(folder, 'agent-with-approval.json'));
	const stored = await n8n.workflows.import(workflow, credentials);
	const waiting = await atRest(stored.id, workflow);
	await submitForm(n8n, workflow, waiting, { text: approvedText, choice: 'last' });
	const execution = await n8n.executions.ended(waiting.id);
	expect(execution.status).toBe('success');
	expect(simulator().outbox).toEqual([]);
});
