import { randomUUID } from 'crypto';
import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node: a list of hashes for each node, in n8n's own database. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/**
 * How many values a node's list holds, 27 bytes each; the oldest fall out. It is short as long as the node has no keys,
 * no campaigns and no long runs.
 */
export const mostValues = { short: 10_000, long: 150_000 };

const scope = 'node';
const entries = { mode: 'entries' } as const;

/** n8n searches its whole list for each value that it removes: at most so many comparisons in one call. */
const comparisonsAtOnce = 20_000_000;

/** Bounds of the time in which other processes, which read the list before a value was recorded, have written it back. */
const settleMs = { least: 100, most: 1_000 };

/** How often a value is entered or removed again at most. */
export const rounds = 20;
const fewestRounds = 3;

/** A call of n8n's that took longer may have overwritten what other processes recorded meanwhile. */
const longestCallMs = 30_000;

/** n8n's database may be locked or away for a while: waits before another try, 31 seconds in all. */
const retryWaitsMs = [100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

/** When outdated values are removed: in long runs once so many have come together, or after some waits. */
const removal = { shortRunMs: 100, longRunMs: 100, mostWaits: 40, together: 40 };

/** How many different watch values there are. */
const watches = 64;
const watch = (number: number) => `watch ${number}`;
const allWatches = Array.from({ length: watches }, (_, number) => watch(number));

interface Waiting {
	values: string[];
	/** Whether the values stay there. */
	isRecord: boolean;
	resolve: (found: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * The list of values that n8n's database keeps for one node. n8n reads and writes the whole list at each call, without a
 * transaction, so the runs of this process call one after the other, and what they want meanwhile goes together. The
 * list can only be asked by recording what is asked.
 *
 * Whether other processes write to the list shows in a watch value: each call leaves one, and expects that of the call
 * before. Who wants to be noticed removes them all.
 */
export class NodeList {
	/** Whether this process has noticed another one. From then on, what is recorded is read back before it counts. */
	static isShared = false;

	private static readonly lists = new Map<string, NodeList>();

	/** What messages of this process are under way to; each promise resolves when its message has an outcome. */
	readonly underWay = new Map<string, Promise<void>>();

	/** What this process has waited for in vain: its process was killed. */
	readonly abandoned = new Set<string>();

	/** How many runs of this process have announced themselves. */
	announcements = 0;

	/** How many calls took so long that others may have lost what they recorded meanwhile. */
	stalls = 0;

	private readonly waiting: Waiting[] = [];

	/** Values that go with the next call, because n8n's database did not take them, or because they are not urgent. */
	private readonly queued = new Set<string>();

	/** Values to be removed, how often, and from when: another process may write an older list back. */
	private readonly outdated = new Map<string, { times: number; from: number }>();

	private line: Promise<unknown> = Promise.resolve();

	private isRemoving = false;

	private size?: number;

	private maxEntries = mostValues.short;

	private lastWatch: string[] = [];

	/** How long n8n took for the slowest of the last calls. */
	private slowestMs = 0;

	/** Whether n8n refused the last call for so long that the next one is tried only once. */
	private isRefused = false;

	private constructor(private helpers: Deduplication) {}

	/** The list of a node. */
	static of(node: string, helpers: Deduplication): NodeList {
		const list = this.lists.get(node) ?? new NodeList(helpers);
		this.lists.set(node, list);
		list.helpers = helpers;
		return list;
	}

	/** How long after it was recorded a value is read back: others take for a call what this process does, and they may be slower. */
	get settleMs(): number {
		return Math.min(settleMs.most, Math.max(settleMs.least, 4 * this.slowestMs));
	}

	/** Whether the list is so long that each call counts. */
	get isLong(): boolean {
		return (this.size ?? 0) > mostValues.short / 2;
	}

	/** Lets the list hold as much as there is room for. */
	makeLong(): void {
		this.maxEntries = mostValues.long;
	}

	/** Resolves when it is the caller's turn among the messages to the same; it ends with the function that is answered. */
	async turn(lock: string): Promise<() => void> {
		while (this.underWay.has(lock)) await this.underWay.get(lock);
		let end = () => {};
		const underWay = new Promise<void>((resolve) => (end = resolve));
		this.underWay.set(lock, underWay);
		return () => {
			if (this.underWay.get(lock) === underWay) this.underWay.delete(lock);
			end();
		};
	}

	/** Records values and answers which of them were there before. n8n's error when it refuses. */
	async record(values: string[]): Promise<Set<string>> {
		return await this.wait(values, true);
	}

	/** Answers which of the values are there, and leaves none that were not. n8n's error when it refuses. */
	async ask(values: string[]): Promise<Set<string>> {
		return values.length === 0 ? new Set() : await this.wait(values, false);
	}

	/** Has values recorded with the next call. */
	queue(values: string[]): void {
		for (const value of values) this.queued.add(value);
	}

	/** Has values removed soon; of long runs many together, as n8n writes the whole list each time. */
	removeSoon(values: string[], isLongRun = false): void {
		for (const value of values) {
			this.queued.delete(value);
			this.noteOutdated(value);
		}
		if (!this.isRemoving) void this.removeInTime(isLongRun);
	}

	/** Records what is queued and removes what is outdated. n8n's error when it refuses. */
	async flush(): Promise<void> {
		await this.alone(async () => {
			if (this.queued.size > 0) await this.recordNow([]);
			await this.removeOutdated();
		});
	}

	/** Makes other processes notice this one, and runs of this process each other, before anything is sent. */
	async announce(): Promise<void> {
		this.announcements += 1;
		const ask = async () => {
			const others = allWatches.filter((value) => !this.lastWatch.includes(value));
			return await this.recordNow(others, true);
		};
		for (let round = 0; round < rounds; round += 1) {
			if ((await this.alone(ask)).size === 0) return;
			await sleep(this.settleMs);
		}
	}

	/** Looks whether another process has overwritten what was recorded last. */
	async notice(): Promise<void> {
		if (NodeList.isShared) return;
		await sleep(this.settleMs);
		await this.record([]);
	}

	/** Enters values until they stay there, and removes what is outdated: another process may write an older list back. */
	async settle(there: string[]): Promise<void> {
		for (let round = 1; round <= rounds; round += 1) {
			await sleep(this.settleMs);
			const found = await this.record(there);
			await this.flush();
			if (round >= fewestRounds && there.every((value) => found.has(value))) return;
		}
	}

	private async removeInTime(isLongRun: boolean): Promise<void> {
		this.isRemoving = true;
		for (let waits = isLongRun ? removal.mostWaits : 1; waits > 0; waits -= 1) {
			await sleep(isLongRun ? removal.longRunMs : removal.shortRunMs);
			if (this.outdated.size >= removal.together) break;
		}
		this.isRemoving = false;
		await this.flush().catch(() => {});
		if (this.outdated.size > 0 && !this.isRemoving) void this.removeInTime(isLongRun);
	}

	private async wait(values: string[], isRecord: boolean): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ values, isRecord, resolve, reject });
			if (this.waiting.length === 1) void this.alone(async () => await this.serve());
		});
	}

	private async alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = this.line.then(work);
		this.line = result.catch(() => {});
		return await result;
	}

	/** Records and asks what has come up, in one call. */
	private async serve(): Promise<void> {
		await sleep(0);
		const group = this.waiting.splice(0);
		try {
			const recorded = new Set(group.filter(({ isRecord }) => isRecord).flatMap(({ values }) => values));
			const asked = group.filter(({ isRecord }) => !isRecord).flatMap(({ values }) => values);
			const there = await this.recordNow(group.flatMap(({ values }) => values));
			const absent = asked.filter((value) => !there.has(value) && !recorded.has(value));
			if (absent.length > 0) await this.removeOutdated(absent);
			for (const { values, isRecord, resolve } of group) {
				resolve(new Set(values.filter((value) => there.has(value))));
				if (isRecord) for (const value of values) there.add(value);
			}
		} catch (error) {
			for (const { reject } of group) reject(error);
		}
	}

	/** Records values and what is queued, and answers which were there before; `isQuestion`: all are removed then. */
	private async recordNow(values: string[], isQuestion = false): Promise<Set<string>> {
		await this.measure();
		const { lastWatch } = this;
		const next = NodeList.isShared || isQuestion ? undefined : this.nextWatch();
		const watched = next === undefined ? [] : [...lastWatch, ...next];
		const all = [...new Set([...watched, ...this.queued, ...values])];
		const there = await this.recordAll(all);
		this.queued.clear();
		if (isQuestion) await this.removeNow(values);
		if (next !== undefined) {
			this.lastWatch = next;
			NodeList.isShared ||= lastWatch.some((value) => !there.has(value));
			lastWatch.forEach((value) => this.noteOutdated(value));
		}
		return there;
	}

	/** Records values, and answers which were there before and are not outdated. */
	private async recordAll(values: string[]): Promise<Set<string>> {
		const options = { ...entries, maxEntries: this.maxEntries };
		const { processed } = await this.call(
			async () => await this.helpers.checkProcessedAndRecord(values, scope, options),
		);
		const there = new Set(processed as string[]);
		this.size = Math.min(this.maxEntries, (this.size ?? 0) + values.length - there.size);
		for (const value of values) if (this.outdated.delete(value)) there.delete(value);
		return there;
	}

	/** A watch that others can remove, and one that nobody else can enter. */
	private nextWatch(): string[] {
		const number = Math.floor(Math.random() * watches);
		const own = this.lastWatch.includes(watch(number)) ? (number + 1) % watches : number;
		return [watch(own), `watch ${randomUUID()}`];
	}

	private noteOutdated(value: string): void {
		this.outdated.set(value, { times: fewestRounds, from: 0 });
	}

	/** Removes values at once, with all that is outdated; again after a while, where there are other processes. */
	private async removeOutdated(values: string[] = []): Promise<void> {
		values.forEach((value) => this.noteOutdated(value));
		const now = Date.now();
		const due = [...this.outdated].filter(([, { from }]) => from <= now);
		for (const [value, { times }] of due) {
			if (times > 1) this.outdated.set(value, { times: times - 1, from: now + this.settleMs });
			else this.outdated.delete(value);
		}
		const removed = due.filter(([, { times }]) => NodeList.isShared || times === fewestRounds);
		await this.removeNow(removed.map(([value]) => value));
	}

	private async removeNow(values: string[]): Promise<void> {
		const atOnce = Math.max(1, Math.floor(comparisonsAtOnce / Math.max(1, this.size ?? 0)));
		for (let from = 0; from < values.length; from += atOnce) {
			const some = values.slice(from, from + atOnce);
			await this.call(async () => await this.helpers.removeProcessed(some, scope, entries));
			this.size = Math.max(0, (this.size ?? 0) - some.length);
		}
	}

	/** Finds out once how long the list is: one that has grown long stays so. */
	private async measure(): Promise<void> {
		if (this.size !== undefined) return;
		this.size = await this.call(async () => await this.helpers.getProcessedDataCount(scope, entries));
		if (this.size > mostValues.short) this.makeLong();
	}

	private async call<Result>(call: () => Promise<Result>): Promise<Result> {
		for (const waitMs of this.isRefused ? [] : retryWaitsMs) {
			try {
				return await this.timed(call);
			} catch {
				await sleep(waitMs);
			}
		}
		this.isRefused = true;
		const result = await this.timed(call);
		this.isRefused = false;
		return result;
	}

	private async timed<Result>(call: () => Promise<Result>): Promise<Result> {
		const startedAt = Date.now();
		const result = await call();
		const tookMs = Date.now() - startedAt;
		if (tookMs > longestCallMs) this.stalls += 1;
		this.slowestMs = Math.max(tookMs, 0.9 * this.slowestMs);
		return result;
	}
}
