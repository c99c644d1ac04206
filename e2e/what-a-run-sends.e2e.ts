/** What a run sends after others, minutes and days later: n8n's clock is shifted while it runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { fromDatabase, recordedValues } from './support/n8n-database';
import { people } from './support/reached';
import { serviceCredential, token, useSimulator } from './support/simulated-service';
import { ownN8n, userFolderOf } from './support/test-folders';
import { underTest } from './support/test-workflow';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const userFolder = userFolderOf('what-a-run-sends');
const clock = join(userFolder, 'clock');
const env = {
	NODE_OPTIONS: `--require ${join(__dirname, 'n8n', 'shifted-clock.js')}`,
	SHIFTED_CLOCK: clock,
	/** The session lasts longer than all shifts. */
	N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '1000',
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
	n8n = await ownN8n('what-a-run-sends', env);
	credential = await serviceCredential(n8n, simulator().url);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
});

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential, { text: 'Hello', ...settings });
}

/** What runs next, to how many it sends, and what is different from then on or this time. */
interface Step extends Also {
	run: Starter | 'Execute step' | 'Retry' | 'Retry of the first';
	sends: number;
}

interface Also {
	afterMs?: number;
	edit?: Partial<ListSettings>;
	/** Whom the webhook is called with. */
	to?: string[];
	/** Who is refused this time, and whose message is taken and answered with an error. */
	refused?: string[];
	answered500?: string[];
	/** What stands above the output. */
	hint?: RegExp;
}

const step = (run: Step['run']) => (sends: number, also?: Also) => ({ run, sends, ...also });
const byHand = step('By Hand');
const called = step('Call');
const scheduled = step('Schedule');
const retried = step('Retry');
const firstRetried = step('Retry of the first');

const all = people(20);
const [first, second, third] = all as [string, string, string];
const others = people(5, 'other');
const refused = [second];
const stops: Partial<ListSettings> = { settings: { onError: 'stopWorkflow' } };
const chance = '={{ "Hello " + Math.random() }}';
const byKey = { idempotencyKey: '={{ $json.to }}' };
const spring = { campaign: 'spring' };
const allDay = { hours: { from: '00:00', to: '00:00', timeZone: 'UTC' } };
const again = { sendAgain: true };
const dayMs = 24 * hourMs;

const rows: Record<string, [Partial<ListSettings>, ...Step[]]> = {
	'a finished list by hand again: nothing today and tomorrow, and a word how to send it again': [
		{},
		byHand(20),
		byHand(0, {
			hint: /^20 accepted earlier\. .*manually today or yesterday.*turn on Send Again/,
			afterMs: dayMs,
		}),
		byHand(20, { edit: { options: again } }),
		byHand(0, { edit: { options: {} } }),
		byHand(20, { afterMs: 2 * dayMs }),
	],
	'by a trigger to everybody, by hand to everybody until one has failed': [
		{},
		called(20),
		called(19, { refused }),
		byHand(1),
		scheduled(20),
	],
	'one row by hand, five times beside an unfinished list': [
		{},
		byHand(19, { refused }),
		...Array<Step>(5).fill(byHand(1, { edit: { to: [third] } })),
	],
	'a bad row fixed after 80 minutes, another one nine hours later': [
		{},
		byHand(18, { refused: [first, second] }),
		byHand(1, { refused: [first], afterMs: 80 * minuteMs }),
		byHand(1, { afterMs: 9 * hourMs }),
	],
	'by hand every 48 minutes, one always refused': [
		{},
		byHand(19, { refused }),
		...Array<Step>(3).fill(byHand(0, { refused, afterMs: 48 * minuteMs })),
	],
	'another list that shares one person, and some rows of the first one, before its bad row is fixed': [
		{},
		byHand(19, { refused }),
		byHand(5, { edit: { to: [first, ...others] } }),
		byHand(0, { edit: { to: all.slice(2, 12) } }),
		byHand(1, { edit: { to: all } }),
	],
	'the clock is set back by 15 minutes, then by 2 hours': [
		{},
		byHand(19, { refused }),
		byHand(0, { refused, afterMs: -15 * minuteMs }),
		byHand(1, { afterMs: -2 * hourMs }),
	],
	'a reminder within its hours, each day': [
		{ options: { onlyAtTheseHours: allDay } },
		called(20),
		called(19, { refused, afterMs: dayMs }),
		called(20, { afterMs: dayMs }),
	],
	'one refused on day 1, all on day 2, then Retry of both': [
		{ to: all.slice(0, 3), ...stops },
		called(2, { refused }),
		called(0, { refused: all, afterMs: dayMs }),
		retried(3),
		firstRetried(1),
	],
	'Retry after a run by hand has sent the rest': [stops, called(19, { refused }), byHand(1), firstRetried(0)],
	'Retry with texts by chance, on another day': [
		{ text: chance, ...stops },
		called(19, { refused }),
		retried(1, { afterMs: dayMs }),
	],
	'Retry of a run by hand with another text': [
		stops,
		byHand(19, { refused }),
		retried(1, { edit: { text: 'Good evening' } }),
	],
	'Retry On Fail, one refused each time, then Retry': [
		{ settings: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 500 } },
		called(19, { refused: [second, second] }),
		retried(1),
	],
	'Execute step after one was refused': [stops, byHand(19, { refused }), step('Execute step')(1)],
	'Send Again by hand, and Retry of that': [
		{ options: again, ...stops },
		byHand(20),
		byHand(19, { refused }),
		retried(1),
	],
	'one unknown, and then with Send Again If Unknown': [
		{ ...stops },
		called(20, { answered500: [second] }),
		retried(0),
		retried(1, { edit: { options: { sendAgainIfUnknown: true } } }),
	],
	'a campaign, whatever run, day or text': [
		{ options: spring },
		called(19, { refused }),
		scheduled(1),
		byHand(0, { edit: { text: chance }, afterMs: 25 * hourMs }),
		called(5, { to: [...all, ...others, ...others.map((to) => to.toUpperCase())] }),
		byHand(20, { edit: { options: { ...spring, ...again } } }),
	],
	'a campaign with at most 8 a number and run': [
		{ options: { ...spring, maxPerNumber: 8 } },
		called(8),
		byHand(8),
		called(4),
		called(0),
	],
	'idempotency keys, by a trigger and by hand': [
		{ options: byKey },
		called(19, { refused }),
		called(1, { afterMs: 25 * hourMs }),
		byHand(0),
	],
};

async function started(list: MessageList, earlier: Execution[], { run, to, edit }: Step): Promise<string> {
	if (run === 'Execute step') return await list.stepExecuted(earlier.at(-1) as Execution);
	if (to) return await list.called(to);
	if (run !== 'Retry' && run !== 'Retry of the first') return await list.started(run);
	const { id } = (run === 'Retry' ? earlier.at(-1) : earlier[0]) as Execution;
	const [retry] = await n8n.executions.retriesStarted(id, { loadWorkflow: edit !== undefined });
	return String(retry);
}

interface Told {
	to: string;
	message_id?: string | null;
	status: string;
	already_sent?: boolean;
}

/** Nobody is told as messaged, now or earlier, or not, where that is not so; a Retry tells the ids of earlier messages. */
function expectTruth(told: Execution, before: number): void {
	const { outbox } = simulator();
	const items = jsonOf<Told>(told, underTest);
	const those = (is: (item: Told) => unknown) => items.filter(is).map(({ to }) => to.toLowerCase());
	const [earlier, now] = [outbox.slice(0, before), outbox.slice(before)];
	const idsBefore = new Set(earlier.map((message) => message.message_id));
	const sentNow = those(
		({ status, already_sent: isEarlier, message_id: id }) =>
			/accepted|unknown/.test(status) && !isEarlier && !idsBefore.has(String(id)),
	);
	const toNow = now.map(({ to }) => to.toLowerCase());
	const to = outbox.map((message) => message.to.toLowerCase());
	expect(new Set(toNow).size).toBe(toNow.length);
	if (told.status === 'success') expect(sentNow.sort()).toEqual([...toNow].sort());
	expect(those((item) => item.already_sent).filter((one) => !to.includes(one))).toEqual([]);
	expect(those(({ status }) => /failed|deferred/.test(status)).filter((one) => toNow.includes(one))).toEqual(
		[],
	);
}

/** Answers how many messages a step sends. */
async function sentBy(list: MessageList, executions: Execution[], one: Step): Promise<number> {
	await shift(one.afterMs ?? 0);
	if (one.edit) await list.edit(one.edit);
	simulator().clearFaults();
	for (const recipient of one.refused ?? []) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient } });
	}
	for (const recipient of one.answered500 ?? []) {
		simulator().fault({ kind: 'status', status: 500, processed: true, match: { recipient } });
	}
	const before = simulator().outbox.length;
	const told = await n8n.executions.ended(await started(list, executions, one));
	if (!one.run.startsWith('Retry')) executions.push(told);
	expectTruth(told, before);
	const hints = runsOf(told, underTest).flatMap((run) => run.hints ?? []);
	if (one.hint) expect(hints.map(({ message }) => message).join('\n')).toMatch(one.hint);
	return simulator().outbox.length - before;
}

test.each(Object.entries(rows))(
	'%s: nobody twice, nobody left out, nobody told wrongly',
	async (_, [settings, ...steps]) => {
		const list = await published({ to: all, ...settings });
		const executions: Execution[] = [];
		const sent: number[] = [];
		for (const one of steps) sent.push(await sentBy(list, executions, one));
		expect(sent).toEqual(steps.map(({ sends }) => sends));
	},
);

test('n8n has stored hashes alone of all that, and the token nowhere', () => {
	const recorded = recordedValues(n8n);
	expect(recorded.length).toBeGreaterThan(100);
	expect(recorded.filter((value) => !/^[A-Za-z0-9+/]{22}==$/.test(value))).toEqual([]);
	const executions = fromDatabase(n8n, 'SELECT data FROM execution_data').map(({ data }) => data);
	const everything = [readFileSync(n8n.logFile, 'utf8'), ...executions];
	expect(everything.join()).toContain(first);
	expect(everything.join()).not.toContain(token);
});
