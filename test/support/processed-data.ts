import { createHash } from 'node:crypto';
import { setTimeout as realDelay } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import { maxValues, type Deduplication } from '../../nodes/shared/delivery/ledger/n8n-list';
import { NodeList } from '../../nodes/shared/delivery/ledger/node-list';
import type { ICheckProcessedContextData, IDataDeduplicator, IDeduplicationOutput } from 'n8n-workflow';

const quietMs = 40;

/**
 * n8n's table of processed data, as n8n 2.41.1 keeps it for the mode `entries`: one list of hashes for each node, read,
 * changed and written back at each call without a transaction.
 */
export class ProcessedData implements IDataDeduplicator {
	private rows = new Map<string, string>();

	/** Called before and after each write; what it throws, the caller gets. */
	disturb: (when: 'before' | 'after') => void = () => {};

	/** What is stored while writes are lost. */
	private kept?: Map<string, string>;

	/** How many calls have written. */
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
		this.frozen = false;
		this.rows.clear();
		this.disturb = () => {};
		this.writes = 0;
		this.given.clear();
	}

	/** Whether a node has a value. */
	has(value: string): boolean {
		return [...this.rows.values()].some((row) => row.includes(hash(value)));
	}

	/** How many values all nodes have together. */
	get size(): number {
		return [...this.rows.values()].reduce((sum, row) => sum + (JSON.parse(row) as string[]).length, 0);
	}

	private key({ workflow, node }: ICheckProcessedContextData): string {
		if (!workflow.id) throw new Error('The workflow has no id');
		return `${workflow.id} ${String(node?.id)}`;
	}

	private async use(call: 'read' | 'write'): Promise<void> {
		this.underWay += 1;
		await this.lasts(call);
		this.underWay -= 1;
		this.lastUse = performance.now();
	}

	private async read(context: ICheckProcessedContextData): Promise<string[]> {
		const row = this.rows.get(this.key(context)) ?? '[]';
		await this.use('read');
		return JSON.parse(row) as string[];
	}

	private async write(context: ICheckProcessedContextData, values: string[]): Promise<void> {
		this.disturb('before');
		await this.use('write');
		this.writes += 1;
		this.rows.set(this.key(context), JSON.stringify(values));
		this.disturb('after');
	}

	async checkProcessedAndRecord(
		items: unknown[],
		_scope: unknown,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	): Promise<IDeduplicationOutput> {
		for (const item of items) this.given.add(String(item));
		const data = await this.read(context);
		const known = new Set(data);
		const isKnown = (item: unknown) => known.has(hash(item));
		data.push(...items.filter((item) => !isKnown(item)).map(hash));
		await this.write(context, data.slice(Math.max(0, data.length - maxEntries)));
		const processed = items.filter(isKnown);
		return { new: items.filter((item) => !isKnown(item)), processed } as IDeduplicationOutput;
	}

	async removeProcessed(
		items: unknown[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	): Promise<void> {
		for (const item of items) this.given.add(String(item));
		const data = await this.read(context);
		for (const item of items) {
			const index = data.indexOf(hash(item));
			if (index !== -1) data.splice(index, 1);
		}
		await this.write(context, data);
	}

	async clearAllProcessedItems(_scope: unknown, context: ICheckProcessedContextData): Promise<void> {
		await this.write(context, []);
	}

	async getProcessedDataCount(_scope: unknown, context: ICheckProcessedContextData): Promise<number> {
		return (await this.read(context)).length;
	}
}

function hash(value: unknown): string {
	return createHash('md5').update(String(value)).digest('base64');
}

/** The processed data of all workflows of a test file; empty before each test. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData);
// The demo runs without jest.
if ('beforeEach' in globalThis) {
	beforeEach(() => {
		processedData.clear();
		forgetLists();
	});
}

const context = {
	workflow: { id: 'workflow', active: true },
	node: { id: 'node' },
} as ICheckProcessedContextData;

/** What is left of a killed process ends by itself, and reaches nothing. */
const ofKilledProcess: Deduplication = {
	checkProcessedAndRecord: async (items) => await Promise.resolve({ new: [], processed: items }),
	removeProcessed: async () => {},
	getProcessedDataCount: async () => await Promise.resolve(0),
};

/** Has this process forget what it knows of lists, as one that was killed and started again. */
export function forgetLists(): void {
	for (const list of NodeList['lists'].values()) list['helpers'] = ofKilledProcess;
	NodeList['lists'].clear();
	NodeList.isShared = false;
}

/** Has a record be short with so few values. */
export function shortRecord(values: number): void {
	jest.replaceProperty(maxValues, 'short', values);
	forgetLists();
}

/** n8n's helpers of one node, over a table of processed data. */
export function deduplicationOf(table: ProcessedData): Deduplication {
	return {
		checkProcessedAndRecord: async (items, scope, options) =>
			await table.checkProcessedAndRecord(items, scope, context, options),
		removeProcessed: async (items, scope) => await table.removeProcessed(items, scope, context),
		getProcessedDataCount: async (scope) => await table.getProcessedDataCount(scope, context),
	};
}

/** n8n's helpers of one node, over the processed data of the test file. */
export const deduplication = deduplicationOf(processedData);
