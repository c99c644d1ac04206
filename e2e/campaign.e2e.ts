import type { INodeParameters } from 'n8n-workflow';
import { leasedNumbers } from '../simulator/accounts';
import { exampleWorkflow } from './n8n/exported-workflow';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { failureOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/shared-run';
import { serviceCredential, useSimulator } from './support/simulated-service';

interface Row {
	id: number;
	number: string;
	status: string | null;
	sender: string | null;
	message_id: string | null;
	reason: string | null;
}

const workflow = exampleWorkflow('campaign-from-a-table.json');
const trigger = 'Five Times a Day';
const numbers = leasedNumbers.slice(0, 3).map(({ number }) => number);
const reports = '+12025550160';

/** A place where it is about this hour now. */
function zoneAt(hour: number): string {
	const places = Intl.supportedValuesOf('timeZone').filter((zone) => /^(?!Etc)\w+\//.test(zone));
	const hourIn = (timeZone: string) => new Date().toLocaleString('en-GB', { timeZone, hour: '2-digit' });
	return places.find((place) => Number(hourIn(place)) === hour) ?? '';
}

const noon = zoneAt(13);
const night = zoneAt(1);

/** Numbers at which nothing is special. */
function ordinary(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `+1202555${String(164 + index).padStart(4, '0')}`);
}

/** Rows of the table: a number, or a number with its time zone. */
function csv(people: Array<string | [string, string]>): string {
	const rows = people.map((person, index) => {
		const [number, zone] = typeof person === 'string' ? [person, noon] : person;
		const spaced = number.replace(/^\+1(\d{3})(\d{3})/, '+1 $1 $2 ');
		return `Person ${String(index)},${spaced},${zone},1,,,,`;
	});
	return ['name,number,time_zone,attempt,status,sender,message_id,reason', ...rows].join('\n');
}

const n8n = sharedN8n();
const tables = new N8nDataTables(n8n.rest);
const simulator = useSimulator();
let workflowId: string;
let campaign: string;

/** Stores the campaign: as fast as possible, at most `max` messages a number and run, and otherwise as it is. */
async function begin(people: Parameters<typeof csv>[0], { max = 20 } = {}) {
	campaign = await tables.import('Campaign', csv(people));
	const credential = await serviceCredential(n8n, simulator().url);
	({ id: workflowId } = await n8n.workflows.import(workflow, [credential]));
	await n8n.workflows.change(workflowId, 'Send', ({ parameters }) => {
		const { pause, ...options } = parameters.options as INodeParameters;
		expect(pause).toBeDefined();
		return {
			parameters: { ...parameters, options: { ...options, maxPerNumber: max, messagesPerSecond: 0 } },
		};
	});
}

afterEach(async () => {
	await tables.remove(campaign);
});

/** Runs it to its end; answers why it failed, if it did. */
async function run(): Promise<string | undefined> {
	return failureOf(await n8n.execute(workflowId, { trigger }));
}

/** The rows of its table, the numbers without spaces and an empty status as ''. */
async function rows(): Promise<Row[]> {
	const all = await tables.rows<Row>(campaign);
	return all.map((row) => ({ ...row, number: row.number.replaceAll(' ', ''), status: row.status ?? '' }));
}

/** The status in each row, by number. */
async function status(): Promise<Record<string, string | null>> {
	return Object.fromEntries((await rows()).map((row) => [row.number, row.status]));
}

/** Changes the row of a number, as a person does. */
async function change(number: string, data: object): Promise<void> {
	const row = (await rows()).find((one) => one.number === number);
	await tables.update(campaign, 'id', row?.id, data);
}

/** Puts other numbers into the settings, as a person does. */
async function sendFrom(senders: string[]): Promise<void> {
	await n8n.workflows.change(workflowId, 'Settings', ({ parameters }) => ({
		parameters: JSON.parse(
			JSON.stringify(parameters).replace(numbers.join(', '), senders.join(', ')),
		) as INodeParameters,
	}));
}

const sentTo = () => simulator().outbox.map(({ to }) => to);

test('without a table, the first run creates it, and later runs send to whom stands in it', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	({ id: workflowId } = await n8n.workflows.import(workflow, [credential]));
	expect(await run()).toBeUndefined();
	campaign = await tables.named('Campaign');
	expect(simulator().outbox).toEqual([]);
	const [[number = ''], time_zone] = [ordinary(1), noon];
	await tables.insert(campaign, { name: 'Ada', number, time_zone });
	expect(await run()).toBeUndefined();
	expect(sentTo()).toEqual([number]);
	expect(await status()).toEqual({ [number]: 'sent' });
});

test('a number is flagged in the middle: nobody gets a message from then on', async () => {
	const people = ordinary(24);
	people[10] = reports;
	await begin(people, { max: 2 });
	/** To whom messages had gone after each run. */
	const sent: string[][] = [[]];
	let failure: string | undefined;
	while (failure === undefined && sent.length < 7) {
		failure = await run();
		sent.push(sentTo());
	}
	expect(failure).toMatch(
		/^A number is in trouble, so nothing was sent\. A message was reported as spam: row 11/,
	);
	const [before, last, afterwards] = sent.slice(-3) as [string[], string[], string[]];
	expect(before).not.toContain(reports);
	expect(last).toContain(reports);
	expect(last.length).toBeLessThan(people.length);
	expect(new Set(last).size).toBe(last.length);
	expect(await run()).toMatch(/^A number is in trouble/);
	for (const later of [afterwards, sentTo()]) expect(later).toEqual(last);

	for (const row of await rows()) {
		const { number: to } = row;
		const message = simulator().outbox.find((one) => one.to === to);
		const expected = message ? (to === reports ? 'spam' : 'delivered') : '';
		expect({ to, status: row.status }).toEqual({ to, status: expected });
		if (message) expect(row).toMatchObject({ sender: message.from, message_id: message.message_id });
	}
	await change(reports, { status: 'reported' });
	expect(await run()).toMatch(/The reputation is low: \+1\d{10}$/);
	expect(sentTo()).toEqual(last);

	const { from: flagged } = simulator().outbox.find(({ to }) => to === reports) ?? {};
	const healthy = numbers.filter((number) => number !== flagged);
	await sendFrom(healthy);
	for (let more = 0; more < 6; more += 1) expect(await run()).toBeUndefined();
	const later = simulator().outbox.slice(last.length);
	expect(new Set(later.map(({ from }) => from))).toEqual(new Set(healthy));
	expect([...sentTo()].sort()).toEqual([...people].sort());
});

test('each row says what became of its message, and why somebody got none', async () => {
	const [usual, answers, lost, out, asleep, elsewhere] = ordinary(6) as [
		string,
		string,
		string,
		string,
		string,
		string,
	];
	const [fails, late, noImessage] = ['+12025550114', '+12025550161', '+12025550110'];
	const people: Parameters<typeof csv>[0] = [usual, usual, answers, lost, out, fails, late, noImessage];
	await begin([...people, [asleep, night], [elsewhere, 'Mars'], '5550123']);
	for (const to of numbers) simulator().write({ from: out, to, text: 'STOP', channel: 'imessage' });
	simulator().fault({
		kind: 'status',
		status: 500,
		match: { operationId: 'sendImessage', recipient: lost },
	});
	expect(await run()).toBeUndefined();
	const before = sentTo().sort();
	expect(before).toEqual([usual, answers, fails, late].sort());
	const { from = '' } = simulator().outbox.find(({ to }) => to === answers) ?? {};
	simulator().write({ from: answers, to: from, text: 'Thank you!', channel: 'imessage' });
	expect(await run()).toBeUndefined();

	expect(sentTo().sort()).toEqual(before);
	expect(await status()).toEqual({
		[usual]: 'delivered',
		[answers]: 'read',
		[lost]: 'unknown',
		[out]: 'skipped',
		[fails]: 'failed',
		[late]: 'sent',
		[noImessage]: 'noImessage',
		[asleep]: '',
		[elsewhere]: 'failed',
		'5550123': 'failed',
	});
	const reasons = Object.fromEntries((await rows()).map(({ number, reason }) => [number, reason]));
	expect(Object.values(reasons)).toEqual(
		expect.arrayContaining(['Opted out', 'Outside hours', 'Time Zone is "Mars"']),
	);

	await change(lost, { status: '', attempt: 2 });
	await run();
	expect(await status()).toMatchObject({ [lost]: 'sent' });
	expect(sentTo().filter((to) => to === lost)).toHaveLength(1);
});
