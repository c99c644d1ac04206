/** The examples that a message starts: published, written to as another person, and what that person gets to see. */
import { randomUUID } from 'node:crypto';
import axios from 'axios';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { textOf } from '../scripts/project-root';
import { leasedNumbers } from '../simulator/accounts';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { nextSecond, until } from '../scripts/n8n/until';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { jsonOf } from '../scripts/n8n/n8n-executions';
import { useChatModel } from './support/agent-workflow';
import type { ChatRequest } from '../scripts/n8n/fake-chat-model';
import { askedByCall, untilWaiting } from './support/asked-question';
import { nothingUnderWay, token, useService } from './support/simulated-service';

/** With the rates of the service: an example has to keep them by itself. */
const { n8n, simulator, credential } = useService({ sendRate: true, lookupRate: true });
const [ours] = leasedNumbers.map(({ number }) => number) as [string];
const [person, other] = ['+12025550120', '+12025550121'];

const chat = useChatModel(n8n);
let workflowId: string;

/** The day in so many days by the clock of n8n, as a table has it. */
function dayFromNow(days: number): string {
	const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
	return day.format(Date.now() + days * 86_400_000);
}

afterEach(async () => {
	await n8n.workflows.deactivate(workflowId);
});

/** Publishes an example at an address of its own, and has the simulator send its events there. */
async function publish(file: string): Promise<void> {
	const workflow = exampleWorkflow(file);
	const webhookId = randomUUID();
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.phoneServiceMessagingTrigger') ? { ...node, webhookId } : node,
	);
	({ id: workflowId } = await n8n.workflows.import({ ...workflow, nodes }, [credential(), chat.credential]));
	await n8n.workflows.activate(workflowId);
	simulator().set({ webhookUrl: `${n8n.url}/webhook/${webhookId}/webhook` });
}

/** Writes as a person, and waits until n8n is done with everything that was written so far. */
async function write(text: string, from = person): Promise<void> {
	simulator().write({ from, to: ours, text });
	await done();
}

/** Waits until each event has an execution that has ended well. */
async function done(): Promise<void> {
	await until(async () => {
		const all = await n8n.executions.list(workflowId);
		return all.length === simulator().incoming.length && all.every(({ status }) => status === 'success');
	}, 60_000);
	await nothingUnderWay(simulator);
}

/** What was sent: to whom, and the text. */
function sent(): Array<[string, string | null]> {
	return simulator().outbox.map(({ to, from, message }) => {
		expect(from).toBe(ours);
		return [to, message];
	});
}

test('opt-outs.json: who writes STOP or START is told what it does, and other messages start nothing', async () => {
	await publish('opt-outs.json');
	await write('STOP');
	await write('stop!');
	await write('Unsubscribe', other);
	await write('Start');
	simulator().write({ from: person, to: ours, text: 'Can you stop by at 8?' });
	await simulator().webhook.settled();
	const confirmed = expect.stringContaining('no more messages');
	const welcome = expect.stringContaining('Welcome back');
	expect(sent()).toEqual([
		[person, confirmed],
		[person, confirmed],
		[other, confirmed],
		[person, welcome],
	]);
	expect(await n8n.executions.list(workflowId)).toHaveLength(4);
});

test('several-messages-one-answer.json answers the messages of each person once, and later ones again', async () => {
	await publish('several-messages-one-answer.json');
	for (const text of ['Hi', 'is table 4 free?', 'at 8']) {
		simulator().write({ from: person, to: ours, text });
	}
	await write('Hello', other);
	expect(sent().sort()).toEqual([
		[person, expect.stringContaining('Hi\nis table 4 free?\nat 8')],
		[other, expect.stringContaining('You wrote: Hello.')],
	]);
	await write('Thanks');
	expect(sent().slice(2)).toEqual([[person, expect.stringContaining('You wrote: Thanks.')]]);
}, 240_000);

describe('a table of customers', () => {
	const tables = new N8nDataTables(n8n.rest);
	let table: string;

	beforeAll(async () => {
		table = await tables.import('Customers', textOf('examples/customers.csv'));
	});
	afterAll(async () => await tables.remove(table));

	/** What stands in a column, by the number of its row; rows without it are left out. */
	async function column(name: 'answer' | 'answered_at' | 'delivery') {
		const rows = await tables.rows<Record<string, string | null>>(table);
		return Object.fromEntries(rows.filter((row) => row[name]).map((row) => [row.number, row[name]]));
	}

	test('who-answered.json notes the last answer of each customer, and of nobody else', async () => {
		await publish('who-answered.json');
		await write('Maybe');
		await write('Yes, two of us');
		await write('STOP', other);
		await write('Hello', '+12025550122');
		expect(await column('answer')).toEqual({ [person]: 'Yes, two of us', [other]: 'STOP' });
		const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
		expect(await column('answered_at')).toEqual({ [person]: day, [other]: day });
	});

	test('what-arrived.json notes which texts were delivered, and why one was not', async () => {
		await publish('what-arrived.json');
		const landline = '+12025550113';
		const headers = { Authorization: `Bearer ${token}` };
		for (const to of [person, landline, '+12025550122']) {
			const body = { to, from: ours, message: 'See you at noon' };
			await axios.post(`${simulator().url}${serviceOperations.sendText.path}`, body, {
				headers,
				proxy: false,
			});
		}
		await until(async () => Object.keys(await column('delivery')).length === 2, 60_000);
		expect(await column('delivery')).toEqual({
			[person]: 'delivered',
			[landline]: 'not delivered: The number is a landline',
		});
	});
});

test('agent-as-receptionist.json answers several messages at once, remembers each conversation by itself, and hands on answers', async () => {
	const userTexts = ({ messages }: ChatRequest) =>
		messages.filter(({ role }) => role === 'user').map(({ content }) => content);
	await publish('agent-as-receptionist.json');
	simulator().write({ from: person, to: ours, text: 'Hi' });
	await write('My name is Ada');
	await write('I am Grace', other);
	await write('What is my name?');
	expect(chat.model.requests.map(userTexts)).toEqual([
		['Hi\nMy name is Ada'],
		['I am Grace'],
		['Hi\nMy name is Ada', 'What is my name?'],
	]);
	expect(sent().map(([to]) => to)).toEqual([person, other, person]);

	const execution = await askedByCall(n8n, credential(), { to: person, from: ours });
	await untilWaiting(n8n, execution);
	await nextSecond();
	simulator().write({ from: person, to: ours, text: 'yes' });
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([{ data: { approved: true } }]);
	expect(chat.model.requests).toHaveLength(3);
}, 240_000);

test('confirm-an-appointment.json asks each person of tomorrow once, and writes their answers into the rows', async () => {
	const tables = new N8nDataTables(n8n.rest);
	const rows = textOf('examples/appointments.csv').replaceAll('2026-12-24', dayFromNow(1));
	const table = await tables.import('Appointments', `${rows}Later,+1 202 555 0123,${dayFromNow(2)},9 am,,\n`);
	try {
		await publish('confirm-an-appointment.json');
		const trigger = 'When clicking ‘Execute workflow’';
		const run = async () => await n8n.executions.ended(await n8n.workflows.run(workflowId, { trigger }));
		expect((await run()).status).toBe('success');
		await until(() => simulator().outbox.length === 3, 60_000);
		expect((await run()).status).toBe('success');
		await nextSecond();
		expect(sent().sort()).toEqual(
			['Ada', 'Grace', 'Alan'].map((name, index) => [
				`+1202555012${index}`,
				expect.stringMatching(
					new RegExp(
						`^Hello ${name}, .*\\n\\n1 Confirm\\n2 Move\\n3 Call off\\n\\nPlease answer with the number`,
					),
				),
			]),
		);
		for (const [from, text] of [
			[person, 'Confirm!'],
			[other, 'hm'],
			[other, '2 please'],
		] as const) {
			simulator().write({ from, to: ours, text });
			await simulator().webhook.settled();
			await nextSecond();
		}
		const answers = async () => {
			const all = await tables.rows<{ number: string; answer: string | null; asked: string | null }>(table);
			return all.map(({ answer, asked }) => [answer, Boolean(asked)]);
		};
		await until(async () => (await answers())[1]?.[0], 60_000);
		expect(await answers()).toEqual([
			['Confirm', true],
			['Move', true],
			[null, true],
			[null, false],
		]);
	} finally {
		await tables.remove(table);
	}
}, 240_000);
