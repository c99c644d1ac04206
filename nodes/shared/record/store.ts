import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { WorkOrder } from '../pace/work-order';
import type { Row, Rows } from './rows';

const there = 'there';

/** The row beside another one that says that its message was accepted. */
const accepted = (row: string) => `${row} accepted`;

/**
 * What n8n refuses is tried again after so many milliseconds, 31 seconds in all: the first time at once, because of two that
 * insert the same row, the database refuses one. What comes while it refuses is tried twice.
 */
const pausesMs = [5, 100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

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

	private isRefused = false;

	private constructor(private rows: Rows) {}

	/** The rows of a node. */
	static of(node: string, rows: Rows): Store {
		const store = this.stores.get(node) ?? new Store(rows);
		this.stores.set(node, store);
		store.rows = rows;
		return store;
	}

	/**
	 * Inserts a row, and answers whether this call did: of all processes, one does. Where n8n inserts it and refuses all the same,
	 * a value of the call's own tells: whoever comes later adds a third one.
	 */
	async insert(row: string): Promise<boolean> {
		const own = randomUUID();
		return await this.use(row, async ({ enter, count }, isAgain) => {
			const size = isAgain ? await count() : 0;
			const found = await enter([there, own]);
			return !found.includes(there) || (size === 2 && found.includes(own));
		});
	}

	/** Inserts a row for an owner, and answers whether it is theirs, now or since earlier. */
	async take(row: string, owner: string): Promise<boolean> {
		const found = await this.use(row, async ({ enter }) => await enter([there, owner]));
		return !found.includes(there) || found.includes(owner);
	}

	async has(row: string): Promise<boolean> {
		return (await this.use(row, async ({ count }) => await count())) > 0;
	}

	/** Says of a row that its message was accepted. */
	async accept(row: string): Promise<void> {
		await this.take(accepted(row), 'accepted');
	}

	async isAccepted(row: string): Promise<boolean> {
		return await this.has(accepted(row));
	}

	/** Deletes rows and what was said of them; a kill in between leaves a doubt at most. */
	async delete(...rows: string[]): Promise<void> {
		for (const row of rows.flatMap((one) => [accepted(one), one])) {
			await this.use(row, async (one) => await one.delete());
		}
	}

	/** Calls n8n, and again where it refuses; `isAgain` says so. */
	private async use<Result>(
		name: string,
		call: (row: Row, isAgain: boolean) => Promise<Result>,
	): Promise<Result> {
		const pauses = this.isRefused ? pausesMs.slice(0, 1) : pausesMs;
		for (const [tries, pauseMs] of pauses.entries()) {
			try {
				return await call(this.rows(name), tries > 0);
			} catch {
				await sleep(pauseMs);
			}
		}
		this.isRefused = true;
		const result = await call(this.rows(name), true);
		this.isRefused = false;
		return result;
	}
}
