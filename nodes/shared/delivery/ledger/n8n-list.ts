import { sleep } from 'n8n-workflow';

import { isOpen, openOf } from './message';
import { entries, RowLock, scope, type Rows } from './rows';

/**
 * How many values a node's list holds, 27 bytes each; the oldest fall out. It is short as long as the node has no keys,
 * no campaigns, no manual lists and no long executions.
 */
export const maxValues = { short: 10_000, long: 150_000 };

/** Other processes change how long the list is: it is counted again after a while, in milliseconds. */
const countedEveryMs = 10_000;

/** n8n searches its whole list for each value that it removes: at most so many comparisons in one call. */
const comparisonsAtOnce = 20_000_000;

/** n8n's database may be locked or away for a while: waits before another try, 31 seconds in all. */
const retryWaitsMs = [100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

/**
 * The list of values that n8n's database keeps for one node. n8n reads and writes the whole list at each call, without a
 * transaction: so one process at a time calls.
 */
export class N8nList {
	private readonly lock = new RowLock((name) => this.rows(name));

	private size = 0;

	private countedAt = -Infinity;

	private maxEntries = maxValues.short;

	/** Whether n8n refused the last call for so long that the next one is tried only once. */
	private isRefused = false;

	protected constructor(protected rows: Rows) {}

	/** Whether the list is so long that each call counts. */
	get isLong(): boolean {
		return this.size > maxValues.short / 2;
	}

	/** How often other processes may have written in between, because n8n's database stood still. */
	get overruns(): number {
		return this.lock.overruns;
	}

	/** Lets the list hold as much as there is room for. */
	makeRoom(): void {
		this.maxEntries = maxValues.long;
	}

	/** How many values can be removed within one call. */
	protected get removableAtOnce(): number {
		return Math.max(1, Math.floor(comparisonsAtOnce / Math.max(1, this.size)));
	}

	/** Does something with the list while no other process does, again while n8n's database refuses. n8n's error in the end. */
	protected async locked<Result>(work: () => Promise<Result>): Promise<Result> {
		for (const waitMs of this.isRefused ? [] : retryWaitsMs) {
			try {
				return await this.lock.hold(work);
			} catch {
				await sleep(waitMs);
			}
		}
		this.isRefused = true;
		const result = await this.lock.hold(work);
		this.isRefused = false;
		return result;
	}

	/**
	 * Enters values, and answers which were there before. There is room beside the others for those that are removed at once:
	 * they push nothing out. What is open comes first: alone, it says nothing. n8n's error when it refuses.
	 */
	protected async enter(values: string[], passing: number): Promise<Set<string>> {
		const { opens, others } = apart(values);
		const there = new Set(await this.enterIn('open', opens, maxValues.long));
		if (others.length === 0) return there;
		await this.measure();
		const maxEntries = this.maxEntries + passing;
		const found = await this.enterIn(undefined, others, maxEntries);
		this.size = Math.min(maxEntries, this.size + others.length - found.length);
		for (const value of found) there.add(value);
		return there;
	}

	/**
	 * Removes values, what is open last, and takes from `values` what is gone: another process may record that again. n8n's
	 * error when it refuses.
	 */
	protected async remove(values: Set<string>): Promise<void> {
		const { opens, others } = apart([...values]);
		for (let from = 0; from < others.length;) {
			const some = others.slice(from, from + this.removableAtOnce);
			await this.rows().removeProcessed(some, scope, entries);
			for (const value of some) values.delete(value);
			this.size = Math.max(0, this.size - some.length);
			from += some.length;
		}
		if (opens.length === 0) return;
		const without = new Set(others.map(openOf));
		for (const value of opens) if (without.has(value)) values.delete(value);
		await this.rows('open').removeProcessed(opens, scope, entries);
		for (const value of opens) values.delete(value);
	}

	private async enterIn(row: string | undefined, values: string[], maxEntries: number): Promise<string[]> {
		if (values.length === 0) return [];
		const options = { ...entries, maxEntries };
		const { processed } = await this.rows(row).checkProcessedAndRecord(values, scope, options);
		return processed as string[];
	}

	/** Finds out how long the list is: one that has grown long stays so. */
	private async measure(): Promise<void> {
		const now = performance.now();
		if (now - this.countedAt < countedEveryMs) return;
		this.size = await this.rows().getProcessedDataCount(scope, entries);
		this.countedAt = now;
		if (this.size > maxValues.short) this.makeRoom();
	}
}

/** Apart from the others, what is open: it has a row of its own, which stays short. */
function apart(values: string[]): { opens: string[]; others: string[] } {
	const opens = values.filter(isOpen);
	return { opens, others: opens.length === 0 ? values : values.filter((value) => !isOpen(value)) };
}
