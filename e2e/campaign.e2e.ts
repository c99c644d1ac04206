/** The example that sends a campaign from a table, run after run. */
import type { INodeParameters } from 'n8n-workflow';
import { leasedNumbers } from '../simulator/accounts';
import { exampleWorkflow } from './n8n/exported-workflow';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { failureOf } from './n8n/n8n-executions';
import { useService } from './support/simulated-service';

interface Row {
	id: number;
	number: string;
	status: string;
	reason: string | null;
}

const numbers = leasedNumbers.slice(0, 3).map(({ number }) => number);
/** Who reports each message as spam, and people at whose numbers nothing is special. */
const reports = '+12025550160';
const people = Array.from({ length: 9 }, (_, index) => `+1202555${String(164 + index).padStart(4, '0')}`);

/** A place where it is about this hour now. */
function zoneAt(hour: number): string {
	const places = Intl.supportedValuesOf('timeZone').filter((zone) => /^(?!Etc)\w+\//.test(zone));
	const hourIn = (timeZone: string) => new Date().toLocaleString('en-GB', { timeZone, hour: '2-digit' });
	return places.find((place) => Number(hourIn(place)) === hour) ?? '';
}

const [noon, night] = [zoneAt(13), zoneAt(1)];

const { n8n, simulator, credential } = useService();
const tables = new N8nDataTables(n8n.rest);
let workflowId: string;
let campaign: string;

/** Stores the campaign for people in their time zones: at most `max` messages a number and run, and otherwise as it is. */
async function begin(rows: Array<[number: string, zone: string]>, max: number): Promise<void> {
	const lines = rows.map(([number, zone]) => {
		const spaced = number.replace(/^\+1(\d{3})(\d{3})/, '+1 $1 $2 ');
		return `Somebody,${spaced},${zone},1,,,,`;
	});
	const header = 'name,number,time_zone,attempt,status,sender,message_id,reason';
	campaign = await tables.import('Campaign', [header, ...lines].join('\n'));
	const workflow = exampleWorkflow('campaign-from-a-table.json');
	({ id: workflowId } = await n8n.workflows.import(workflow, [credential()]));
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
	return failureOf(await n8n.execute(workflowId, { trigger: 'Five Times a Day' }));
}

/** The rows of its table, the numbers without spaces and an empty status as ''. */
async function rows(): Promise<Row[]> {
	const all = await tables.rows<Row>(campaign);
	return all.map((row) => ({ ...row, number: row.number.replaceAll(' ', ''), status: row.status ?? '' }));
}

/** Changes the row of a number, as a person does. */
async function change(number: string, data: object): Promise<void> {
	const row = (await rows()).find((one) => one.number === number);
	await tables.update(campaign, 'id', row?.id, data);
}

type Six = [string, string, string, string, string, string];

const sentTo = () => simulator().outbox.map(({ to }) => to);

test('a number is flagged in the middle: nobody gets a message from then on, until it is taken out', async () => {
	const all = people.with(0, reports);
	await begin(
		all.map((number) => [number, noon]),
		2,
	);
	expect(await run()).toBeUndefined();
	const sent = sentTo();
	expect(sent).toContain(reports);
	expect(await run()).toMatch(
		/^A number is in trouble, so nothing was sent\. A message was reported as spam: row 1/,
	);
	expect(sentTo()).toEqual(sent);
	for (const { number: to, status } of await rows()) {
		const expected = sent.includes(to) ? (to === reports ? 'spam' : 'delivered') : '';
		expect({ to, status }).toEqual({ to, status: expected });
	}
	await change(reports, { status: 'reported' });
	expect(await run()).toMatch(/The reputation is low: \+1\d{10}$/);
	expect(sentTo()).toEqual(sent);

	const { from: flagged } = simulator().outbox.find(({ to }) => to === reports) ?? {};
	const healthy = numbers.filter((number) => number !== flagged);
	await n8n.workflows.change(workflowId, 'Settings', ({ parameters }) => ({
		parameters: JSON.parse(
			JSON.stringify(parameters).replace(numbers.join(', '), healthy.join(', ')),
		) as INodeParameters,
	}));
	while (sentTo().length < all.length) expect(await run()).toBeUndefined();
	expect([...sentTo()].sort()).toEqual([...all].sort());
	const later = simulator().outbox.slice(sent.length);
	expect(new Set(later.map(({ from }) => from))).toEqual(new Set(healthy));
});

test('each row says what became of its message, and why somebody got none', async () => {
	const [usual, answers, lost, out, asleep, elsewhere] = people as Six;
	const [fails, late, noImessage] = ['+12025550114', '+12025550161', '+12025550110'];
	await begin(
		[
			...[usual, usual, answers, lost, out, fails, late, noImessage].map((one): [string, string] => [
				one,
				noon,
			]),
			[asleep, night],
			[elsewhere, 'Mars'],
			['5550123', noon],
		],
		20,
	);
	for (const to of numbers) simulator().write({ from: out, to, text: 'STOP', channel: 'imessage' });
	simulator().fault({
		kind: 'status',
		status: 500,
		match: { operationId: 'sendImessage', recipient: lost },
	});
	expect(await run()).toBeUndefined();
	const sent = sentTo().sort();
	expect(sent).toEqual([usual, answers, fails, late].sort());
	const { from = '' } = simulator().outbox.find(({ to }) => to === answers) ?? {};
	simulator().write({ from: answers, to: from, text: 'Thank you!', channel: 'imessage' });
	expect(await run()).toBeUndefined();

	expect(sentTo().sort()).toEqual(sent);
	const status = async () => Object.fromEntries((await rows()).map((row) => [row.number, row.status]));
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
	expect((await rows()).map(({ reason }) => reason)).toEqual(
		expect.arrayContaining(['Opted out', 'Outside hours', 'Time Zone is "Mars"']),
	);

	await change(lost, { status: '', attempt: 2 });
	await run();
	expect(await status()).toMatchObject({ [lost]: 'sent' });
	expect(sentTo().filter((to) => to === lost)).toHaveLength(1);
});
