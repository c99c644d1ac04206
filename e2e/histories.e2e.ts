/** Who gets what in a run after others, minutes and days later, and beside others: n8n's clock is shifted while it runs. */
import { readFileSync } from 'node:fs';
import { jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { fromDatabase, recordedValues } from './support/n8n-database';
import { counted, expectTheRestWasSent, people } from './support/reached';
import { setClock } from './support/shifted-clock';
import { nothingUnderWay, token, useService } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService({ publicMaterial: false });
let shiftMs = 0;

afterAll(async () => await setClock(0));

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), { text: 'Hello', ...settings });
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
	/** Who is refused this time. */
	refused?: string[];
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
const others = people(5, 'other');
const refused = all.slice(1, 2);
const stops: Partial<ListSettings> = { settings: { onError: 'stopWorkflow' } };
const chance = '={{ "Hello " + Math.random() }}';
const spring = { campaign: 'spring' };
const sendAgain = { sendAgain: true };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const rows: Record<string, [Partial<ListSettings>, ...Step[]]> = {
	'a finished list by hand again: nothing today and tomorrow, and a word how to send it again': [
		{},
		byHand(20),
		byHand(0, {
			hint: /^20 accepted earlier\. .*manually today or yesterday.*turn on Send Again/,
			afterMs: dayMs,
		}),
		byHand(20, { edit: { options: sendAgain } }),
		byHand(0, { edit: { options: {} } }),
		byHand(20, { afterMs: 2 * dayMs }),
	],
	'the clock is set back by 15 minutes, then by 2 hours': [
		{},
		byHand(19, { refused }),
		byHand(0, { refused, afterMs: -15 * minuteMs }),
		byHand(1, { afterMs: -2 * hourMs }),
	],
	'Execute step after one was refused': [stops, byHand(19, { refused }), step('Execute step')(1)],
	'one refused on day 1, all on day 2, then Retry of both': [
		{ to: all.slice(0, 3), ...stops },
		called(2, { refused }),
		called(0, { refused: all, afterMs: dayMs }),
		retried(3),
		firstRetried(1),
	],
	'Retry with texts by chance, on another day': [
		{ text: chance, ...stops },
		called(19, { refused }),
		retried(1, { afterMs: dayMs }),
	],
	'a campaign, whatever run, day or text': [
		{ options: spring },
		called(19, { refused }),
		scheduled(1),
		byHand(0, { edit: { text: chance }, afterMs: 25 * hourMs }),
		called(5, { to: [...all, ...others, ...others.map((to) => to.toUpperCase())] }),
		byHand(20, { edit: { options: { ...spring, ...sendAgain } } }),
	],
	'idempotency keys, by a trigger and by hand': [
		{ options: { idempotencyKey: '={{ $json.to }}' } },
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
	const sent = outbox.map(({ to }) => to.toLowerCase());
	const now = sent.slice(before);
	const earlierIds = new Set(outbox.slice(0, before).map((message) => message.message_id));
	const isNow = ({ status, already_sent: isEarlier, message_id: id }: Told) =>
		status === 'accepted' && !isEarlier && !earlierIds.has(String(id));
	expect(new Set(now).size).toBe(now.length);
	if (told.status === 'success') expect(those(isNow).sort()).toEqual([...now].sort());
	expect(sent).toEqual(expect.arrayContaining(those((item) => item.already_sent)));
	expect(those(({ status }) => status === 'failed').filter((one) => now.includes(one))).toEqual([]);
}

/** Answers how many messages a step sends. */
async function sentBy(list: MessageList, executions: Execution[], one: Step): Promise<number> {
	shiftMs += one.afterMs ?? 0;
	await setClock(shiftMs);
	if (one.edit) await list.edit(one.edit);
	simulator().clearFaults();
	for (const recipient of one.refused ?? []) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient } });
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
	expect(everything.join()).toContain(all[0]);
	expect(everything.join()).not.toContain(token);
});

test.each<[string, Starter, number, ListSettings['options']]>([
	['runs by hand, one while the other sends', 'By Hand', 15, {}],
	['calls at the same instant with a campaign', 'Call', 0, spring],
])('two %s: each message is sent once, and none is unknown', async (_, by, sent, options) => {
	const list = await published({ options });
	simulator().set({ latencyMs: 500 });
	const one = by === 'Call' ? list.calledAtOnce([undefined, undefined]) : list.started(by);
	await list.hasSent(sent);
	const other = by === 'Call' ? [] : list.started(by);
	for (const id of (await Promise.all([one, other])).flat()) {
		const told = await n8n.executions.ended(id);
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
		expect(jsonOf<Told>(told, underTest).map(({ status }) => status)).toEqual(Array(60).fill('accepted'));
	}
});

test('a call stopped by the user in the middle of 60 messages: the next run by hand sends the rest', async () => {
	const list = await published({});
	simulator().set({ latencyMs: 1_500 });
	const executionId = await list.started('Call');
	await list.hasSent(20);
	await n8n.executions.stop(executionId);
	expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
	await nothingUnderWay(simulator);
	expect(list.sentTo().length).toBeLessThan(60);
	simulator().set({ latencyMs: 0 });
	const retry = await n8n.executions.retried(executionId);
	counted('stopped, Retry', { status: retry.status, ...list.reached(retry) });
	const next = await n8n.executions.ended(await list.started('By Hand'));
	expectTheRestWasSent('stopped, run by hand', list.reached(next));
});
