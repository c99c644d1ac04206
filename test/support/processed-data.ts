import { createHash } from 'node:crypto';
import { setTimeout as realDelay } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import { maxValues } from '../../nodes/shared/delivery/ledger/n8n-list';
import { NodeList } from '../../nodes/shared/delivery/ledger/node-list';
import type { Row, Rows } from '../../nodes/shared/delivery/ledger/rows';
import type { ICheckProcessedContextData, IDataDeduplicator, IDeduplicationOutput } from 'n8n-workflow';

const quietMs = 40;

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

	/** How many calls have written a list, not what is open beside it. */
	writes = 0;

	/** All values that n8n was ever given, before it makes hashes of them. */
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
		while (this.underWay > 0 || performance.now() - this.lastUse < quietMs) await realDelay(quietMs);
	}

	clear(): void {
		this.kept = undefined;
		this.rows = new Map();
		this.disturb = () => {};
		this.writes = 0;
		this.given.clear();
	}

	/** Whether a node has a value. */
	has(value: string): boolean {
		return [...this.rows.values()].some((row) => row.includes(hash(value)));
	}

	/** How many values the lists of all nodes have together. */
	get size(): number {
		const lists = [...this.rows].filter(([key]) => isOfList(key)).map(([, row]) => row);
		return lists.reduce((sum, row) => sum + (JSON.parse(row) as string[]).length, 0);
	}

	private key({ workflow, node }: ICheckProcessedContextData): string {
		if (!workflow.id) throw new Error('The workflow has no id');
		return `${workflow.id}: ${String(node?.id)}`;
	}

	private async use(call: 'read' | 'write'): Promise<void> {
		this.underWay += 1;
		await this.lasts(call);
		this.underWay -= 1;
		this.lastUse = performance.now();
	}

	private async read(key: string, rows = this.rows): Promise<string[] | undefined> {
		const row = rows.get(key);
		await this.use('read');
		return row === undefined ? undefined : (JSON.parse(row) as string[]);
	}

	private async write(key: string, change: () => void): Promise<void> {
		if (isOfList(key)) this.disturb('before');
		await this.use('write');
		change();
		if (!isOfList(key)) return;
		if (!key.endsWith(' open')) this.writes += 1;
		this.disturb('after');
	}

	/**
	 * Reads a list and writes it back changed, unless there is nothing to write. A call that began before all rows were
	 * replaced changes those of that time. Gives what was there.
	 */
	private async change(
		items: unknown[],
		context: ICheckProcessedContextData,
		changed: (data?: string[]) => string[] | undefined,
	): Promise<string[] | undefined> {
		const { rows } = this;
		const key = this.key(context);
		for (const item of items) this.given.add(String(item));
		const before = await this.read(key, rows);
		const after = changed(before && [...before]);
		if (!after) return before;
		await this.write(key, () => {
			if (!before && rows.has(key)) throw new Error('UNIQUE constraint failed');
			if (!before || rows.has(key)) rows.set(key, JSON.stringify(after));
		});
		return before;
	}

	async checkProcessedAndRecord(
		items: unknown[],
		_scope: unknown,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	): Promise<IDeduplicationOutput> {
		const splitBy = (data: string[] = []) => {
			const known = new Set(data);
			return Object.groupBy(items, (item) => (known.has(hash(item)) ? 'processed' : 'new'));
		};
		const before = await this.change(items, context, (data = []) => {
			data.push(...(splitBy(data).new ?? []).map(hash));
			return data.slice(Math.max(0, data.length - maxEntries));
		});
		return { new: [], processed: [], ...splitBy(before) } as unknown as IDeduplicationOutput;
	}

	async removeProcessed(
		items: unknown[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.change(items, context, (data) => {
			for (const item of items) {
				const index = data?.indexOf(hash(item)) ?? -1;
				if (index !== -1) data?.splice(index, 1);
			}
			return data;
		});
	}

	async clearAllProcessedItems(_scope: unknown, context: ICheckProcessedContextData): Promise<void> {
		const { rows } = this;
		const key = this.key(context);
		await this.write(key, () => rows.delete(key));
	}

	async getProcessedDataCount(_scope: unknown, context: ICheckProcessedContextData): Promise<number> {
		return (await this.read(this.key(context)))?.length ?? 0;
	}
}

/** Whether a row is the list of a node, not one beside it. */
function isOfList(key: string): boolean {
	return !/ (?:lock|runs)\b/.test(key);
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
		forgetLists();
	});
}

/** What is left of a killed process ends by itself, and reaches nothing. */
const ofKilledProcess: Row = {
	checkProcessedAndRecord: async (items) => await Promise.resolve({ new: items, processed: [] }),
	removeProcessed: async () => {},
	clearAllProcessedItems: async () => {},
	getProcessedDataCount: async () => await Promise.resolve(0),
};

/** Has this process forget what it knows of lists, as one that was killed and started again. */
export function forgetLists(): void {
	for (const list of NodeList['lists'].values()) list['rows'] = () => ofKilledProcess;
	NodeList['lists'].clear();
}

/** Has a record be short with so few values. */
export function shortRecord(values: number): void {
	jest.replaceProperty(maxValues, 'short', values);
	forgetLists();
}

/** The rows of one node in a table of processed data. */
export function rowsIn(table: ProcessedData): Rows {
	return (name) => {
		const context = {
			workflow: { id: 'workflow', active: true },
			node: { id: name ? `node ${name}` : 'node' },
		} as ICheckProcessedContextData;
		return {
			checkProcessedAndRecord: async (items, scope, options) =>
				await table.checkProcessedAndRecord(items, scope, context, options),
			removeProcessed: async (items, scope) => await table.removeProcessed(items, scope, context),
			clearAllProcessedItems: async (scope) => await table.clearAllProcessedItems(scope, context),
			getProcessedDataCount: async (scope) => await table.getProcessedDataCount(scope, context),
		};
	};
}
