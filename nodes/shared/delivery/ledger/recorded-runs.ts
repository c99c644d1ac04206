import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { RecordStore } from './record-store';

/**
 * The names under which the runs of a node stand in its record. A record can only be asked whether it holds a value, so
 * a run is named after the ten minutes in which it began and a small number that was free then, and found again by
 * asking for all that there may be.
 */
const slotMs = 600_000;
const numbersAtOnce = 32;
const mostRuns = 50;

const hourMs = 3_600_000;

/** How far back the runs of an execution that is retried are looked for, in days. */
export const retryReachDays = 7;

/** How long after it was cut off a run is finished by one that is started by hand, in hours. */
export const byHandReachHours = 1;

/** How long after it was cut off a run is finished by every other, where the option says so, in hours. */
export const everyRunReachHours = 12;

/** Which runs finish an earlier one that was cut off. */
export type AfterInterruptedRun = 'retrySendsTheRest' | 'everyRunSendsTheRest' | 'sendEverything';

function slotOf(ms: number): number {
	return Math.floor(ms / slotMs);
}

function slotsBack(reachMs: number): number[] {
	const now = slotOf(Date.now());
	return Array.from({ length: Math.ceil(reachMs / slotMs) + 1 }, (_, back) => now - back);
}

const slotValue = (slot: number) => `slot ${slot}`;
const runValue = (run: string) => `run ${run}`;
const originValue = (run: string, origin: string) => `origin ${run} ${origin}`;
const activeValue = (run: string, slot: number) => `active ${run} ${slot}`;
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
	const slot = slotOf(Date.now());
	for (let number = 0; ; number += 1) {
		const run = `${slot}.${number}`;
		const before = await store.record([slotValue(slot), runValue(run)]);
		if (!before.has(runValue(run))) return run;
	}
}

/** The values that say when a run was last at work, and where its execution came from. */
export function tracesOf(run: string, origin: string): string[] {
	return [originValue(run, origin), activeValue(run, slotOf(Date.now()))];
}

/** The runs that the record has entered, the latest first; of very many the latest ones. */
async function recordedRuns(store: RecordStore): Promise<string[]> {
	const slots = await present(store, slotsBack(retryReachDays * 24 * hourMs), slotValue);
	const runs: string[] = [];
	for (const slot of slots) {
		for (let first = 0; ; first += numbersAtOnce) {
			const names = Array.from({ length: numbersAtOnce }, (_, index) => `${slot}.${first + index}`);
			const found = await present(store, names, runValue);
			if (found.length === 0) break;
			runs.push(...found);
		}
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
	const pairs = runs.flatMap((run) => slotsBack(reachMs).map((slot) => ({ run, slot })));
	const active = await present(store, pairs, ({ run, slot }) => activeValue(run, slot));
	const finished = await present(store, runs, finishedValue);
	return runs.filter((run) => active.some((pair) => pair.run === run) && !finished.includes(run));
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
	/** The name under which it records its messages: its own, or that of a run that it finishes. */
	name: string;
	/** The runs of which it sends only the rest. */
	finishes: string[];
	/** Whether nothing else can have to finish it once everything was accepted. */
	isOwn: boolean;
	/** The values with which it has been entered. */
	values: string[];
	/** What its execution was started with. */
	origin: string;
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
 * Retry On Fail, and each Retry of a failed execution, go on with the same one.
 */
export async function openedRun(
	store: RecordStore,
	identity: RunIdentity,
	after: AfterInterruptedRun,
): Promise<OpenedRun> {
	const { memory, number, mode, origin } = identity;
	const names = (memory[contextKey] ??= {}) as Record<number, { name: string; adopted?: true }>;
	const entered = ({ name, adopted }: { name: string; adopted?: true }, finishes: string[]): OpenedRun => {
		names[number] = { name, ...(adopted && { adopted }) };
		const values = [slotValue(Number(name.split('.')[0])), runValue(name)];
		return { name, finishes, isOwn: mode !== 'retry' && !adopted, values, origin };
	};
	if (after === 'sendEverything') return entered({ name: await newRun(store) }, []);
	const known = names[number];
	if (known) return entered(known, [known.name]);
	const finishes = await runsToFinish(store, identity, after);
	const [latest] = finishes;
	if (latest !== undefined) return entered({ name: latest, adopted: true }, finishes);
	return entered({ name: await newRun(store) }, []);
}
