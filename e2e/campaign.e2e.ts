/** The example that sends a campaign from a table, run after run. */
import type { INodeParameters } from 'n8n-workflow';
import { recipients } from '../test/support/histories';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { failureOf } from '../scripts/n8n/n8n-executions';
import { leased, useService } from './support/simulated-service';

interface Row {
	id: number;
	number: string;
	status: string | null;
	reason: string | null;
}

const numbers = [leased.whatsapp, leased.immediate, leased.imessage];
/** Who reports each message as spam, and people at whose numbers nothing is special. */
const reports = '+12025550160';
const people = recipients(13)
	.map(({ to }) => to)
	.slice(4);

/** A number as people write it into their tables. */
const spaced = (number: string) => number.replace(/^\+1(\d{3})(\d{3})/, '+1 $1 $2 ');

/** A place where it is about this hour now. */
function zoneAt(hour: number): string {
	const places = Intl.supportedValuesOf('timeZone').filter((zone) => /^(?!Etc)\w+\//.test(zone));
	const hourIn = (timeZone: string) => new Date().toLocaleString('en-GB', { timeZone, hour: '2-digit' });
	return places.find((place) => Number(hourIn(place)) === hour) ?? '';
}

const noon = zoneAt(13);

const { n8n, simulator, credential } = useService();
const tables = new N8nDataTables(n8n.rest);
let workflowId: string;
let campaign: string;

/** Stores the campaign for people, each in a time zone: at most `maxPerNumber` messages a number and run. */
async function begin(rows: Array<[number: string, zone?: string]>, maxPerNumber: number): Promise<void> {
	const lines = rows.map(([number, zone = noon]) => `Somebody,${spaced(number)},${zone},1,,,,`);
	const header = 'name,number,time_zone,attempt,status,sender,message_id,reason';
	campaign = await tables.import('Campaign', [header, ...lines].join('\n'));
	const workflow = exampleWorkflow('campaign-from-a-table.json');
	for (const { name, parameters } of workflow.nodes) {
		if (name !== 'Send') continue;
		const options = parameters.options as INodeParameters;
		expect(options.pause).toBeDefined();
		delete options.pause;
		Object.assign(options, { maxPerNumber, messagesPerSecond: 0 });
	}
	({ id: workflowId } = await n8n.workflows.import(workflow, [credential()]));
}

afterEach(async () => {
	await tables.remove(campaign);
});

/** Runs it to its end; answers why it failed, if it did. */
async function run(): Promise<string | undefined> {
	return failureOf(await n8n.execute(workflowId, { trigger: 'Five Times a Day' }));
}

/** The status in the row of each number. */
async function statuses(): Promise<Record<string, string>> {
	const rows = await tables.rows<Row>(campaign);
	return Object.fromEntries(rows.map(({ number, status }) => [number.replaceAll(' ', ''), status ?? '']));
}

const sentTo = () => simulator().outbox.map(({ to }) => to);

test('a number is flagged in the middle: nobody gets a message from then on, until it is taken out', async () => {
	const all = [reports, ...people.slice(1)];
	await begin(
		all.map((number) => [number]),
		2,
	);
	expect(await run()).toBeUndefined();
	const sent = sentTo();
	expect(sent).toContain(reports);
	expect(await run()).toMatch(
		/^A number is in trouble, so nothing was sent\. A message was reported as spam: row 1/,
	);
	const expected = all.map((to) => [to, sent.includes(to) ? (to === reports ? 'spam' : 'delivered') : '']);
	expect(await statuses()).toEqual(Object.fromEntries(expected));
	await tables.update(campaign, 'number', spaced(reports), { status: 'reported' });
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
	expect(sentTo().sort()).toEqual(all.sort());
	const later = simulator().outbox.slice(sent.length);
	expect(new Set(later.map(({ from }) => from))).toEqual(new Set(healthy));
});

test('each row says what became of its message, and why somebody got none', async () => {
	const [usual = '', answers = '', lost = '', out = '', asleep = '', elsewhere = ''] = people;
	const [fails, late, noImessage, wrong] = ['+12025550114', '+12025550161', '+12025550110', '5550123'];
	const atNoon = [usual, usual, answers, lost, out, fails, late, noImessage, wrong];
	await begin([...atNoon.map((to): [string] => [to]), [asleep, zoneAt(1)], [elsewhere, 'Mars']], 20);
	for (const to of numbers) simulator().write({ from: out, to, text: 'STOP', channel: 'imessage' });
	const match = { operationId: 'sendImessage', recipient: lost } as const;
	simulator().fault({ kind: 'status', status: 500, match });
	expect(await run()).toBeUndefined();
	const sent = sentTo().sort();
	expect(sent).toEqual([usual, answers, fails, late].sort());
	const { from = '' } = simulator().outbox.find(({ to }) => to === answers) ?? {};
	simulator().write({ from: answers, to: from, text: 'Thank you!', channel: 'imessage' });
	expect(await run()).toBeUndefined();

	expect(sentTo().sort()).toEqual(sent);
	expect(await statuses()).toEqual({
		[usual]: 'delivered',
		[answers]: 'read',
		[lost]: 'unknown',
		[out]: 'skipped',
		[fails]: 'failed',
		[late]: 'sent',
		[noImessage]: 'noImessage',
		[asleep]: '',
		[elsewhere]: 'failed',
		[wrong]: 'failed',
	});
	const reasons = (await tables.rows<Row>(campaign)).map(({ reason }) => reason);
	expect(reasons).toEqual(expect.arrayContaining(['Opted out', 'Outside hours', 'Time Zone is "Mars"']));

	await tables.update(campaign, 'number', spaced(lost), { status: '', attempt: 2 });
	await run();
	expect(await statuses()).toMatchObject({ [lost]: 'sent' });
	expect(sentTo().filter((to) => to === lost)).toHaveLength(1);
});
