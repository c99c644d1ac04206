import { sleep, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { WorkOrder } from './work-order';

/** A row of n8n's table of processed data: a list of hashes. All calls throw n8n's error when it refuses. */
export interface Row {
	/** Inserts the row with values, or adds those that it lacks, and answers which were there. */
	enter: (values: string[]) => Promise<string[]>;
	/** How many values it has; none, if it is not there. */
	count: () => Promise<number>;
	delete: () => Promise<void>;
}

/** The rows of a node by their names. */
export type Rows = (name: string) => Row;

const scope = 'node';
const entries = { mode: 'entries' } as const;

/**
 * The rows of a node, by n8n's helpers of its Remove Duplicates node. n8n finds a row by the id of its node, which it reads when
 * a call begins: for that moment, the node has another id. Throws where n8n does not read it then, because the call has reached
 * another row.
 */
export function rowsOf(context: Pick<IExecuteFunctions, 'helpers'>): Rows {
	// The context has n8n's own object of the node, beside the copy that `getNode` gives.
	const { helpers, node } = context as typeof context & { node: INode };
	return (name) => {
		const inRow = async <Result>(call: () => Promise<Result>): Promise<Result> => {
			const { id } = node;
			let isRead = false;
			const get = () => {
				isRead = true;
				return `${id} ${name}`;
			};
			Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
			const result = call();
			Object.defineProperty(node, 'id', { value: id, writable: true, configurable: true, enumerable: true });
			const answer = await result;
			if (!isRead) throw new Error('This version of n8n keeps the lists of nodes in another way');
			return answer;
		};
		return {
			enter: async (values) => {
				const call = async () => await helpers.checkProcessedAndRecord(values, scope, entries);
				return (await inRow(call)).processed as string[];
			},
			count: async () => await inRow(async () => await helpers.getProcessedDataCount(scope, entries)),
			delete: async () => await inRow(async () => await helpers.clearAllProcessedItems(scope, entries)),
		};
	};
}

/** What stands in for the rows where there are none: nothing is there, and everybody may insert. */
const nowhere: Rows = () => ({
	enter: async () => await Promise.resolve([]),
	count: async () => await Promise.resolve(0),
	delete: async () => {},
});

const there = 'there';

/** The row beside another one that says that its message was accepted. */
const accepted = (row: string) => `${row} accepted`;

/**
 * What n8n refuses is tried again after so many milliseconds, 31 seconds in all: the first time at once, because of two that
 * insert the same row, the database refuses one. What comes while it refuses is tried twice.
 */
const pausesMs = [5, 100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

const minuteMs = 60_000;

/** Rows that are to be deleted once a time has come, unless somebody needs them then. */
interface Deletion {
	/** In milliseconds since the epoch. */
	at: number;
	rows: string[];
	needs?: () => Promise<boolean>;
}

/**
 * The rows of a node as the runs of this process use them. Rows are inserted and deleted, and never change what they say: so
 * n8n, which reads and writes without a transaction, can lose nothing. All calls throw n8n's error when it refuses.
 */
export class Store {
	private static readonly stores = new Map<string, Store>();

	/** What goes one after the other in this process. */
	readonly order = new WorkOrder();

	/** Rows that stay as they are: nobody knows what became of their message, or waits for it any more. */
	readonly abandoned = new Set<string>();

	private readonly deletions = new Set<Deletion>();

	private isRefused = false;

	private isDeleting = false;

	private constructor(private rows: Rows) {}

	/** The rows of a node. */
	static of(node: string, rows: Rows = nowhere): Store {
		const store = this.stores.get(node) ?? new Store(rows);
		this.stores.set(node, store);
		store.rows = rows;
		return store;
	}

	/**
	 * Inserts a row, and answers whether this call did: of all processes, one does. Where n8n inserts it but reports an error, no call
	 * answers yes: nobody knows then what becomes of its message.
	 */
	async insert(row: string): Promise<boolean> {
		const found = await this.use(row, async ({ enter }) => await enter([there]));
		return found.length === 0;
	}

	/**
	 * Inserts a row for an owner, and answers whether it is theirs, now or since earlier. Who has lost it is among its values, too: a row
	 * of their own tells them from the one who has it. All of it is deleted after a while.
	 */
	async take(row: string, owner: string, keptMs: number): Promise<boolean> {
		const lost = `${row} ${owner}`;
		const found = await this.use(row, async ({ enter }) => await enter([there, owner]));
		const isLost = found.includes(there) && (!found.includes(owner) || (await this.has(lost)));
		if (isLost) await this.insert(lost);
		this.deleteLater([isLost ? lost : row], keptMs);
		return !isLost;
	}

	async has(row: string): Promise<boolean> {
		return (await this.use(row, async ({ count }) => await count())) > 0;
	}

	/** Says of rows that their message was accepted. */
	async accept(...rows: string[]): Promise<void> {
		for (const row of rows) await this.insert(accepted(row));
	}

	async isAccepted(row: string): Promise<boolean> {
		return await this.has(accepted(row));
	}

	/** Deletes rows whose message was refused, unless somebody else's was accepted meanwhile. */
	async withdraw(...rows: string[]): Promise<void> {
		for (const row of rows) if (!(await this.isAccepted(row))) await this.delete(row);
	}

	/** Deletes rows and what was said of them; a kill in between leaves a doubt at most. */
	async delete(...rows: string[]): Promise<void> {
		for (const row of rows.flatMap((one) => [accepted(one), one])) {
			await this.use(row, async (one) => await one.delete());
		}
	}

	/** Deletes rows after a while, if n8n still runs and nobody `needs` them then; that n8n refuses is lost. */
	deleteLater(rows: string[], ms: number, needs?: Deletion['needs']): void {
		if (rows.length === 0) return;
		this.deletions.add({ at: Date.now() + ms, rows, needs });
		if (!this.isDeleting) void this.deleteEachMinute();
	}

	/** No process stays open for it. */
	private async deleteEachMinute(): Promise<void> {
		this.isDeleting = true;
		while (this.deletions.size > 0) {
			await new Promise((resolve) => AbortSignal.timeout(minuteMs).addEventListener('abort', resolve));
			await this.deleteDue(Date.now());
		}
		this.isDeleting = false;
	}

	private async deleteDue(now: number): Promise<void> {
		const due = [...this.deletions].filter(({ at }) => at <= now);
		for (const deletion of due) this.deletions.delete(deletion);
		for (const { rows, needs } of due) {
			const deleted = async () => void ((await needs?.()) || (await this.delete(...rows)));
			await deleted().catch(() => {});
		}
	}

	/** Calls n8n, and again where it refuses. */
	private async use<Result>(name: string, call: (row: Row) => Promise<Result>): Promise<Result> {
		for (const pauseMs of this.isRefused ? pausesMs.slice(0, 1) : pausesMs) {
			try {
				const result = await call(this.rows(name));
				this.isRefused = false;
				return result;
			} catch {
				await sleep(pauseMs);
			}
		}
		this.isRefused = true;
		return await call(this.rows(name));
	}
}
