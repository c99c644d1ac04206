import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { leasedNumbers } from '../simulator/accounts';
import { startSimulator } from '../simulator/simulator';
import { workflowFile } from './n8n/exported-workflow';
import type { N8n } from './n8n/n8n';
import { N8nDataTables } from './n8n/n8n-data-tables';
import { failureOf } from './n8n/n8n-executions';
import { startN8n } from './n8n/n8n-instance';
import { installTarball } from './n8n/package-tarball';
import { projectFolder } from './n8n/project-folders';
import { until } from './n8n/until';
import { sharedN8n } from './support/n8n-session';
import { counted } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { sharedTarball, userFolderOf } from './support/test-folders';

interface Row {
	id: number;
	name: string;
	number: string;
	status: string | null;
	sender: string | null;
	message_id: string | null;
	reason: string | null;
}

const workflow = workflowFile(join(projectFolder, 'examples', 'campaign-from-a-table.json'));
const trigger = 'Five Times a Day';
const numbers = leasedNumbers.slice(0, 3).map(({ number }) => number);
const reports = '+12025550160';

/** A time zone in which it is about this hour now. */
function zoneAt(hour: number): string {
	const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
	return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
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

/** The campaign with its tables in an n8n, which may be another process from one time to the next. */
class Campaign {
	private constructor(
		private readonly n8n: () => N8n,
		private readonly workflowId: string,
		private readonly tables: string[],
	) {}

	/** As fast as possible, and at most `most` messages a number and run; otherwise as it is. */
	static async with(
		n8n: () => N8n,
		serviceUrl: string,
		{
			people,
			optOuts = [],
			most = 20,
		}: { people: Parameters<typeof csv>[0]; optOuts?: string[]; most?: number },
	): Promise<Campaign> {
		const tables = new N8nDataTables(n8n().rest);
		const created = [
			await tables.importText('Campaign', csv(people)),
			await tables.importText('Opt-Outs', ['number', 'person@example.com', ...optOuts].join('\n')),
		];
		const { id } = await n8n().workflows.import(workflow, [await serviceCredential(n8n(), serviceUrl)]);
		await n8n().workflows.change(id, 'Send', ({ parameters }) => {
			const options = parameters.options as INodeParameters;
			const fast = { pace: 'asFastAsAllowed', messagesPerSecond: 0, mostPerNumber: most };
			return { parameters: { ...parameters, options: { ...options, ...fast } } };
		});
		return new Campaign(n8n, id, created);
	}

	async started(): Promise<string> {
		return await this.n8n().workflows.run(this.workflowId, { trigger });
	}

	/** Runs it to its end; answers why it failed, if it did. */
	async run(): Promise<string | undefined> {
		return failureOf(await this.n8n().executions.ended(await this.started(), { milliseconds: 240_000 }));
	}

	async rows(): Promise<Row[]> {
		return await new N8nDataTables(this.n8n().rest).rows<Row>(this.tables[0] as string);
	}

	/** Puts other numbers into the settings, as a person does. */
	async sendFrom(senders: string[]): Promise<void> {
		await this.n8n().workflows.change(this.workflowId, 'Settings', ({ parameters }) => ({
			parameters: JSON.parse(
				JSON.stringify(parameters).replace(numbers.join(', '), senders.join(', ')),
			) as INodeParameters,
		}));
	}

	/** The status in each row, by number; an empty one is ''. */
	async status(): Promise<Record<string, string>> {
		const rows = await this.rows();
		return Object.fromEntries(rows.map(({ number, status }) => [number.replaceAll(' ', ''), status ?? '']));
	}

	/** Changes the row of a number, as a person does. */
	async change(number: string, data: object): Promise<void> {
		const row = (await this.rows()).find((one) => one.number.replaceAll(' ', '') === number);
		await new N8nDataTables(this.n8n().rest).update(this.tables[0] as string, 'id', row?.id, data);
	}

	async remove(): Promise<void> {
		for (const table of this.tables) await new N8nDataTables(this.n8n().rest).remove(table);
	}
}

describe('examples/campaign-from-a-table.json', () => {
	const n8n = sharedN8n();
	const simulator = useSimulator();
	let campaign: Campaign;

	const begin = async (settings: Parameters<typeof Campaign.with>[2]) => {
		campaign = await Campaign.with(() => n8n, simulator().url, settings);
	};
	const sentTo = () => simulator().outbox.map(({ to }) => to);
	afterEach(async () => await campaign.remove());

	test('a number is flagged in the middle: nobody gets a message from then on', async () => {
		const people = ordinary(24);
		people[10] = reports;
		await begin({ people, most: 2 });
		const sent: number[] = [];
		let failure: string | undefined;
		while (failure === undefined) {
			expect(sent.length).toBeLessThan(6);
			failure = await campaign.run();
			sent.push(sentTo().length);
			for (const number of numbers) {
				const ofRun = simulator().outbox.slice(sent.at(-2) ?? 0);
				expect(ofRun.filter(({ from }) => from === number).length).toBeLessThanOrEqual(2);
			}
		}
		expect(failure).toMatch(
			/^A number is in trouble, so nothing was sent\. A message was reported as spam: row 11/,
		);
		const flaggedIn = sent.findIndex((count) => sentTo().slice(0, count).includes(reports));
		counted('campaign, sent after each run', { sent, flaggedIn });
		expect(sent.slice(flaggedIn + 1)).toEqual([sent[flaggedIn]]);
		expect(sent.at(-1)).toBeLessThan(people.length);
		expect(await campaign.run()).toMatch(/^A number is in trouble/);
		expect(sentTo()).toHaveLength(sent.at(-1) as number);
		expect(new Set(sentTo()).size).toBe(sentTo().length);

		for (const row of await campaign.rows()) {
			const to = row.number.replaceAll(' ', '');
			const message = simulator().outbox.find((one) => one.to === to);
			const expected = message ? (to === reports ? 'spam' : 'delivered') : '';
			expect({ to, status: row.status ?? '' }).toEqual({ to, status: expected });
			if (message) expect(row).toMatchObject({ sender: message.from, message_id: message.message_id });
		}
		await campaign.change(reports, { status: 'reported' });
		expect(await campaign.run()).toMatch(/The reputation is low: \+1\d{10}$/);
		expect(sentTo()).toHaveLength(sent.at(-1) as number);

		const { from: flagged } = simulator().outbox.find(({ to }) => to === reports) ?? {};
		const healthy = numbers.filter((number) => number !== flagged);
		await campaign.sendFrom(healthy);
		for (let run = 0; run < 6; run += 1) expect(await campaign.run()).toBeUndefined();
		const later = simulator().outbox.slice(sent.at(-1));
		expect(new Set(later.map(({ from }) => from))).toEqual(new Set(healthy));
		expect([...sentTo()].sort()).toEqual([...people].sort());
	});

	test('each row says what became of its message, and why somebody got none', async () => {
		const [usual, answers, lost, optedOut, asleep, elsewhere] = ordinary(6) as [
			string,
			string,
			string,
			string,
			string,
			string,
		];
		const [fails, late, noImessage] = ['+12025550114', '+12025550161', '+12025550110'];
		const people: Parameters<typeof csv>[0] = [
			usual,
			usual,
			answers,
			lost,
			optedOut,
			fails,
			late,
			noImessage,
		];
		await begin({
			people: [...people, [asleep, night], [elsewhere, 'Mars'], '5550123'],
			optOuts: [optedOut],
		});
		simulator().fault({
			kind: 'status',
			status: 500,
			match: { operationId: 'sendImessage', recipient: lost },
		});
		expect(await campaign.run()).toBeUndefined();
		const before = sentTo().sort();
		expect(before).toEqual([usual, answers, fails, late].sort());
		const { from = '' } = simulator().outbox.find(({ to }) => to === answers) ?? {};
		simulator().write({ from: answers, to: from, text: 'Thank you!', channel: 'imessage' });
		expect(await campaign.run()).toBeUndefined();

		expect(sentTo().sort()).toEqual(before);
		expect(await campaign.status()).toEqual({
			[usual]: 'delivered',
			[answers]: 'read',
			[lost]: 'unknown',
			[optedOut]: 'optedOut',
			[fails]: 'failed',
			[late]: 'sent',
			[noImessage]: 'noImessage',
			[asleep]: '',
			[elsewhere]: 'failed',
			'5550123': 'failed',
		});
		const reasons = Object.fromEntries((await campaign.rows()).map(({ number, reason }) => [number, reason]));
		expect(Object.values(reasons)).toEqual(
			expect.arrayContaining(['It is outside the hours of the recipient', 'Time Zone is "Mars"']),
		);

		await campaign.change(lost, { status: '' });
		await campaign.run();
		expect(await campaign.status()).toMatchObject({ [lost]: 'unknown' });
		await campaign.change(lost, { status: '', attempt: 2 });
		await campaign.run();
		expect(await campaign.status()).toMatchObject({ [lost]: 'sent' });
		expect(sentTo().filter((to) => to === lost)).toHaveLength(1);
	});

	test('two executions at the same time, and one that is stopped: each person gets one message', async () => {
		const people = ordinary(12);
		await begin({ people });
		simulator().fault({ kind: 'latency', ms: 1_000, times: 0, match: { operationId: 'sendImessage' } });
		const stopped = await campaign.started();
		await until(() => sentTo().length > 1);
		await n8n.executions.stop(stopped);
		await n8n.executions.ended(stopped);
		const both = [await campaign.started(), await campaign.started()];
		for (const id of both) expect((await n8n.executions.ended(id)).status).toBe('success');
		expect(new Set(sentTo()).size).toBe(sentTo().length);
		const unknown = Object.values(await campaign.status()).filter((status) => status === 'unknown').length;
		counted('campaign, stopped, two at the same time', { messages: sentTo().length, unknown });
		expect(unknown).toBeLessThanOrEqual(numbers.length);
		expect(sentTo().length).toBeGreaterThanOrEqual(people.length - unknown);
	});
});

test('n8n is killed in the middle and started again: nobody is messaged twice, nobody is forgotten', async () => {
	const userFolder = userFolderOf('campaign');
	await installTarball(sharedTarball(), userFolder);
	const simulator = await startSimulator({ settings: { sendRate: false } });
	let n8n = await startN8n({ userFolder });
	try {
		const people = ordinary(30);
		const campaign = await Campaign.with(() => n8n, simulator.url, { people });
		const sentTo = () => simulator.outbox.map(({ to }) => to);
		simulator.fault({ kind: 'latency', ms: 1_000, times: 0, match: { operationId: 'sendImessage' } });
		await campaign.started();
		await until(() => sentTo().length >= 9, 60_000);
		await n8n.kill();
		const before = sentTo().length;
		expect(before).toBeLessThan(people.length);
		n8n = await startN8n({ userFolder });
		simulator.clearFaults();

		expect(await campaign.run()).toBeUndefined();
		expect(await campaign.run()).toBeUndefined();
		const status = Object.values(await campaign.status());
		const unknown = status.filter((one) => one === 'unknown').length;
		const twice = sentTo().length - new Set(sentTo()).size;
		counted('campaign, killed, next runs', { before, messages: sentTo().length, twice, unknown });
		expect(twice).toBe(0);
		expect(unknown).toBeLessThanOrEqual(numbers.length);
		expect(status.filter((one) => one === 'delivered')).toHaveLength(people.length - unknown);
	} finally {
		await n8n.stop();
		await simulator.stop();
		expect(simulator.violations).toEqual([]);
	}
}, 400_000);
