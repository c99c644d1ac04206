import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { RecordStore } from './record-store';

/**
 * The names under which the runs of a node stand in its record. A record can only be asked whether it holds a value, so
 * a run is named after the ten minutes in which it began and a small number that was free then, and found again by
 * asking for all that there may be.
 */
const periodMs = 600_000;
const numbersAtOnce = 32;
const mostRuns = 50;

const hourMs = 3_600_000;

/** How far back the runs of an execution that is retried are looked for, in days. */
const retryReachDays = 7;

/** How long after it was cut off a run is finished by one that is started by hand, in hours. */
export const byHandReachHours = 1;

/** How long after it was cut off a run is finished by every other, where the option says so, in hours. */
export const everyRunReachHours = 12;

/** Which runs finish an earlier one that was cut off. */
export type AfterInterruptedRun = 'retrySendsTheRest' | 'everyRunSendsTheRest' | 'sendEverything';

function periodOf(ms: number): number {
	return Math.floor(ms / periodMs);
}

function periodsBack(reachMs: number): number[] {
	const now = periodOf(Date.now());
	return Array.from({ length: Math.ceil(reachMs / periodMs) + 1 }, (_, back) => now - back);
}

const periodValue = (period: number) => `period ${period}`;
const runValue = (run: string) => `run ${run}`;
const originValue = (run: string, origin: string) => `origin ${run} ${origin}`;
const activeValue = (run: string, period: number) => `active ${run} ${period}`;
const finishedValue = (run: string) => `finished ${run}`;

async function present<Thing>(
	store: RecordStore,
	things: Thing[],
	value: (thing: Thing) => string,
): Promise<Thing[]> {
	const found = await store.find(things.map(value));
	return things.filter((thing) => found.has(value(thing)));
}

/** Takes a name for a run that begins now. */
async function newRun(store: RecordStore): Promise<string> {
	const period = periodOf(Date.now());
	for (let number = 0; ; number += 1) {
		const run = `${period}.${number}`;
		const before = await store.record([periodValue(period), runValue(run)]);
		if (!before.has(runValue(run))) return run;
	}
}

/** The values that say of a run when it was last at work, and what its execution was started with. */
export function tracesOf({ names, origin }: OpenedRun): string[] {
	const period = periodOf(Date.now());
	return names.flatMap((run) => [originValue(run, origin), activeValue(run, period)]);
}

/** The period of a run. */
function periodIn(run: string): number {
	return Number(run.split('.')[0]);
}

/** The values with which a run has been entered. */
function valuesOf({ names }: OpenedRun): string[] {
	return names.flatMap((run) => [periodValue(periodIn(run)), runValue(run)]);
}

/** Forgets a run and the values that it recorded, and leaves what other runs have recorded. */
export async function forgetRun(
	store: RecordStore,
	run: OpenedRun,
	recorded: Iterable<string>,
): Promise<void> {
	const values = new Set([...valuesOf(run), ...recorded]);
	if (await store.forgetAll(values.size)) return;
	for (const period of new Set(run.names.map(periodIn))) {
		const runs = await runsOfPeriod(store, period);
		if (runs.some((name) => !run.names.includes(name))) values.delete(periodValue(period));
	}
	await store.remove([...values]);
}

/** The runs that the record has entered in a period. */
async function runsOfPeriod(store: RecordStore, period: number): Promise<string[]> {
	const runs: string[] = [];
	for (let first = 0; ; first += numbersAtOnce) {
		const names = Array.from({ length: numbersAtOnce }, (_, index) => `${period}.${first + index}`);
		const found = await present(store, names, runValue);
		if (found.length === 0) return runs;
		runs.push(...found);
	}
}

/** The runs that the record has entered, the latest first; of very many the latest ones. */
async function recordedRuns(store: RecordStore): Promise<string[]> {
	const periods = await present(store, periodsBack(retryReachDays * 24 * hourMs), periodValue);
	const runs: string[] = [];
	for (const period of periods) {
		runs.push(...(await runsOfPeriod(store, period)));
		if (runs.length >= mostRuns) break;
	}
	return runs.slice(0, mostRuns);
}

/** The runs of executions that came from `origin`, the latest first. */
async function runsFrom(store: RecordStore, origin: string): Promise<string[]> {
	if ((await store.count()) === 0) return [];
	return await present(store, await recordedRuns(store), (run) => originValue(run, origin));
}

/** The runs that were at work in the last `reachMs` milliseconds, and that nobody has finished; the latest first. */
async function unfinishedRuns(store: RecordStore, reachMs: number): Promise<string[]> {
	if ((await store.count()) === 0) return [];
	const runs = await recordedRuns(store);
	const pairs = runs.flatMap((run) => periodsBack(reachMs).map((period) => ({ run, period })));
	const active = await present(store, pairs, ({ run, period }) => activeValue(run, period));
	const finished = await store.findForCertain(runs.map(finishedValue));
	return runs.filter((run) => active.some((pair) => pair.run === run) && !finished.has(finishedValue(run)));
}

/** Notes that runs have nothing left to be finished. */
export async function noteFinished(store: RecordStore, runs: string[]): Promise<void> {
	await store.record(runs.map(finishedValue));
}

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

/** A run as it stands in the record. */
export interface OpenedRun {
	/** The names under which it records its messages: its own, or those of all runs that it finishes. */
	names: string[];
	/** Whether it sends only what those runs have left. */
	finishes: boolean;
	/** Whether nothing else can have to finish it once everything was accepted. */
	isOwn: boolean;
	/** What its execution was started with. */
	origin: string;
}

/** What an execution keeps of a run. */
interface KeptNames {
	names: string[];
	/** Whether the names are those of earlier executions. */
	adopted: boolean;
}

const contextKey = 'recordedRuns';

/** The runs that a run finishes, where its execution does not know them. */
async function runsToFinish(
	store: RecordStore,
	{ mode, origin }: RunIdentity,
	after: AfterInterruptedRun,
): Promise<string[]> {
	if (mode === 'retry') return await runsFrom(store, origin);
	if (after === 'everyRunSendsTheRest') return await unfinishedRuns(store, everyRunReachHours * hourMs);
	if (mode === 'manual') return await unfinishedRuns(store, byHandReachHours * hourMs);
	return [];
}

/**
 * Enters a run into the record, or finds the runs that it finishes. An execution keeps the names of its runs, so that
 * Retry On Fail, and each Retry of a failed execution, go on with the same ones.
 */
export async function openedRun(
	store: RecordStore,
	identity: RunIdentity,
	after: AfterInterruptedRun,
): Promise<OpenedRun> {
	const { memory, number, mode, origin } = identity;
	const kept = (memory[contextKey] ??= {}) as unknown as Record<number, KeptNames>;
	const entered = (names: KeptNames, finishes: boolean): OpenedRun => {
		kept[number] = names;
		return { names: names.names, finishes, isOwn: mode !== 'retry' && !names.adopted, origin };
	};
	if (after !== 'sendEverything') {
		const known = kept[number];
		if (known) return entered(known, true);
		const names = await runsToFinish(store, identity, after);
		if (names.length > 0) return entered({ names, adopted: true }, true);
	}
	return entered({ names: [await newRun(store)], adopted: false }, false);
}
