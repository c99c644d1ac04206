import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node: a list of hashes for each node, in n8n's own database. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/**
 * How many values a node's list holds, 27 bytes each; the oldest fall out. It is short as long as the node has no keys,
 * no campaigns, no manual lists and no long executions.
 */
export const maxValues = { short: 10_000, long: 150_000 };

const scope = 'node';
const entries = { mode: 'entries' } as const;

/** Other processes change how long the list is: it is counted again after a while, in milliseconds. */
const countedEveryMs = 10_000;

/** n8n searches its whole list for each value that it removes: at most so many comparisons in one call. */
const comparisonsAtOnce = 20_000_000;

/** Bounds of the time in which other processes, which read the list before a value was recorded, have written it back. */
const settleMs = { min: 150, max: 1_000 };

/** How often values are looked for until they stay there, at least and at most. */
export const rounds = { min: 3, max: 20 };

/**
 * A call that took longer, by itself and beside the usual one, may have overwritten what others had read back already. What
 * it did not find counts for nothing until they have entered that again.
 */
const slowCall = { fromMs: 100, alone: 200, timesUsual: 2, doubtMs: 1_000 };

/** A call of n8n's that took longer may have overwritten what other processes recorded meanwhile. */
const longestCallMs = 30_000;

/** n8n's database may be locked or away for a while: waits before another try, 31 seconds in all. */
const retryWaitsMs = [100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

/**
 * The list of values that n8n's database keeps for one node: n8n's calls, how long the list is, and how long n8n takes. n8n
 * reads and writes the whole list at each call, without a transaction.
 */
export class N8nList {
	/** How many calls took so long that others may have lost what they recorded meanwhile. */
	stalls = 0;

	/** How many calls were slow, and when the last one was, and the last one that matters where nobody else was noticed. */
	slowCalls = 0;

	private slowAt = -Infinity;

	private verySlowAt = -Infinity;

	/** How long n8n took for the slowest of the last calls, and takes usually, in milliseconds. */
	private slowestMs = 0;

	private usualMs = 0;

	protected lastCallAt = 0;

	private size = 0;

	private countedAt = -Infinity;

	private maxEntries = maxValues.short;

	/** Whether n8n refused the last call for so long that the next one is tried only once. */
	private isRefused = false;

	protected constructor(protected helpers: Deduplication) {}

	/** How long after it was recorded a value is read back: others take for a call what this process does, and they may be slower. */
	get settleMs(): number {
		return Math.min(settleMs.max, Math.max(settleMs.min, 4 * this.slowestMs));
	}

	/** Whether the list is so long that each call counts. */
	get isLong(): boolean {
		return this.size > maxValues.short / 2;
	}

	/** Whether a slow call may have overwritten what others have recorded. */
	get isDoubtful(): boolean {
		return performance.now() - this.verySlowAt < slowCall.doubtMs;
	}

	/**
	 * Makes no call for longer than one takes, so that the next one reads what others have written meanwhile: who reads right
	 * after writing sees only what it has written.
	 */
	protected async quiet(): Promise<void> {
		await sleep(Math.min(settleMs.max, this.slowestMs * (1 + Math.random())));
	}

	/** Lets the list hold as much as there is room for. */
	makeLong(): void {
		this.maxEntries = maxValues.long;
	}

	/** Resolves when what is not found is not there. */
	async untilCertain(): Promise<void> {
		while (performance.now() - this.slowAt < slowCall.doubtMs) await sleep(slowCall.doubtMs / 10);
	}

	/**
	 * Enters values, and answers which were there before. There is room beside the others for those that are removed at once:
	 * they push nothing out. n8n's error when it refuses.
	 */
	protected async enter(values: string[], passing: number): Promise<Set<string>> {
		const options = { ...entries, maxEntries: this.maxEntries + passing };
		const { processed } = await this.call(
			async () => await this.helpers.checkProcessedAndRecord(values, scope, options),
		);
		const there = new Set(processed as string[]);
		this.size = Math.min(options.maxEntries, this.size + values.length - there.size);
		return there;
	}

	/** Removes values. n8n's error when it refuses. */
	protected async remove(values: string[]): Promise<void> {
		const atOnce = Math.max(1, Math.floor(comparisonsAtOnce / Math.max(1, this.size)));
		for (let from = 0; from < values.length; from += atOnce) {
			const some = values.slice(from, from + atOnce);
			await this.call(async () => await this.helpers.removeProcessed(some, scope, entries));
			this.size = Math.max(0, this.size - some.length);
		}
	}

	/** Finds out how long the list is: one that has grown long stays so. */
	protected async measure(): Promise<void> {
		const now = performance.now();
		if (now - this.countedAt < countedEveryMs) return;
		this.size = await this.call(async () => await this.helpers.getProcessedDataCount(scope, entries));
		this.countedAt = now;
		if (this.size > maxValues.short) this.makeLong();
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
		const [startedAt, startTime] = [performance.now(), Date.now()];
		const result = await call();
		this.lastCallAt = performance.now();
		const tookMs = this.lastCallAt - startedAt;
		if (Date.now() - startTime > longestCallMs) this.stalls += 1;
		if (tookMs > Math.max(slowCall.fromMs, slowCall.timesUsual * this.usualMs)) {
			this.slowCalls += 1;
			this.slowAt = this.lastCallAt;
			if (tookMs > slowCall.alone) this.verySlowAt = this.lastCallAt;
		}
		this.usualMs += (tookMs - this.usualMs) / 10;
		this.slowestMs = Math.max(tookMs, 0.9 * this.slowestMs);
		return result;
	}
}
