import { sleep } from 'n8n-workflow';

import { mostValues, StoredValues, type Deduplication } from './stored-values';

const soonMs = 1_000;

interface Waiting {
	values: string[];
	/** How many values the node's list may hold; the oldest fall out. */
	room: number;
	known: (found: Set<string>) => void;
	failed: (error: unknown) => void;
}

function valuesOf(group: Waiting[]): string[] {
	return [...new Set(group.flatMap(({ values }) => values))];
}

/**
 * One after the other, what the runs of a node in this process want of its stored values: two that write at once would
 * lose each other's. What is asked for meanwhile goes together with the next call; questions go apart from what is
 * recorded, so that no question is answered by another one.
 */
export class RecordStore {
	private readonly stored: StoredValues;

	private readonly toRecord: Waiting[] = [];

	private readonly toRemove: Waiting[] = [];

	private readonly toFind: Waiting[] = [];

	private readonly toDoAlone: Array<() => Promise<void>> = [];

	/** What is recorded with the next call, or by itself soon, each with its room. */
	private readonly along = new Map<string, number>();

	private isFlushing = false;

	private working?: Promise<void>;

	private users = 0;

	private constructor(
		private readonly key: string,
		helpers: Deduplication,
	) {
		this.stored = new StoredValues(helpers);
	}

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

	/** Whether one run alone uses the store in this process. */
	get hasOneUser(): boolean {
		return this.users === 1;
	}

	/** Records values and answers which of them were there before. n8n's error when it refuses. */
	async record(values: string[], room = mostValues): Promise<Set<string>> {
		return await this.inNextGroup(this.toRecord, values, room);
	}

	/** Records a value with the next call, or within a second; again with a later one when n8n refuses. */
	recordSoon(value: string, room = mostValues): void {
		this.along.set(value, room);
		if (!this.isFlushing) void this.flushUntilEmpty();
	}

	/** Records at once what was to be recorded soon. n8n's error when it refuses. */
	async flush(): Promise<void> {
		await this.record([], 0);
	}

	/** Answers which of the values are there for certain (`StoredValues.findForCertain`). */
	async findForCertain(values: string[]): Promise<Set<string>> {
		return await this.inNextGroup(this.toFind, values);
	}

	/** Forgets values. */
	async remove(values: string[]): Promise<void> {
		if (values.length > 0) await this.inNextGroup(this.toRemove, values);
	}

	/** Does work of several steps on the values, while nobody else of this process reads or writes them. */
	async alone<Result>(work: (stored: StoredValues) => Promise<Result>): Promise<Result> {
		return await new Promise<Result>((resolve, reject) => {
			this.toDoAlone.push(async () => await work(this.stored).then(resolve, reject));
			this.goOn();
		});
	}

	private async flushUntilEmpty(): Promise<void> {
		this.isFlushing = true;
		while (this.along.size > 0 && this.users > 0) {
			await sleep(soonMs);
			await this.flush().catch(() => {});
		}
		this.isFlushing = false;
	}

	private async inNextGroup(line: Waiting[], values: string[], room = 0): Promise<Set<string>> {
		return await new Promise<Set<string>>((known, failed) => {
			line.push({ values, room, known, failed });
			this.goOn();
		});
	}

	private goOn(): void {
		this.working ??= this.work();
	}

	private async work(): Promise<void> {
		while (this.hasWork) {
			await this.removeGroup(this.toRemove.splice(0));
			await this.recordGroup(this.toRecord.splice(0));
			await this.findGroup(this.toFind.splice(0));
			await this.toDoAlone.shift()?.();
		}
		this.working = undefined;
	}

	private get hasWork(): boolean {
		const { toRecord, toRemove, toFind, toDoAlone } = this;
		return toRecord.length + toRemove.length + toFind.length + toDoAlone.length > 0;
	}

	private async removeGroup(group: Waiting[]): Promise<void> {
		if (group.length === 0) return;
		await this.answer(group, async () => {
			await this.stored.remove(valuesOf(group));
			return new Set();
		});
	}

	/** Records what waits for it, and before a question everything that was to be recorded soon. */
	private async recordGroup(group: Waiting[]): Promise<void> {
		if (group.length + this.toFind.length + this.toDoAlone.length === 0) return;
		const along = new Map(this.along);
		const all = [...along.keys(), ...valuesOf(group)];
		const room = Math.max(...group.map((one) => one.room), ...along.values());
		this.along.clear();
		try {
			const there = all.length > 0 ? await this.stored.record(all, room) : new Set<string>();
			for (const { values, known } of group) {
				known(new Set(values.filter((value) => there.has(value))));
				for (const value of values) there.add(value);
			}
		} catch (error) {
			for (const [value, roomOfOne] of along) this.along.set(value, roomOfOne);
			for (const { failed } of group) failed(error);
		}
	}

	private async findGroup(group: Waiting[]): Promise<void> {
		if (group.length === 0) return;
		await this.answer(group, async () => await this.stored.findForCertain(valuesOf(group)));
	}

	private async answer(group: Waiting[], call: () => Promise<Set<string>>): Promise<void> {
		try {
			const found = await call();
			for (const { values, known } of group) known(new Set(values.filter((value) => found.has(value))));
		} catch (error) {
			for (const { failed } of group) failed(error);
		}
	}
}
