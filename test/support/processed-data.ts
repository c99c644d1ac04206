import { createHash } from 'node:crypto';
import { setTimeout as realDelay } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import { Store } from '../../nodes/shared/record/store';
import type { Row, Rows } from '../../nodes/shared/n8n/n8n-table';
import type { ICheckProcessedContextData, IDataDeduplicator, IDeduplicationOutput } from 'n8n-workflow';
import { realNow } from './clock';

const [quietMs, lookMs] = [5, 2];

/**
 * n8n's table of processed data, as n8n 2.41.1 keeps it for the mode `entries`: one list of hashes for each node id, read,
 * changed and written back at each call without a transaction. A row is inserted once; what changes a deleted row is lost.
 */
export class ProcessedData implements IDataDeduplicator {
	private rows = new Map<string, string>();

	/** Called before and after each write; what it throws, the caller gets. */
	disturb: (when: 'before' | 'after') => void = () => {};

	/** What is stored while writes are lost. */
	private kept?: Map<string, string>;

	/** All values that n8n was ever given, before it makes hashes of them, and the names of their rows. */
	readonly given = new Set<string>();

	private lastUse = 0;

	private underWay = 0;

	/** `lasts` is what a read or a write takes; others may read and write meanwhile. */
	constructor(
		private readonly lasts: (call: 'read' | 'write') => Promise<unknown> = async () =>
			await new Promise(setImmediate),
	) {}

	/** Whether writes are lost as soon as this ends: those of a process that was killed, which knows nothing of it. */
	set frozen(frozen: boolean) {
		if (frozen) this.kept ??= new Map(this.rows);
		else {
			this.rows = this.kept ?? this.rows;
			this.kept = undefined;
		}
	}

	/** Resolves when nothing is read or written, and was not for a while. */
	async quiet(): Promise<void> {
		while (this.underWay > 0 || realNow() - this.lastUse < quietMs) await realDelay(lookMs);
	}

	clear(): void {
		this.kept = undefined;
		this.rows = new Map();
		this.disturb = () => {};
		this.given.clear();
	}

	/** How many rows there are, of all nodes. */
	get size(): number {
		return this.rows.size;
	}

	private key({ workflow, node }: ICheckProcessedContextData): string {
		if (!workflow.id) throw new Error('The workflow has no id');
		return `${workflow.id}: ${String(node?.id)}`;
	}

	private async use(call: 'read' | 'write'): Promise<void> {
		this.underWay += 1;
		await this.lasts(call);
		this.underWay -= 1;
		this.lastUse = realNow();
	}

	private async read(key: string, rows = this.rows): Promise<string[] | undefined> {
		const row = rows.get(key);
		await this.use('read');
		return row === undefined ? undefined : (JSON.parse(row) as string[]);
	}

	private async write(change: () => void): Promise<void> {
		this.disturb('before');
		await this.use('write');
		change();
		this.disturb('after');
	}

	async checkProcessedAndRecord(
		items: unknown[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	): Promise<IDeduplicationOutput> {
		const { rows } = this;
		const key = this.key(context);
		for (const given of [...items, String(context.node?.id)]) this.given.add(String(given));
		const before = await this.read(key, rows);
		const known = new Set(before);
		const { processed = [], new: added = [] } = Object.groupBy(items, (item) =>
			known.has(hash(item)) ? 'processed' : 'new',
		);
		const after = JSON.stringify([...(before ?? []), ...added.map(hash)]);
		await this.write(() => {
			if (!before && rows.has(key)) throw new Error('UNIQUE constraint failed');
			if (!before || rows.has(key)) rows.set(key, after);
		});
		return { new: added, processed } as unknown as IDeduplicationOutput;
	}

	async removeProcessed(): Promise<void> {
		await Promise.reject(new Error('Rows only grow'));
	}

	async clearAllProcessedItems(_scope: unknown, context: ICheckProcessedContextData): Promise<void> {
		const { rows } = this;
		const key = this.key(context);
		await this.write(() => rows.delete(key));
	}

	async getProcessedDataCount(_scope: unknown, context: ICheckProcessedContextData): Promise<number> {
		return (await this.read(this.key(context)))?.length ?? 0;
	}
}

function hash(value: unknown): string {
	return createHash('md5').update(String(value)).digest('base64');
}

/** The processed data of all workflows of a test file; empty before each test. */
export const processedData = new ProcessedData();

DataDeduplicationService['instance'] = processedData;
// The demo runs without jest.
if ('beforeEach' in globalThis) {
	beforeEach(() => {
		processedData.clear();
		forgetStores();
	});
}

/** What is left of a killed process ends by itself, and reaches nothing. */
const ofKilledProcess: Row = {
	insertOrFind: async () => await Promise.resolve([]),
	count: async () => await Promise.resolve(0),
	delete: async () => {},
};

/** Has this process forget what it knows of rows, as one that was killed and started again. */
export function forgetStores(): void {
	for (const store of Store['stores'].values()) {
		store['rows'] = () => ofKilledProcess;
		store['deletions'].clear();
	}
	Store['stores'].clear();
}

/** Deletes, in all nodes of this process or another one, what is to be deleted by a time. */
export async function deleteDue(now: number, process = Store): Promise<void> {
	for (const store of process['stores'].values()) await store['deleteDue'](now);
}

/** The rows of one node in a table of processed data. */
export function rowsIn(table: ProcessedData): Rows {
	return (name) => {
		const context = {
			workflow: { id: 'workflow', active: true },
			node: { id: `node ${name}` },
		} as ICheckProcessedContextData;
		return {
			insertOrFind: async (values) =>
				(await table.checkProcessedAndRecord(values, 'node', context)).processed as string[],
			count: async () => await table.getProcessedDataCount('node', context),
			delete: async () => await table.clearAllProcessedItems('node', context),
		};
	};
}
