import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { useChatModel } from './support/agent-workflow';
import type { OfferedTool } from '../scripts/n8n/fake-chat-model';
import type { CredentialReference } from '../scripts/n8n/n8n-credentials';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { failureOf, jsonOf, runsOf, type Execution } from '../scripts/n8n/n8n-executions';
import { linkIn, submitted } from '../scripts/n8n/question-page';
import { person } from './support/asked-question';
import { sharedN8n } from './support/shared-run';
import {
	exampleFiles,
	examplesFolder,
	exampleWorkflow,
	type ExportedWorkflow,
} from '../scripts/n8n/exported-workflow';
import { projectPackage } from '../scripts/project-root';
import { leased, serviceCredential } from './support/simulated-service';

const longestMs = 5 * 60_000;

/** What these do takes a chat, a browser, an MCP client, or hours: message-examples, send-and-wait, mcp and list-examples.e2e.ts. */
const others = [
	'send-the-file-of-a-form.json',
	'ask-by-a-form.json',
	'confirm-an-appointment.json',
	'opt-outs.json',
	'several-messages-one-answer.json',
	'who-answered.json',
	'what-arrived.json',
	'conversations-by-mcp.json',
	'send-in-their-daytime.json',
];
const files = exampleFiles.filter((name) => !others.includes(name));

const n8n = sharedN8n();
const tables = new N8nDataTables(n8n.rest);
/** Another one for each test, with the rates of the service: an example has to keep them by itself, for each base URL. */
let simulator: Simulator;
const chat = useChatModel(n8n);
let credentials: CredentialReference[];

type Arguments = OfferedTool['parameters'];

/** A phone number for every text, true for every switch, and the same inside of what a reviewed tool takes. */
function given({ properties = {} }: Arguments): Record<string, unknown> {
	const values = Object.entries(properties).map(([key, property]) => {
		if (property.type === 'object') return [key, given(property as Arguments)];
		return [key, property.type === 'boolean' ? true : '+12025550120'];
	});
	return Object.fromEntries(values) as Record<string, unknown>;
}

/** Calls each tool once. */
function eachToolOnce(tools: OfferedTool[]) {
	return tools.map(({ name, parameters }) => [{ tool: name, arguments: given(parameters) }]);
}

beforeEach(async () => {
	chat.model.follow(eachToolOnce);
	simulator = await startSimulator();
	credentials = [await serviceCredential(n8n, simulator.url), chat.credential];
});
afterEach(async () => {
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

/** The node that starts the example; the manual one, where a person can run it. */
function startOf({ nodes }: ExportedWorkflow): INode {
	const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
	const start = triggers.find(({ type }) => type === 'n8n-nodes-base.manualTrigger') ?? triggers[0];
	if (start === undefined) throw new Error('The workflow has no trigger');
	return start;
}

/** Starts an example by hand, or by a message that somebody writes; answers the execution. */
async function started(id: string, workflow: ExportedWorkflow): Promise<string> {
	const { name, type, webhookId } = startOf(workflow);
	if (!type.endsWith('.phoneServiceMessagingTrigger')) return await n8n.workflows.run(id, { trigger: name });
	await n8n.workflows.activate(id);
	simulator.set({ webhookUrl: `${n8n.url}/webhook/${String(webhookId)}/webhook` });
	simulator.write({ from: person, to: leased.imessage, text: 'status A-1001' });
	return await n8n.executions.appeared(id);
}

/** What reached others than the one who decides. */
function done() {
	const changes = simulator.requests.filter(({ method, body }) => {
		const { to } = (body ?? {}) as { to?: string };
		return method === 'POST' && to !== person;
	});
	return changes.map(({ operationId }) => operationId);
}

/** Random pauses between messages are as short as they can be. */
function withShortPauses(workflow: ExportedWorkflow): ExportedWorkflow {
	for (const { parameters } of workflow.nodes) {
		const options = (parameters.options ?? {}) as IDataObject;
		if (options.pause) options.pause = 2;
	}
	return workflow;
}

/** Runs an example to its end. As long as it waits for a person, nothing is done; they decide each time. */
async function finished(id: string, workflow: ExportedWorkflow, decision = 'approve'): Promise<Execution> {
	const executionId = await started(id, workflow);
	let execution = await n8n.executions.ended(executionId, { orWaits: true, milliseconds: longestMs });
	for (let answered = 0; execution.status === 'waiting' && answered < 5; answered += 1) {
		expect(done()).toHaveLength(decision === 'approve' ? answered : 0);
		await submitted(await linkIn(simulator, person), { decision });
		execution = await n8n.executions.ended(executionId, { orWaits: true });
	}
	return execution;
}

/** The CSV file of a table that an example names. */
function csvOf(table: string): string {
	return join(examplesFolder, `${table.toLowerCase()}.csv`);
}

/** Creates the data tables of an example that come with a CSV file of their name; answers their ids. */
async function createdTables({ nodes }: ExportedWorkflow): Promise<string[]> {
	const named = nodes.flatMap(
		({ parameters }) => (parameters.dataTableId as { value?: string })?.value ?? [],
	);
	const withRows = [...new Set(named)].filter((table) => existsSync(csvOf(table)));
	return await Promise.all(
		withRows.map(async (table) => await tables.import(table, readFileSync(csvOf(table), 'utf8'))),
	);
}

/** What the service is asked by the operations that are not called as the service calls them. */
const askedBy: Record<string, string> = {
	sendAndWait: 'sendImessage',
	reply: 'sendImessage',
	getConversation: 'getImessageHistory',
	markAsRead: 'markImessageRead',
	showTyping: 'typeImessage',
};

test.each(files)(
	'examples/%s, imported as it is and executed: all nodes of the package do their work, within the rates',
	async (file) => {
		const workflow = withShortPauses(exampleWorkflow(file));
		const created = await createdTables(workflow);
		const stored = await n8n.workflows.import(workflow, credentials);
		const execution = await finished(stored.id, workflow);
		for (const table of created) await tables.remove(table);

		expect(failureOf(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		const nodes = workflow.nodes.filter(({ type }) => type.startsWith(`${projectPackage.name}.`));
		expect(nodes.length).toBeGreaterThan(0);
		for (const { name } of nodes) {
			const statuses = runsOf(execution, name).map(({ executionStatus }) => executionStatus);
			expect([name, ...statuses]).toContain('success');
		}
		const operations = new Set(simulator.requests.map(({ operationId }) => operationId));
		for (const { parameters } of nodes) {
			const { operation } = parameters;
			if (typeof operation === 'string') expect(operations).toContain(askedBy[operation] ?? operation);
		}
		expect(simulator.requests.filter(({ answeredStatus }) => answeredStatus === 429)).toEqual([]);
	},
	longestMs,
);

test.each(['look-up-then-message.json', 'onboarding-check.json', 'risk-and-channel.json'])(
	'examples/%s where no risk is known: nobody is messaged',
	async (file) => {
		const workflow = exampleWorkflow(file);
		for (const { name, parameters } of workflow.nodes) {
			if (name === 'Look Up Number') parameters.riskScoring = false;
		}
		const stored = await n8n.workflows.import(workflow, credentials);
		const execution = await finished(stored.id, workflow);
		expect(execution.status).toBe('success');
		expect(simulator.requests.filter(({ operationId }) => operationId === 'lookUpNumber')).not.toEqual([]);
		expect(simulator.outbox).toEqual([]);
	},
);

test('look-up-then-message.json sets aside whom a rule of the example names, and sends to the others', async () => {
	const workflow = exampleWorkflow('look-up-then-message.json');
	const stored = await n8n.workflows.import(workflow, credentials);
	const execution = await finished(stored.id, workflow);
	const sent = simulator.outbox.map(({ to, asked, channel }) => [to, asked, channel]);
	expect(sent.sort()).toEqual([
		['+12025550110', 'whatsapp', 'whatsapp'],
		['+12025550113', 'whatsapp', null],
		['+12025550114', 'imessage', 'text'],
		['+12025550120', 'imessage', 'imessage'],
	]);
	expect(jsonOf(execution, 'Set Aside')).toMatchObject([
		{ number: '+12025550123', reason: expect.stringContaining('Risk very_high (0.99)') },
	]);
});

test('approval-by-message.json, a person declines: nothing is sent and nothing changes', async () => {
	const workflow = exampleWorkflow('approval-by-message.json');
	const stored = await n8n.workflows.import(workflow, credentials);
	const execution = await finished(stored.id, workflow, 'decline');
	expect(failureOf(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(done()).toEqual([]);
});
