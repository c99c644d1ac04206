import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { workflowFile } from './n8n/exported-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { projectFolder } from './n8n/project-folders';
import { sharedN8n } from './support/n8n-session';
import { counted } from './support/reached';
import { nothingUnderWay, serviceCredential, useSimulator } from './support/simulated-service';
import { until } from './n8n/until';

interface Row {
	id: number;
	name: string;
	number: string;
	attempt: number;
	status: string | null;
	message_id: string | null;
	reason: string | null;
}

const n8n = sharedN8n();
const simulator = useSimulator();
const tables = new N8nDataTables(n8n.rest);
const example = join(projectFolder, 'examples', 'campaign-from-a-table');
const workflow = workflowFile(`${example}.json`);
const team = '+12025550199';

/** The rows of the table whose messages the service does not simply accept. */
const failing = {
	'No Country Code': 'notSent',
	Refused: 'rejected',
	'Lost Answer': 'unknown',
} as Record<string, string>;

let credential: CredentialReference;
let table: string;
let workflowId: string;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});
beforeEach(async () => {
	table = await tables.import('Campaign', `${example}.csv`);
	workflowId = (await n8n.workflows.import(workflow, [credential])).id;
});
afterEach(async () => {
	await tables.remove(table);
});

async function started(): Promise<string> {
	return await n8n.workflows.run(workflowId, { trigger: 'When clicking ‘Execute workflow’' });
}

async function run(): Promise<void> {
	expect((await n8n.executions.ended(await started())).status).toBe('success');
}

async function rows(): Promise<Row[]> {
	return await tables.rows<Row>(table);
}

async function status(): Promise<Record<string, string | null>> {
	return Object.fromEntries((await rows()).map((row) => [row.name, row.status]));
}

function compact(number: string): string {
	return number.replaceAll(' ', '');
}

function sent(): string[] {
	return simulator()
		.outbox.map(({ to }) => to)
		.filter((to) => to !== team);
}

/** What the status of each row is after all were dealt with; `unknown` are the names of further rows. */
function dealtWith(names: string[], unknown: string[] = []): Record<string, string> {
	const of = (name: string) => (unknown.includes(name) ? 'unknown' : (failing[name] ?? 'sent'));
	return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** Has the workflow take up again what was cut off a moment ago, and not an hour. */
async function takeUpAtOnce(): Promise<void> {
	await n8n.workflows.change(workflowId, 'Release Cut-Off Rows', ({ parameters }) => ({
		parameters: JSON.parse(JSON.stringify(parameters).replace('hours: 1', 'hours: 0')) as INodeParameters,
	}));
}

describe('examples/campaign-from-a-table.json', () => {
	test('notes in each row what became of it, and tells the team which are unknown', async () => {
		await run();
		const names = Object.keys(await status());
		expect(await status()).toEqual(dealtWith(names));
		for (const row of await rows()) {
			const { message_id: id } = simulator().outbox.find(({ to }) => to === compact(row.number)) ?? {};
			expect(row.message_id).toBe(row.status === 'sent' ? id : null);
			expect(row.reason === '').toBe(row.status === 'sent');
		}
		expect(simulator().outbox.at(-1)).toMatchObject({
			to: team,
			message: 'These messages may or may not have arrived: Lost Answer (row 13)',
		});
	});

	test('a second execution sends nothing', async () => {
		await run();
		const before = simulator().requests.length;
		await run();
		expect(simulator().requests).toHaveLength(before);
	});

	test('two executions at the same time send each message once', async () => {
		simulator().set({ latencyMs: 300 });
		const both = [await started(), await started()];
		await Promise.all(both.map(async (id) => await n8n.executions.ended(id)));
		expect(sent()).toHaveLength(10);
		expect(new Set(sent()).size).toBe(10);
	});

	test('stopped in the middle: the rows are taken up again, nobody is messaged twice and nobody forgotten', async () => {
		for (const { number } of (await rows()).slice(1)) {
			simulator().fault({ kind: 'latency', ms: 5_000, times: 0, match: { recipient: compact(number) } });
		}
		const executionId = await started();
		await until(() => sent().length > 0);
		await n8n.executions.stop(executionId);
		await n8n.executions.ended(executionId);
		await nothingUnderWay(simulator);
		simulator().clearFaults();
		const names = Object.keys(await status());
		expect(await status()).toEqual(Object.fromEntries(names.map((name) => [name, 'sending'])));

		await run();
		expect(await status()).toEqual(Object.fromEntries(names.map((name) => [name, 'sending'])));
		await takeUpAtOnce();
		await run();
		const after = await rows();
		counted('campaign, stopped, next run', {
			messages: sent().length,
			twice: sent().length - new Set(sent()).size,
			unknown: after.filter((row) => row.status === 'unknown').length,
		});
		expect(new Set(sent()).size).toBe(sent().length);
		const unknown = after.filter((row) => row.status === 'unknown').map(({ name }) => name);
		expect(await status()).toEqual(dealtWith(names, unknown));
	});

	test('an unknown row is sent again when a person has raised its attempt and emptied its status', async () => {
		simulator().fault({ kind: 'status', status: 500, match: { recipient: '+12025550160' } });
		await run();
		expect(await status()).toMatchObject({ Ada: 'unknown' });
		await tables.update(table, 'name', 'Ada', { status: '' });
		await run();
		expect(await status()).toMatchObject({ Ada: 'unknown' });
		await tables.update(table, 'name', 'Ada', { status: '', attempt: 2 });
		await run();
		expect(await status()).toMatchObject({ Ada: 'sent' });
		expect(sent().filter((to) => to === '+12025550160')).toHaveLength(1);
	});
});
