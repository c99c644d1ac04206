import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { RecordStore } from './record-store';
import type { StoredValues } from './stored-values';

/**
 * The names under which the runs of a node stand in its record. A record can only be asked whether it holds a value, so
 * a run is named after the ten minutes in which it began and a small number that was free then, and found again by
 * asking for all that there may be.
 */
const periodMs = 600_000;
const numbersInBlock = 32;
const periodsAtOnce = 16;
/** Of so many runs at most it is asked whether they were cut off; the latest ones count. */
const mostUnfinished = 50;
/** As many doublings as a run can have messages in the record. */
const mostDoublings = 17;

const hourMs = 3_600_000;

/** How far back the runs of an execution that is retried are looked for, in days. */
const retryReachDays = 7;

/** How long after it was cut off a run is finished by one that is started by hand, in hours. */
export const byHandReachHours = 1;

/** How long after it was cut off a run is finished by every other, where the option says so, in hours. */
export const everyRunReachHours = 12;

/** Which runs finish an earlier one that was cut off. */
export type AfterInterruptedRun = 'retrySendsTheRest' | 'everyRunSendsTheRest' | 'sendEverything';

/** What tells a run of a node from others. */
export interface RunIdentity {
	/** Tells apart what executions were started with; the same for a Retry. */
	origin: string;
	mode: WorkflowExecuteMode;
	/** Tells the runs of the node in one execution apart. */
	number: number;
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
}

/** The runs that a run goes on with, as its execution keeps them. */
interface KeptNames {
	/** The name under which it stands in the record itself. */
	own: string;
	/** Earlier runs of the same list. */
	same: string[];
	/** Earlier runs that were cut off, and may have been of the same list. */
	others: string[];
}

/** A run as it stands in the record. */
export interface OpenedRun extends KeptNames {
	/** Whether it sends only what earlier ones have left. */
	finishes: boolean;
	/** Whether its execution may be retried although everything was accepted. */
	mayBeRetried: boolean;
	/** What its execution was started with. */
	origin: string;
	/** Has its execution forget its names. */
	leave(): void;
}

function periodOf(ms: number): number {
	return Math.floor(ms / periodMs);
}

function periodsBack(reachMs: number): number[] {
	const now = periodOf(Date.now());
	return Array.from({ length: Math.ceil(reachMs / periodMs) + 1 }, (_, back) => now - back);
}

/** The period in which a run began. */
function periodIn(run: string): number {
	return Number(run.split('.')[0]);
}

const periodValue = (period: number) => `period ${period}`;
const blockValue = (period: number, block: number) => `block ${period} ${block}`;
const runValue = (run: string) => `run ${run}`;
const originValue = (run: string, origin: string) => `origin ${run} ${origin}`;
const activeValue = (run: string, period: number) => `active ${run} ${period}`;
const sizeValue = (run: string, doublings: number) => `size ${run} ${doublings}`;
const finishedValue = (run: string) => `finished ${run}`;
const sure = (value: string) => `sure ${value}`;

/** The names that runs of a period may have, a block of them, the latest first. */
function namesIn(period: number, block: number): string[] {
	return Array.from(
		{ length: numbersInBlock },
		(_, index) => `${period}.${(block + 1) * numbersInBlock - 1 - index}`,
	);
}

async function present<Thing>(
	stored: StoredValues,
	things: Thing[],
	value: (thing: Thing) => string,
): Promise<Thing[]> {
	const found = await stored.find(things.map(value));
	return things.filter((thing) => found.has(value(thing)));
}

/**
 * Those whose value a run has recorded. n8n may be killed while a value is asked for, and it stays there then; so each
 * comes with a second one, which is asked for only where the first was found.
 */
async function presentForSure<Thing>(
	stored: StoredValues,
	things: Thing[],
	value: (thing: Thing) => string,
): Promise<Thing[]> {
	const likely = await present(stored, things, value);
	return likely.length > 0 ? await present(stored, likely, (thing) => sure(value(thing))) : [];
}

/** Takes a name for a run that begins now. */
async function newRun(stored: StoredValues): Promise<string> {
	const period = periodOf(Date.now());
	const take = async (run: string, block: number): Promise<boolean> => {
		const values = [periodValue(period), blockValue(period, block), runValue(run)];
		return !(await stored.record(values)).has(runValue(run));
	};
	const first = `${period}.0`;
	if (await take(first, 0)) return first;
	for (let block = 0; ; block += 1) {
		const names = namesIn(period, block).reverse();
		const taken = new Set(await present(stored, names, runValue));
		for (const run of names) {
			if (!taken.has(run) && (await take(run, block))) return run;
		}
	}
}

/** The runs of some periods, and the values of their blocks. */
async function runsOf(
	stored: StoredValues,
	periods: number[],
): Promise<{ runs: string[]; blocks: string[] }> {
	const runs: string[] = [];
	const blocks: string[] = [];
	for (let block = 0, left = periods; left.length > 0; block += 1) {
		const next = (period: number) => blockValue(period, block + 1);
		const names = left.flatMap((period) => namesIn(period, block));
		const found = await stored.find([...names.map(runValue), ...left.map(next)]);
		runs.push(...names.filter((run) => found.has(runValue(run))));
		blocks.push(...left.map((period) => blockValue(period, block)));
		left = left.filter((period) => found.has(next(period)));
	}
	return { runs, blocks };
}

/** The runs that the record has entered, the latest first; of more than `most` the latest ones. */
async function recordedRuns(stored: StoredValues, most = Infinity): Promise<string[]> {
	if ((await stored.count()) === 0) return [];
	const periods = await present(stored, periodsBack(retryReachDays * 24 * hourMs), periodValue);
	const runs: string[] = [];
	for (let first = 0; first < periods.length && runs.length < most; first += periodsAtOnce) {
		runs.push(...(await runsOf(stored, periods.slice(first, first + periodsAtOnce))).runs);
	}
	return runs.slice(0, most);
}

/** The runs of executions that came from `origin`. */
async function runsFrom(stored: StoredValues, origin: string): Promise<string[]> {
	return await presentForSure(stored, await recordedRuns(stored), (run) => originValue(run, origin));
}

/** The runs that were at work in the last `reachMs` milliseconds, and that nobody has finished. */
async function unfinishedRuns(stored: StoredValues, reachMs: number): Promise<string[]> {
	const runs = await recordedRuns(stored, mostUnfinished);
	if (runs.length === 0) return [];
	const pairs = runs.flatMap((run) => periodsBack(reachMs).map((period) => ({ run, period })));
	const active = await presentForSure(stored, pairs, ({ run, period }) => activeValue(run, period));
	const finished = await stored.findForCertain(runs.map(finishedValue));
	return runs.filter((run) => active.some((pair) => pair.run === run) && !finished.has(finishedValue(run)));
}

const contextKey = 'recordedRuns';

/** The runs that a run goes on with, where its execution does not know them. */
async function earlierRuns(
	stored: StoredValues,
	{ mode, origin }: RunIdentity,
	after: AfterInterruptedRun,
): Promise<Pick<KeptNames, 'same' | 'others'>> {
	const reachHours = after === 'everyRunSendsTheRest' ? everyRunReachHours : byHandReachHours;
	const looksForOthers = after === 'everyRunSendsTheRest' || mode === 'manual';
	if (after === 'sendEverything') return { same: [], others: [] };
	if (mode === 'retry') return { same: await runsFrom(stored, origin), others: [] };
	return { same: [], others: looksForOthers ? await unfinishedRuns(stored, reachHours * hourMs) : [] };
}

/** Whether a run must not send where nobody can say what earlier ones have sent. */
export function mustKnowEarlierRuns(
	{ mode }: Pick<RunIdentity, 'mode'>,
	after: AfterInterruptedRun,
): boolean {
	return after === 'everyRunSendsTheRest' || (mode === 'retry' && after !== 'sendEverything');
}

/**
 * Enters a run into the record, and finds the runs that it may have to finish. An execution keeps the names of its
 * runs, so that Retry On Fail, and each Retry of a failed execution, go on with the same ones.
 */
export async function openedRun(
	store: RecordStore,
	identity: RunIdentity,
	after: AfterInterruptedRun,
): Promise<OpenedRun> {
	const { memory, number, mode, origin } = identity;
	const kept = (memory[contextKey] ??= {}) as unknown as Record<number, KeptNames>;
	const opened = (names: KeptNames, goesOn: boolean): OpenedRun => ({
		...names,
		finishes: goesOn || names.same.length + names.others.length > 0,
		mayBeRetried: mode === 'retry',
		origin,
		leave: () => delete kept[number],
	});
	const known = kept[number];
	if (known && after !== 'sendEverything') return opened(known, true);
	const ofThisExecution = Object.values(kept).map(({ own }) => own);
	const names = await store.alone(async (stored) => {
		const { same, others } = await earlierRuns(stored, identity, after);
		const own = await newRun(stored);
		return { own, same, others: others.filter((run) => !ofThisExecution.includes(run)) };
	});
	kept[number] = names;
	return opened(names, false);
}

/** The values that say of runs when they were last at work, and what their execution was started with. */
export function traceValues(runs: string[], origin: string): string[] {
	const period = periodOf(Date.now());
	const values = runs.flatMap((run) => [originValue(run, origin), activeValue(run, period)]);
	return values.flatMap((value) => [value, sure(value)]);
}

/** The values that say of a run with so many messages how many it has, by the last doubling. */
export function sizeValues(run: string, messages: number): string[] {
	return Array.from({ length: Math.floor(Math.log2(messages)) + 1 }, (_, doublings) =>
		sizeValue(run, doublings),
	);
}

/** Those runs of which so many messages were met that they can have few others. */
async function metWhole(stored: StoredValues, met: Map<string, number>): Promise<string[]> {
	const doublings = Array.from({ length: mostDoublings }, (_, index) => index);
	const values = [...met.keys()].flatMap((run) => doublings.map((one) => sizeValue(run, one)));
	const found = await stored.find(values);
	return [...met].flatMap(([run, messages]) => {
		const greatest = doublings.findLast((one) => found.has(sizeValue(run, one))) ?? 0;
		return messages >= 2 ** greatest ? run : [];
	});
}

/** Notes of runs that nothing is left to be finished: of the one, and of those that were met as a whole. */
export async function noteFinished(
	store: RecordStore,
	runs: string[],
	met: Map<string, number>,
): Promise<void> {
	await store.alone(async (stored) => {
		const finished = [...runs, ...(met.size > 0 ? await metWhole(stored, met) : [])];
		if (finished.length > 0) await stored.record(finished.map(finishedValue));
	});
}

/** Forgets a run with the values that it recorded, and leaves what other runs have recorded. */
export async function forgetRun(
	store: RecordStore,
	{ own: run, leave }: OpenedRun,
	recorded: Set<string>,
): Promise<void> {
	leave();
	const period = periodIn(run);
	const block = Math.floor(Number(run.split('.')[1]) / numbersInBlock);
	const entry = [runValue(run), periodValue(period), blockValue(period, block)];
	const isForgotten = await store.alone(async (stored) => {
		const isAll = store.hasOneUser && (await stored.count()) === new Set([...entry, ...recorded]).size;
		if (isAll) await stored.clear();
		return isAll;
	});
	if (isForgotten) return;
	await store.remove([...recorded]);
	await store.alone(async (stored) => {
		await stored.remove([runValue(run)]);
		const { runs, blocks } = await runsOf(stored, [period]);
		if (runs.length === 0) await stored.remove([...blocks, periodValue(period)]);
	});
}
