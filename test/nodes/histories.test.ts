/** Plays the histories of test/support in n8n's engine, and kills n8n at each write of some. */
import { sleep, type IDataObject } from 'n8n-workflow';

import { retryRun, startRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import {
	campaign,
	key,
	manual,
	manualRest,
	recipients,
	retry,
	runHistories,
	same,
	trigger,
	triggerRest,
	type History,
	type Step,
} from '../support/histories';
import { furtherHistories } from '../support/further-histories';
import { processedData } from '../support/processed-data';
import { sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, latencyMs: 10 });
/** A second is longer than an answer takes: else a rate would let the next message leave beside one that is under way. */
const pass = useShortWaits(25);

const modes = { trigger: 'trigger', manual: 'manual', subWorkflow: 'integrated', retry: 'retry' } as const;

interface Addressed {
	to?: unknown;
}

/** The address of a row or a message, as all that was sent to it is counted. */
function addressOf({ to }: Addressed): string {
	return String(to).toLowerCase().replace(/[ -]/g, '');
}

function countOf(to: string, among: Addressed[]): number {
	return among.filter((one) => addressOf(one) === to).length;
}

/** Has the service fail as a step says. */
function addFaults(
	{ refused = [], refusedOnce = [], busy = [], unanswered = [] }: Step,
	list: IDataObject[],
): void {
	const match = (person: number) => ({ recipient: String(list[person]?.to) });
	const refusal = { kind: 'status', status: 403 } as const;
	for (const person of refused) simulator().fault({ ...refusal, match: match(person), times: 0 });
	for (const person of refusedOnce) simulator().fault({ ...refusal, match: match(person) });
	for (const person of busy) {
		simulator().fault({ kind: 'status', status: 429, retryAfter: 1, match: match(person) });
	}
	for (const person of unanswered) simulator().fault({ kind: 'resetAfter', match: match(person) });
}

/** Has n8n's database fail as a step says, until it ends. */
function disturbDatabase({ database }: Step) {
	const record = processedData.checkProcessedAndRecord.bind(processedData);
	let calls = 0;
	return jest.spyOn(processedData, 'checkProcessedAndRecord').mockImplementation(async (...call) => {
		calls += 1;
		if (database === 'full') throw new Error('The database is full');
		if (database === 'away' && calls > 2 && calls < 26) throw new Error('The database is away');
		if (database === 'gone' && simulator().outbox.length < 10) throw new Error('The database is away');
		if (database === 'slow' && calls === 2) await sleep(20_000);
		return await record(...call);
	});
}

/** How many messages a step may send to an address at least and at most, by what was sent before, and what it tells as unknown. */
function bounds(sends: Step['sends'], wanted: number, before: number, unknown: number): [number, number] {
	const missing = wanted - before;
	if (sends === 'rest') return [missing - unknown, missing];
	if (sends === 'rest, unknown again') return [missing, wanted];
	if (sends === 'some') return [0, missing];
	return sends === 'none' ? [0, 0] : [wanted, wanted];
}

/** The rows that a run gives out, unless it ends with an error. */
function rowsOf({ finished }: Started): IDataObject[] {
	return finished && !finished.error ? finished.allJson() : [];
}

function withStatus(rows: IDataObject[], ...statuses: string[]): IDataObject[] {
	return rows.filter(({ status }) => statuses.includes(String(status)));
}

/** Checks what a step sends, by how many messages were sent before it. */
function expectSent(step: Step, list: IDataObject[], before: number, rows: IDataObject[]): void {
	const [earlier, own] = [simulator().outbox.slice(0, before), simulator().outbox.slice(before)];
	const isHeld = step.mayBeHeld === true && rows.some(({ reason }) => /has not ended/.test(String(reason)));
	const sends = isHeld ? 'none' : step.sends;
	const wanted = Array.isArray(sends) ? sends.map((position) => list[position] ?? {}) : list;
	for (const to of new Set([...list, ...own].map(addressOf))) {
		const unknown = countOf(to, withStatus(rows, 'unknown'));
		const [least, most] = bounds(sends, countOf(to, wanted), countOf(to, earlier), unknown);
		const count = countOf(to, own);
		expect([to, count, count >= least && count <= most]).toEqual([to, count, true]);
	}
	if (step.texts) expect(own.map(({ message }) => message)).toEqual(step.texts);
}

/** Checks that rows are true: what is accepted was sent, as this message and by this number; what is not was not. */
function expectTruth(before: number, rows: IDataObject[]): void {
	const { outbox } = simulator();
	for (const to of rows.map(addressOf)) {
		const mayBeSent = countOf(to, withStatus(rows, 'accepted', 'unknown'));
		expect([to, countOf(to, outbox.slice(before)) <= mayBeSent]).toEqual([to, true]);
	}
	for (const row of withStatus(rows, 'accepted')) {
		const own = outbox.filter((message) => addressOf(message) === addressOf(row));
		expect(own.map(({ from }) => from)).toContain(row.from);
		if (row.message_id) expect(own.map(({ message_id: id }) => id)).toContain(row.message_id);
	}
}

function wordOf({ status, already_sent: isEarlier }: IDataObject): unknown {
	return isEarlier ? 'earlier' : status;
}

/** Checks what a step tells, as far as its history says so. */
function expectTold(step: Step, { finished }: Started, rows: IDataObject[]): void {
	const { told, hints, unknownAtMost = Infinity } = step;
	if (told) expect(rows.map(wordOf)).toEqual(typeof told === 'string' ? rows.map(() => told) : told);
	if (hints) expect(finished?.hints()).toEqual(hints.map((hint) => expect.stringMatching(hint)));
	expect(withStatus(rows, 'unknown').length).toBeLessThanOrEqual(unknownAtMost);
	for (const row of withStatus(rows, 'failed')) expect(row.reason).toMatch(step.reason ?? /./);
	if (step.earlier === undefined) return;
	const reasons = rows.filter((row) => row.already_sent).map(({ reason = null }) => reason);
	expect(reasons).toEqual(reasons.map(() => step.earlier && expect.stringMatching(step.earlier)));
	expect(reasons.length).toBeGreaterThan(0);
}

/** Checks the error of a run, and that n8n keeps nothing of people and texts to go on with it. */
function expectEnd({ error }: Step, { finished }: Started): void {
	if (error) expect([finished?.error?.message, finished?.error?.description].join(' ')).toMatch(error);
	expect(JSON.stringify(finished?.context() ?? {})).not.toMatch(/\+1202|Hello|demo-token/);
}

/** Plays a history, checks each step, and gives how each of its runs has ended. */
async function play([, steps, { list: all = recipients(12), inRounds, ...common } = {}]: History): Promise<
	Started[]
> {
	const runs: Started[] = [];
	/** The execution of each step as n8n keeps it, which is that of its last Retry. */
	const executions: Started[] = [];
	for (const [index, step] of steps.entries()) {
		pass(step.passesMs ?? 0);
		const { list = all, elsewhere } = step;
		const run = {
			...{ mode: modes[step.run], inRounds, kill: step.kill, stopAfter: step.stopAfter, token: step.token },
			baseUrl: elsewhere ? simulator().url.replace('127.0.0.1', 'localhost') : undefined,
			parameters: { ...common.parameters, ...step.parameters },
			options: { ...common.options, ...step.options },
			settings: { ...common.settings, ...step.settings },
		};
		const before = simulator().outbox.length;
		addFaults(step, list);
		const disturbed = disturbDatabase(step);
		const first = steps.slice(0, index).findLastIndex(({ run: how }) => how !== 'retry');
		const execution = step.run === 'retry' ? (step.of ?? first) : index;
		const repeated = executions[execution];
		const started = await (repeated ? retryRun(repeated, run) : startRun(list, run));
		disturbed.mockRestore();
		simulator().clearFaults();
		const rows = rowsOf(started);
		expectSent(step, list, before, rows);
		expectTruth(before, rows);
		expectTold(step, started, rows);
		expectEnd(step, started);
		runs.push(started);
		if (!repeated || started.finished) executions[execution] = started;
	}
	return runs;
}

describe.each([...runHistories, ...furtherHistories])('%s', (_, rows) => {
	test.each(rows)('%s', async (...history) => {
		await play(history);
	});
});

/** Two runs, in the first of which n8n is killed. */
const killedRuns: History[] = [
	['a list of a trigger, then Retry', [trigger, retry]],
	['a list of a trigger, then a manual list', [trigger, { ...manualRest, mayBeHeld: true }]],
	['a manual list, then another one', [manual, manualRest]],
	['keys', [trigger, triggerRest], { options: key }],
	['a campaign', [trigger, triggerRest], { options: campaign }],
	['a campaign with keys', [trigger, triggerRest], { options: { ...campaign, ...key } }],
	[
		'three equal messages to one person, then Retry',
		[
			{ ...trigger, refused: [] },
			{ ...retry, unknownAtMost: 2 },
		],
		same(3),
	],
	[
		'a Retry of what was killed, then another one',
		[{ ...trigger, kill: { write: 4, when: 'after' }, sends: 'some' }, { ...retry }, retry],
		{ list: recipients(6) },
	],
];

/** Kills n8n at each write of the step before the last one of a history, and gives how often that was. */
async function killAtEachWrite([name, steps, common]: History, when: 'before' | 'after'): Promise<number> {
	for (let write = 1; ; write += 1) {
		processedData.clear();
		simulator().reset();
		const isToDie = (step: Step) => step === steps.at(-2);
		const dying = steps.map((step) =>
			isToDie(step) ? { refused: [1], ...step, kill: { write, when }, sends: 'some' as const } : step,
		);
		const runs = await play([name, dying, { list: recipients(3), ...common }]);
		if (runs.at(-2)?.finished) return write - 1;
	}
}

describe('n8n is killed at each write: nobody twice, nobody left out, nobody told wrongly', () => {
	test.each(killedRuns)('%s', async (...history) => {
		const kills = [await killAtEachWrite(history, 'before'), await killAtEachWrite(history, 'after')];
		expect(Math.min(...kills)).toBeGreaterThanOrEqual(8);
	});
});

test.each([false, true])(
	'ten messages with one key in two executions at once: one is sent (Send Again If Unknown: %s)',
	async (sendAgainIfUnknown) => {
		const options = { ...key, messagesPerSecond: 0, sendAgainIfUnknown };
		const ten = Array<IDataObject>(10).fill({ to: '+12025550160' });
		simulator().set({ latencyMs: 30 });
		const run = async () => await sentRows(ten, { options });
		const rows = (await Promise.all([run(), run()])).flat();
		expect(rows.map(wordOf).sort()).toEqual(['accepted', ...Array<string>(19).fill('earlier')]);
		expect(simulator().outbox).toHaveLength(1);
	},
);

test('a burst of 100 executions, many of them in the same millisecond, to one person: all are sent', async () => {
	const burst = Array.from({ length: 100 }, async () => await sentRows(recipients(1)));
	expect((await Promise.all(burst)).flat().map(wordOf)).toEqual(Array(100).fill('accepted'));
	expect(simulator().outbox).toHaveLength(100);
});
