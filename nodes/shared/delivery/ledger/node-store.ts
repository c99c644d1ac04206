import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node: a list of hashes for each node, in n8n's own database. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** What an answer says of values: those that are there, and of them those that no interrupted question left there. */
export interface Found {
	found: Set<string>;
	certain: Set<string>;
}

/** How many values a node's list holds, 27 bytes each; the oldest fall out. */
export const mostValues = 150_000;

const scope = 'node';
const entries = { mode: 'entries' } as const;
/** Even: a value that was asked for goes together with its doubt. */
const removedAtOnce = 500;
const askedAtOnce = 100;
const flushMs = 1_000;

/** Bounds of the time in which other processes, which read the list before a value was recorded, have written it back. */
const settleMs = { least: 100, most: 1_000 };

/** How often a value is entered again at most. */
export const readings = 20;

/** A call of n8n's that took longer may have overwritten what other processes recorded meanwhile. */
const longestCallMs = 30_000;

/** n8n's database may be locked or away for a while: waits before another try, 31 seconds in all. */
const retryWaitsMs = [100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

/** Says of a value that it may be there because of a question alone, which was interrupted or written back. */
export const doubt = (value: string) => `doubt ${value}`;

interface Waiting<Answer> {
	values: string[];
	resolve: (answer: Answer) => void;
	reject: (error: unknown) => void;
}

/**
 * The list of values that n8n's database keeps for one node. n8n reads and writes the whole list at each call, so the
 * runs of this process call one after the other, and what they want meanwhile goes together with the next call. The
 * list can only be asked by recording what is asked.
 */
export class NodeStore {
	/**
	 * Whether n8n is known to run in one process: this one executes what its own webhook has received. In queue mode that
	 * is up to the workers. Nobody else overwrites then what is recorded.
	 */
	static isOneProcess = false;

	private static readonly stores = new Map<string, NodeStore>();

	/** Messages that are under way in this process; each promise resolves when its message has an outcome. */
	readonly underWay = new Map<string, Promise<void>>();

	/** Keys whose end this process knows or has waited for in vain: what else is there of them is no message that leaves. */
	readonly ended = new Set<string>();

	/** How many calls may have overwritten what other processes recorded, while one process stood still. */
	overwrites = 0;

	/**
	 * Values to be recorded, and when they were last, until they were found a while after that: at first, it may be
	 * another process's question that is found.
	 */
	private readonly queued = new Map<string, number>();

	/** What the last call has removed: it is removed once more, as another process may write it back. */
	private again: string[] = [];

	/** What means nothing any more once a queued value is there. */
	private readonly outdated = new Map<string, string[]>();

	private readonly toRecord: Array<Waiting<Set<string>>> = [];

	private readonly toRemove: Array<Waiting<void>> = [];

	private readonly toAsk: Array<Waiting<Found>> = [];

	private line: Promise<unknown> = Promise.resolve();

	private users = 0;

	private maxEntries = mostValues;

	private isFlushing = false;

	/** How long n8n took for the slowest of the last calls. */
	private slowestMs = 0;

	/** Whether n8n refused the last call for so long that the next one is tried only once. */
	private isRefused = false;

	private constructor(
		private readonly node: string,
		private readonly helpers: Deduplication,
	) {}

	/** The store of a node, until as many `close` it. */
	static open(node: string, helpers: Deduplication): NodeStore {
		const store = NodeStore.stores.get(node) ?? new NodeStore(node, helpers);
		NodeStore.stores.set(node, store);
		store.users += 1;
		return store;
	}

	/** Lets go of the store; until its last call is over, a new run gets the same one. */
	close(): void {
		this.users -= 1;
		void this.line.then(() => {
			if (this.users === 0 && NodeStore.stores.get(this.node) === this) NodeStore.stores.delete(this.node);
		});
	}

	/** How long after it was recorded a value is read back: others take for a call what this process does, and they may be slower. */
	get settleMs(): number {
		if (NodeStore.isOneProcess) return 0;
		return Math.min(settleMs.most, Math.max(settleMs.least, 4 * this.slowestMs));
	}

	/** Keeps so many values of the current runs from falling out. */
	keepAtLeast(values: number): void {
		this.maxEntries = Math.max(this.maxEntries, values);
	}

	/** Has a message count as under way until the function is called that is answered. */
	startUnderWay(message: string): () => void {
		let end = () => {};
		const underWay = new Promise<void>((resolve) => (end = resolve));
		this.underWay.set(message, underWay);
		return () => {
			if (this.underWay.get(message) === underWay) this.underWay.delete(message);
			end();
		};
	}

	/** Records values and answers which of them were there before. n8n's error when it refuses. */
	async record(values: string[]): Promise<Set<string>> {
		return await this.together(this.toRecord, values, async (group) => {
			const there = await this.recordNow(group.flatMap((one) => one.values));
			return ({ values: own }) => {
				const found = new Set(own.filter((value) => there.has(value)));
				for (const value of own) there.add(value);
				return found;
			};
		});
	}

	/** Answers which of the values are there, and leaves none that were not. n8n's error when it refuses. */
	async ask(values: string[]): Promise<Found> {
		if (values.length === 0) return { found: new Set(), certain: new Set() };
		return await this.together(this.toAsk, values, async (group) => {
			const all = [...new Set(group.flatMap((one) => one.values))];
			const there = await this.recordNow([...all, ...all.map(doubt)], 2 * all.length);
			const isDoubtful = (value: string) => there.has(value) && there.has(doubt(value));
			const absent = all.filter((value) => !there.has(value));
			const doubts = all.filter((value) => there.has(value) && !isDoubtful(value)).map(doubt);
			const written = absent.flatMap((value) => [value, doubt(value)]);
			await this.removeNow(written, doubts);
			return ({ values: own }) => {
				const found = own.filter((value) => there.has(value));
				return { found: new Set(found), certain: new Set(found.filter((value) => !isDoubtful(value))) };
			};
		});
	}

	/** Forgets values. n8n's error when it refuses. */
	async remove(values: string[]): Promise<void> {
		for (const value of values) {
			this.queued.delete(value);
			this.outdated.delete(value);
		}
		if (values.length === 0) return;
		await this.together(this.toRemove, values, async (group) => {
			await this.removeNow(group.flatMap((one) => one.values));
			return () => {};
		});
	}

	/** Forgets values that mean nothing any more with the next call that removes any. */
	removeSoon(values: string[]): void {
		this.again.push(...values);
	}

	/** Records values with the next call, and with later ones until they are there; `outdated` ones are forgotten then. */
	queue(values: string[], outdated: string[] = []): void {
		for (const value of values) this.queued.set(value, 0);
		const last = values.at(-1);
		if (last !== undefined && outdated.length > 0) this.outdated.set(last, outdated);
	}

	/** Records what is queued. n8n's error when it refuses. */
	async flush(): Promise<void> {
		if (this.queued.size > 0) await this.record([]);
	}

	/** Records what is queued, and again what another process has overwritten. n8n's error when it refuses. */
	async flushUntilThere(): Promise<void> {
		const values = [...this.queued.keys()];
		for (let reading = 0; reading < readings; reading += 1) {
			await this.flush();
			if (!values.some((value) => this.queued.has(value))) return;
			await sleep(this.settleMs);
		}
	}

	/** Has what is queued recorded within a second, or as soon as n8n takes it. */
	flushSoon(): void {
		if (!this.isFlushing) void this.flushUntilEmpty();
	}

	/** How many values there are. */
	async count(): Promise<number> {
		return await this.call(async () => await this.helpers.getProcessedDataCount(scope, entries));
	}

	/** Forgets everything if there are only so many values; answers whether it did. */
	async clearIfOnly(values: number): Promise<boolean> {
		return await this.alone(async () => {
			const recorded = [...this.queued.entries()].filter(([, recordedAt]) => recordedAt > 0);
			if (this.queued.size > recorded.length || (await this.count()) !== values) return false;
			await this.call(async () => await this.helpers.clearAllProcessedItems(scope, entries));
			for (const [value] of recorded) this.queued.delete(value);
			return true;
		});
	}

	private async flushUntilEmpty(): Promise<void> {
		this.isFlushing = true;
		while (this.queued.size > 0 && this.users > 0) {
			await sleep(flushMs);
			if (this.users > 0) await this.flush().catch(() => {});
		}
		this.isFlushing = false;
	}

	private async alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = this.line.then(work);
		this.line = result.catch(() => {});
		return await result;
	}

	/** Does work for all that wait for the same, once it is their turn; questions some at a time. */
	private async together<Answer>(
		waiting: Array<Waiting<Answer>>,
		values: string[],
		work: (group: Array<Waiting<Answer>>) => Promise<(one: Waiting<Answer>) => Answer>,
	): Promise<Answer> {
		const turn = async (): Promise<void> => {
			const group = waiting.splice(0, waiting === (this.toAsk as unknown) ? askedAtOnce : Infinity);
			try {
				const answerTo = await work(group);
				for (const one of group) one.resolve(answerTo(one));
			} catch (error) {
				for (const one of group) one.reject(error);
			}
			if (waiting.length > 0) void this.alone(turn);
		};
		return await new Promise<Answer>((resolve, reject) => {
			waiting.push({ values, resolve, reject });
			if (waiting.length === 1) void this.alone(turn);
		});
	}

	/** Records what is queued, then values, and answers which were there before; `more` of them are there only for a moment, and nothing falls out for them. */
	private async recordNow(values: string[], more = 0): Promise<Set<string>> {
		const known = [...this.queued.keys()];
		const due = known.filter((value) => Date.now() - Number(this.queued.get(value)) >= this.settleMs);
		const all = [...new Set([...due, ...values])];
		if (all.length === 0) return new Set();
		const options = { ...entries, maxEntries: this.maxEntries + more };
		const { processed } = await this.call(
			async () => await this.helpers.checkProcessedAndRecord(all, scope, options),
		);
		const there = new Set(processed as string[]);
		await this.noteRecorded(due, there);
		return new Set([...known, ...there]);
	}

	/** What follows for queued values that were recorded, `there` being those that were found then. */
	private async noteRecorded(values: string[], there: Set<string>): Promise<void> {
		const outdated: string[] = [];
		for (const value of values) {
			const recordedAt = this.queued.get(value);
			if (recordedAt === undefined) continue;
			if (recordedAt === 0 || !there.has(value)) {
				this.queued.set(value, Date.now());
				continue;
			}
			this.queued.delete(value);
			outdated.push(...(this.outdated.get(value) ?? []));
			this.outdated.delete(value);
		}
		if (outdated.length > 0) await this.removeNow([], outdated);
	}

	/** Removes values, and with the next ones those `twice` that nobody records any more. */
	private async removeNow(values: string[], twice: string[] = []): Promise<void> {
		const all = [...values, ...twice, ...this.again];
		this.again = twice;
		for (let from = 0; from < all.length; from += removedAtOnce) {
			const some = all.slice(from, from + removedAtOnce);
			await this.call(async () => await this.helpers.removeProcessed(some, scope, entries));
		}
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
		if (tookMs > longestCallMs && !NodeStore.isOneProcess) this.overwrites += 1;
		this.slowestMs = Math.max(tookMs, 0.9 * this.slowestMs);
		return result;
	}
}
