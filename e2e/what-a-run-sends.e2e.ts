/** What a run sends after others, minutes and days later: n8n's clock is shifted while it runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { counted, expectTheRestWasSent, people } from './support/reached';
import { nothingUnderWay, serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n, userFolderOf } from './support/test-folders';
import { underTest } from './support/test-workflow';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const userFolder = userFolderOf('another-time');
const clock = join(userFolder, 'clock');
const env = {
	NODE_OPTIONS: `--require ${join(__dirname, 'n8n', 'shifted-clock.js')}`,
	SHIFTED_CLOCK: clock,
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

const simulator = useSimulator({ publicMaterial: false });
let n8n: N8nInstance;
let credential: CredentialReference;
let shiftMs = 0;

/** Shifts n8n's clock by so many milliseconds more. */
async function shift(ms: number): Promise<void> {
	shiftMs += ms;
	writeFileSync(clock, String(shiftMs));
	await wait(100);
}

beforeAll(async () => {
	mkdirSync(userFolder, { recursive: true });
	await shift(0);
	n8n = await ownN8n('another-time', env);
	credential = await serviceCredential(n8n, simulator().url);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
});

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential, { text: 'Hello', ...settings });
}

/** What runs next, to how many it sends, and what is different from then on or this time. */
type Step = [
	run: Starter | 'Execute step' | 'Retry' | 'Retry of the first',
	sends: number,
	also?: {
		afterMs?: number;
		edit?: Partial<ListSettings>;
		/** Whom the webhook is called with. */
		to?: string[];
		/** Who is refused this time, and whose message is taken and answered with an error. */
		refused?: string[];
		answered500?: string[];
		/** What stands above the output. */
		hint?: RegExp;
	},
];

const all = people(20);
const [first, second, third] = all as [string, string, string];
const others = people(5, 'other');
const isRefused = { refused: [second] };
const stops = { settings: { onError: 'stopWorkflow' } } satisfies { settings: Partial<INode> };
const chance = '={{ "Hello " + Math.random() }}';
const byKey = { idempotencyKey: '={{ $json.to }}' };
const spring = { campaign: 'spring' };
const allDay = { hours: { from: '00:00', to: '23:59', timeZone: 'Etc/UTC' } };

const rows: Array<[string, Partial<ListSettings>, Step[]]> = [
	[
		'a finished list by hand again sends nothing and says how to send it again, for 12 hours',
		{},
		[
			['By Hand', 20],
			['By Hand', 0, { hint: /^20 earlier|^20 accepted earlier.*last 12 hours.*turn on Send Again/ }],
			['By Hand', 20, { edit: { options: { sendAgain: true } } }],
			['By Hand', 20, { edit: { options: {} }, afterMs: 13 * hourMs }],
		],
	],
	[
		'a trigger sends to everybody, by hand to nobody whom it has sent to',
		{},
		[
			['Call', 20],
			['By Hand', 0],
			['Schedule', 20],
		],
	],
	[
		'one row by hand, five times beside an unfinished list',
		{},
		[['By Hand', 19, isRefused], ...Array<Step>(5).fill(['By Hand', 1, { edit: { to: [third] } }])],
	],
	[
		'a bad row fixed after 80 minutes, another one nine hours later',
		{},
		[
			['By Hand', 18, { refused: [first, second] }],
			['By Hand', 1, { refused: [first], afterMs: 80 * minuteMs }],
			['By Hand', 1, { afterMs: 9 * hourMs }],
		],
	],
	[
		'by hand every 48 minutes, one always refused',
		{},
		[
			['By Hand', 19, isRefused],
			...Array<Step>(3).fill(['By Hand', 0, { ...isRefused, afterMs: 48 * minuteMs }]),
		],
	],
	[
		'another list that shares one person, and some rows of the first one, before its bad row is fixed',
		{},
		[
			['By Hand', 19, isRefused],
			['By Hand', 5, { edit: { to: [first, ...others] } }],
			['By Hand', 0, { edit: { to: all.slice(2, 12) } }],
			['By Hand', 1, { edit: { to: all } }],
		],
	],
	[
		'the clock is set back by 15 minutes, then by 2 hours',
		{},
		[
			['By Hand', 19, isRefused],
			['By Hand', 0, { ...isRefused, afterMs: -15 * minuteMs }],
			['By Hand', 1, { afterMs: -2 * hourMs }],
		],
	],
	[
		'a reminder within its hours, each day',
		{ options: { onlyAtTheseHours: allDay } },
		[
			['Call', 20],
			['Call', 19, { ...isRefused, afterMs: 24 * hourMs }],
			['Call', 20, { afterMs: 24 * hourMs }],
		],
	],
	[
		'one refused on day 1, all on day 2, then Retry of both',
		{ to: all.slice(0, 3), ...stops },
		[
			['Call', 2, isRefused],
			['Call', 0, { refused: all, afterMs: 24 * hourMs }],
			['Retry', 3],
			['Retry of the first', 1],
		],
	],
	[
		'Retry after a run by hand has sent the rest',
		stops,
		[
			['Call', 19, isRefused],
			['By Hand', 1],
			['Retry', 0],
		],
	],
	[
		'Retry with texts by chance, on another day',
		{ text: chance, ...stops },
		[
			['Call', 19, isRefused],
			['Retry', 1, { afterMs: 25 * hourMs }],
		],
	],
	[
		'Retry of a run by hand with another text',
		stops,
		[
			['By Hand', 19, isRefused],
			['Retry', 1, { edit: { text: 'Good evening' } }],
		],
	],
	[
		'Execute step after one was refused',
		stops,
		[
			['By Hand', 19, isRefused],
			['Execute step', 1],
		],
	],
	[
		'Send Again by hand, and Retry of that',
		{ options: { sendAgain: true }, ...stops },
		[
			['By Hand', 20],
			['By Hand', 19, isRefused],
			['Retry', 1],
		],
	],
	[
		'one unknown, with Do Not Send Again and then with Send Again',
		{ options: { ifOutcomeUnknown: 'doNotSend' }, ...stops },
		[
			['Call', 20, { answered500: [second] }],
			['Retry', 0],
			['Retry', 1, { edit: { options: { ifOutcomeUnknown: 'sendAgain' } } }],
		],
	],
	[
		'a campaign, whatever run, day or text',
		{ options: spring },
		[
			['Call', 19, isRefused],
			['By Hand', 1, { edit: { text: chance }, afterMs: 25 * hourMs }],
			['Schedule', 0],
			['Call', 5, { to: [...all, ...others, ...others.map((to) => to.toUpperCase())] }],
			['By Hand', 20, { edit: { options: { ...spring, sendAgain: true } } }],
		],
	],
	[
		'a campaign with at most 8 a number and run',
		{ options: { ...spring, mostPerNumber: 8 } },
		[
			['Call', 8],
			['By Hand', 8],
			['Call', 4],
			['Call', 0],
		],
	],
	[
		'idempotency keys, by a trigger and by hand',
		{ options: byKey },
		[
			['Call', 19, isRefused],
			['Call', 1, { afterMs: 25 * hourMs }],
			['By Hand', 0],
		],
	],
];

async function started(list: MessageList, earlier: Execution[], [run, , also = {}]: Step): Promise<string> {
	if (run === 'Execute step') return await list.stepExecuted(earlier.at(-1) as Execution);
	if (also.to) return await list.called(also.to);
	if (run !== 'Retry' && run !== 'Retry of the first') return await list.started(run);
	const { id } = (run === 'Retry' ? earlier.at(-1) : earlier[0]) as Execution;
	const [retry] = await n8n.executions.retriesStarted(id, { loadWorkflow: also.edit !== undefined });
	return String(retry);
}

interface Told {
	to: string;
	status: string;
	already_sent?: boolean;
}

test.each(rows)('%s: nobody twice, nobody left out, nobody told wrongly', async (_, settings, steps) => {
	const list = await published({ to: all, ...settings });
	const earlier: Execution[] = [];
	const sent: number[] = [];
	for (const step of steps) {
		const [run, , { afterMs = 0, edit, refused = [], answered500 = [], hint } = {}] = step;
		await shift(afterMs);
		if (edit) await list.edit(edit);
		simulator().clearFaults();
		for (const recipient of refused) simulator().fault({ kind: 'status', status: 403, match: { recipient } });
		for (const recipient of answered500) {
			simulator().fault({ kind: 'status', status: 500, processed: true, match: { recipient } });
		}
		const before = simulator().outbox.length;
		const told = await n8n.executions.ended(await started(list, earlier, step));
		if (!run.startsWith('Retry')) earlier.push(told);
		const reached = simulator().outbox.map(({ to }) => to.toLowerCase());
		const now = reached.slice(before);
		sent.push(now.length);
		expect(new Set(now).size).toBe(now.length);

		const items = jsonOf<Told>(told, underTest).map((item) => ({ ...item, to: item.to.toLowerCase() }));
		const isTold = (item: Told, ...statuses: string[]) => statuses.includes(item.status);
		const sentNow = items.filter((item) => isTold(item, 'accepted', 'unknown') && !item.already_sent);
		const sentEarlier = items.filter((item) => item.already_sent);
		if (told.status === 'success') expect(sentNow.map(({ to }) => to).sort()).toEqual([...now].sort());
		expect(sentEarlier.filter(({ to }) => !reached.includes(to))).toEqual([]);
		expect(items.filter((item) => isTold(item, 'failed', 'deferred') && now.includes(item.to))).toEqual([]);
		if (hint)
			expect(
				runsOf(told, underTest)[0]
					?.hints?.map(({ message }) => message)
					.join(),
			).toMatch(hint);
	}
	expect(sent).toEqual(steps.map(([, sends]) => sends));
});

test.each<[string, Starter, number, ListSettings['options']?]>([
	['runs by hand at the same instant', 'By Hand', 0],
	['runs by hand, one while the other sends', 'By Hand', 15],
	['calls at the same instant with a campaign', 'Call', 0, spring],
	['calls at the same instant with keys', 'Call', 0, byKey],
])('two %s: each message is sent once, and none is unknown', async (_, by, sent, options) => {
	const list = await published({ options });
	simulator().set({ latencyMs: 500 });
	const one = by === 'Call' ? list.calledAtOnce([undefined, undefined]) : list.started(by);
	await list.hasSent(sent);
	const ids = [await one, by === 'Call' ? [] : await list.started(by)].flat();
	for (const id of ids) {
		const told = await n8n.executions.ended(id);
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
		expect(jsonOf<Told>(told, underTest).map(({ status }) => status)).toEqual(Array(60).fill('accepted'));
	}
});

test.each<Starter>(['By Hand', 'Call'])(
	'%s, stopped by the user in the middle of 60 messages: the next run by hand sends the rest',
	async (by) => {
		const list = await published({});
		simulator().set({ latencyMs: 1_500 });
		const executionId = await list.started(by);
		await list.hasSent(20);
		await n8n.executions.stop(executionId);
		expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
		await nothingUnderWay(simulator);
		expect(list.sentTo().length).toBeLessThan(60);
		simulator().set({ latencyMs: 0 });

		const next = await n8n.executions.ended(await list.started('By Hand'));
		expectTheRestWasSent(`stopped, ${by}, run by hand`, list.reached(next));
	},
);

/** PHONE_SERVICE_MESSAGES=1000 makes them as many as an alert has in some weeks. */
const alerts = Number(process.env.PHONE_SERVICE_MESSAGES ?? 300);

test(
	`${String(alerts)} alerts by webhook with the same text to two people, one always refused: the other one gets all`,
	async () => {
		const list = await published({ to: [first, second] });
		simulator().fault({ kind: 'status', status: 403, times: 0, match: { recipient: second } });
		const ids: string[] = [];
		while (ids.length < alerts) {
			const calls = Array<undefined>(Math.min(10, alerts - ids.length)).fill(undefined);
			ids.push(...(await list.calledAtOnce(calls)));
		}
		for (const id of ids) {
			const items = jsonOf<Told>(await n8n.executions.ended(id), underTest);
			expect(items.map(({ status, already_sent: isEarlier }) => [status, isEarlier])).toEqual([
				['accepted', undefined],
				['failed', undefined],
			]);
		}
		await until(() => list.sentTo().length >= alerts);
		counted('alerts', { executions: ids.length, sent: list.sentTo().length });
		expect(list.sentTo()).toEqual(ids.map(() => first));
	},
	120_000 + 600 * alerts,
);
