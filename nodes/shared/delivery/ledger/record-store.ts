import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node: a list of hashes for each node, in n8n's own database. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** How many values a node's list holds at most, about 27 bytes each; the oldest fall out. */
const mostValues = 100_000;

const scope = 'node';
const removedAtOnce = 500;
const soonMs = 1_000;

const doubt = (value: string) => `doubt ${value}`;

interface Waiting {
	values: string[];
	/** How many values the node's list may hold; the oldest fall out. */
	room: number;
	known: (found: Set<string>) => void;
	failed: (error: unknown) => void;
}

/**
 * The values that n8n's database keeps for one node. n8n reads and writes all of them at each call, so one call is
 * under way at a time, and what is asked for meanwhile goes with the next. All runs of a node in this process share
 * one store, since two that write at once would lose each other's values.
 */
export class RecordStore {
	private readonly toRecord: Waiting[] = [];

	private readonly toRemove: Waiting[] = [];

	/** What goes with the next call, or by itself soon. */
	private readonly along: string[] = [];

	private working?: Promise<void>;

	private users = 0;

	private constructor(
		private readonly key: string,
		private readonly helpers: Deduplication,
	) {}

	private static readonly open = new Map<string, RecordStore>();

	/** The store of a node, until as many `close` it. */
	static opened(node: string, helpers: Deduplication): RecordStore {
		const store = RecordStore.open.get(node) ?? new RecordStore(node, helpers);
		RecordStore.open.set(node, store);
		store.users += 1;
		return store;
	}

	/** Lets go of the store. */
	close(): void {
		this.users -= 1;
		if (this.users === 0) RecordStore.open.delete(this.key);
	}

	/** Records values and answers which of them were there before. The store's error when n8n refuses. */
	async record(values: string[], room = mostValues): Promise<Set<string>> {
		return await this.inNextGroup(this.toRecord, [...this.along.splice(0), ...values], room);
	}

	/** Records a value with the next call that records, or within a second; its failure shows in the next call. */
	recordSoon(value: string, room = mostValues): void {
		this.along.push(value);
		if (this.along.length > 1) return;
		void sleep(soonMs)
			.then(async () => await this.flush(room))
			.catch(() => {});
	}

	/** Records at once what was to be recorded soon. */
	async flush(room = mostValues): Promise<void> {
		if (this.along.length > 0) await this.record([], room);
	}

	/** Answers which of the values are there, and leaves none that were not. */
	async find(values: string[]): Promise<Set<string>> {
		const found = await this.record(values);
		const absent = values.filter((value) => !found.has(value));
		if (absent.length > 0) await this.remove(absent);
		return found;
	}

	/**
	 * Answers which of the values are there for certain. A value that could only be asked for by recording it may have
	 * stayed there when n8n was killed, so a doubt is recorded with each question and goes with the answer.
	 */
	async findForCertain(values: string[]): Promise<Set<string>> {
		const found = await this.record([...values, ...values.map(doubt)]);
		const absent = values.filter((value) => !found.has(value));
		const certain = values.filter((value) => found.has(value) && !found.has(doubt(value)));
		await this.remove([...absent, ...[...absent, ...certain].map(doubt)]);
		return new Set(certain);
	}

	/** Forgets values. */
	async remove(values: string[]): Promise<void> {
		for (let from = 0; from < values.length; from += removedAtOnce) {
			await this.inNextGroup(this.toRemove, values.slice(from, from + removedAtOnce), mostValues);
		}
	}

	/** Forgets so many values at once if they are all there are; answers whether they were. */
	async forgetAll(count: number): Promise<boolean> {
		await this.flush();
		await this.idle();
		const isAlone = this.users === 1 && this.toRecord.length === 0 && this.toRemove.length === 0;
		if (!isAlone || (await this.count()) !== count) return false;
		await this.helpers.clearAllProcessedItems(scope, { mode: 'entries' });
		return true;
	}

	/** How many values there are. */
	async count(): Promise<number> {
		return await this.helpers.getProcessedDataCount(scope, { mode: 'entries' });
	}

	private async idle(): Promise<void> {
		while (this.working) await this.working;
	}

	private async inNextGroup(line: Waiting[], values: string[], room: number): Promise<Set<string>> {
		const answer = new Promise<Set<string>>((known, failed) => {
			line.push({ values, room, known, failed });
		});
		this.working ??= this.work();
		return await answer;
	}

	private async work(): Promise<void> {
		try {
			while (this.toRecord.length + this.toRemove.length > 0) {
				await this.removeGroup(this.toRemove.splice(0));
				await this.recordGroup(this.toRecord.splice(0));
			}
		} finally {
			this.working = undefined;
		}
	}

	private async recordGroup(group: Waiting[]): Promise<void> {
		if (group.length === 0) return;
		const maxEntries = Math.max(...group.map(({ room }) => room));
		const values = [...new Set(group.flatMap((one) => one.values))];
		await this.helpers.checkProcessedAndRecord(values, scope, { mode: 'entries', maxEntries }).then(
			({ processed }) => {
				const there = new Set(processed as string[]);
				for (const { values: asked, known } of group) {
					known(new Set(asked.filter((value) => there.has(value))));
					for (const value of asked) there.add(value);
				}
			},
			(error: unknown) => {
				for (const { failed } of group) failed(error);
			},
		);
	}

	private async removeGroup(group: Waiting[]): Promise<void> {
		if (group.length === 0) return;
		const values = group.flatMap((one) => one.values);
		await this.helpers.removeProcessed(values, scope, { mode: 'entries' }).then(
			() => {
				for (const { known } of group) known(new Set());
			},
			(error: unknown) => {
				for (const { failed } of group) failed(error);
			},
		);
	}
}
