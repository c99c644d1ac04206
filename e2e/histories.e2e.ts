/** Who gets what in a run after others, minutes and days later, and beside others: n8n's clock is shifted while it runs. */
import { readFileSync } from 'node:fs';
import { furtherHistories } from '../test/support/further-histories';
import { recipients, runHistories, type History, type Step } from '../test/support/histories';
import { failureOf, jsonOf, runsOf, type Execution } from './n8n/n8n-executions';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { fromDatabase } from './support/n8n-database';
import { expectTheRestWasSent } from './support/reached';
import { setClock } from './support/shifted-clock';
import { nothingUnderWay, token, useService } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService({ publicMaterial: false });

afterAll(async () => await setClock(0));

async function published(settings: Partial<ListSettings>): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), settings);
}

/** Of the histories that are played in n8n's engine, those that are played here as well. */
const played = [
	'a list by hand goes well: the next one sends nothing, and says how it is sent again',
	'a Retry leaves out who got the same text by hand that day, and says so',
	'the same after two days',
	'the same after the clock was set back by a day',
	'a message has no answer, with Send Again If Unknown: it is sent again, and nobody else is',
	'is sent by one execution, and told as sent by the next, with the number that it came from',
	'of a campaign is the same with blanks around its name',
];
const histories = [...runHistories, ...furtherHistories]
	.flatMap(([, rows]) => rows)
	.filter(([name]) => played.includes(name));

const starters = { trigger: 'Call', manual: 'By Hand' } as const;

/** The list and the node that sends, as a step has them. */
function settingsOf(step: Step, common: History[2] = {}): Partial<ListSettings> {
	const { list = recipients(12) } = { ...common, ...step };
	return {
		to: list.map(({ to }) => String(to)),
		...({ ...common.parameters, ...step.parameters } as { from?: string }),
		options: { ...common.options, ...step.options },
		settings: { onError: 'continueRegularOutput', ...common.settings, ...step.settings },
	};
}

/** Who gets a message by a step, when those had been sent one before. */
function expectedOf({ sends }: Step, to: string[], before: string[]): string[] {
	if (sends === 'all') return to;
	if (sends === 'rest') return to.filter((one) => !before.includes(one));
	return Array.isArray(sends) ? sends.map((position) => String(to[position])) : [];
}

function fail({ refused = [], unanswered = [] }: Step, to: string[]): void {
	simulator().clearFaults();
	const match = (position: number) => ({ recipient: String(to[position]) });
	for (const one of refused) simulator().fault({ kind: 'status', status: 403, match: match(one) });
	for (const one of unanswered) simulator().fault({ kind: 'resetAfter', match: match(one) });
}

interface Told {
	status: string;
	already_sent?: boolean;
}

function expectTold({ told, hints, error }: Step, execution: Execution): void {
	const words = jsonOf<Told>(execution, underTest).map((row) => (row.already_sent ? 'earlier' : row.status));
	if (told) expect(words).toEqual(typeof told === 'string' ? words.map(() => told) : told);
	const said = runsOf(execution, underTest).flatMap((run) => run.hints ?? []);
	if (hints) {
		expect(said.map(({ message }) => message)).toEqual(hints.map((hint) => expect.stringMatching(hint)));
	}
	if (error) expect(failureOf(execution)).toMatch(error);
}

test.each(histories)('%s', async (...[, steps, common]) => {
	let settings = settingsOf(steps[0] as Step, common);
	const list = await published(settings);
	const executions: string[] = [];
	let shiftMs = 0;
	for (const [index, step] of steps.entries()) {
		await setClock((shiftMs += step.passesMs ?? 0));
		const changed = settingsOf(step, common);
		if (JSON.stringify(changed) !== JSON.stringify(settings)) await list.edit(changed);
		settings = changed;
		const { to = [] } = settings;
		fail(step, to);
		const before = simulator().outbox.map((message) => message.to);
		const last = steps.slice(0, index).findLastIndex(({ run }) => run !== 'retry');
		const [started = ''] =
			step.run === 'retry'
				? await n8n.executions.retriesStarted(String(executions[step.of ?? last]), { loadWorkflow: true })
				: [await list.started(starters[step.run as keyof typeof starters])];
		executions.push(started);
		const execution = await n8n.executions.ended(started);
		const sent = simulator().outbox.map((message) => message.to);
		expect(sent.slice(before.length).sort()).toEqual([...expectedOf(step, to, before)].sort());
		expectTold(step, execution);
	}
});

test('each history of the list was played, and n8n has stored hashes alone of it, and the token nowhere', () => {
	expect(histories.map(([name]) => name).sort()).toEqual([...played].sort());
	const recorded = fromDatabase(n8n, 'SELECT value FROM processed_data').flatMap(
		({ value }) => (JSON.parse(String(value)) as { data: string[] }).data,
	);
	expect(recorded.length).toBeGreaterThan(20);
	expect(recorded.filter((value) => !/^[A-Za-z0-9+/]{22}==$/.test(value))).toEqual([]);
	const executions = fromDatabase(n8n, 'SELECT data FROM execution_data').map(({ data }) => data);
	const everything = [readFileSync(n8n.logFile, 'utf8'), ...executions];
	expect(everything.join()).toContain(recipients(1)[0]?.to);
	expect(everything.join()).not.toContain(token);
});

test.each<[string, Starter, number, ListSettings['options']]>([
	['runs by hand, one while the other sends', 'By Hand', 15, {}],
	['calls at the same instant with a campaign', 'Call', 0, { campaign: 'spring' }],
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

test.each<[string, Starter]>([
	['Retry', 'Call'],
	['the next run by hand', 'By Hand'],
])('a call stopped by the user in the middle of 60 messages: %s sends the rest', async (_, by) => {
	const list = await published({});
	simulator().set({ latencyMs: 1_500 });
	const executionId = await list.started('Call');
	await list.hasSent(20);
	await n8n.executions.stop(executionId);
	expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
	await nothingUnderWay(simulator);
	expect(list.sentTo().length).toBeLessThan(60);
	simulator().set({ latencyMs: 0 });
	const told =
		by === 'Call'
			? await n8n.executions.retried(executionId)
			: await n8n.executions.ended(await list.started(by));
	expectTheRestWasSent(list.reached(told));
});
