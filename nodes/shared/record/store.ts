import { sleep } from 'n8n-workflow';

import { fingerprint } from '../input/fingerprint';
import { noTable, type Row, type Rows } from '../n8n/n8n-table';
import { pause } from '../service/times';
import { WorkOrder } from '../waiting/work-order';

const present = 'there';

/** The values of a row that says a number by how many it has. */
const values = (count: number) => [
	present,
	...Array.from({ length: count - 1 }, (_, index) => fingerprint(index)),
];

/** The row beside another one that says that its message was accepted. */
const accepted = (row: string) => `${row} accepted`;

/**
 * What n8n refuses is tried again after so many milliseconds, for about 31 seconds: the first time at once, because of two that
 * insert the same row, the database refuses one. What comes while it refuses is tried twice.
 */
const pausesMs = [5, 100, 400, 1_500, 3_000, 5_000, 8_000, 13_000];

/** No try begins later than that after the first one, in milliseconds: of a locked database, each takes seconds. */
const patienceMs = 31_500;

/** What the rows of a message say before it leaves. */
export type State = 'new' | 'accepted' | 'unknown';

/** What rows say of a message together. */
export interface Found {
	state: State;
	/** The row that says that it was accepted on its day or in its execution, if one does. */
	by?: string;
}

/** What a row says that is inserted for a message which has left: nothing more, or that it was accepted, then or on an earlier day. */
export const says = { unknown: 1, accepted: 2, acceptedBefore: 3 };

/** Waits for somebody else, about 31 seconds in all. */
const waitsMs = [50, 200, 750, 2_000, 4_000, 8_000, 16_000];

/** Who looks at rows: whether others may insert and delete some meanwhile, and what ends the wait for that. */
interface Sender {
	isOnlyProcess: boolean;
	signal?: AbortSignal;
}

const minuteMs = 60_000;

/** So many rows that stay as they are this process remembers. */
const maxAbandoned = 10_000;

/** Rows that are to be deleted once a time has come. */
interface Deletion {
	/** In milliseconds since the epoch. */
	at: number;
	rows: string[];
	/** Whether somebody needs them then. */
	isNeeded?: () => Promise<boolean>;
}

/**
 * The rows of a node as the runs of this process use them. Rows are inserted and deleted, and never change what they say: so
 * n8n, which reads and writes without a transaction, can lose nothing. All calls throw n8n's error when it refuses.
 */
export class Store {
	private static readonly stores = new Map<string, Store>();

	/** What goes one after the other in this process. */
	readonly order = new WorkOrder();

	private readonly abandoned = new Set<string>();

	private readonly deletions = new Set<Deletion>();

	private isRefused = false;

	private isDeleting = false;

	private constructor(private rows: Rows) {}

	/** The rows of a node. */
	static of(node: string, rows: Rows = noTable): Store {
		const store = this.stores.get(node) ?? new Store(rows);
		this.stores.set(node, store);
		store.rows = rows;
		return store;
	}

	/**
	 * Inserts a row, and answers whether this call did: of all processes, one does. Where n8n inserts it but reports an error, no call
	 * answers yes: nobody knows then what becomes of its message. `count` is what the row says.
	 */
	async insert(row: string, count = 1): Promise<boolean> {
		return (await this.insertOrFind(row, values(count))).length === 0;
	}

	/**
	 * Inserts a row for an owner, and answers whether it is theirs, now or since earlier. Who has lost it is among its values, too: a row
	 * of their own tells them from the one who has it. All of it is deleted after a while.
	 */
	async claimFor(row: string, owner: string, keptMs: number): Promise<boolean> {
		const lost = `${row} ${owner}`;
		const found = await this.insertOrFind(row, [present, owner]);
		const isLost = found.includes(present) && (!found.includes(owner) || (await this.has(lost)));
		if (isLost) await this.insert(lost);
		this.deleteLater([isLost ? lost : row], keptMs);
		return !isLost;
	}

	/** What a row says; 0, if it is not there. */
	async count(row: string): Promise<number> {
		return await this.use(row, async ({ count }) => await count());
	}

	async has(row: string): Promise<boolean> {
		return (await this.count(row)) > 0;
	}

	/** Says of rows that their message was accepted. */
	async accept(...rows: string[]): Promise<void> {
		for (const row of rows) await this.insert(accepted(row));
	}

	/** Inserts a row for a message that has left, and what is known of it. Answers whether it is new. */
	async insertLate(row: string, said: number): Promise<boolean> {
		const found = await this.insertOrFind(row, values(said));
		if (said > says.unknown && found.length === 1) await this.accept(row);
		return found.length === 0;
	}

	/** What rows say of a message together, and which of them say that somebody sends it. */
	async stateOf(rows: string[]): Promise<Found & { open: string[] }> {
		const open: string[] = [];
		for (const row of rows) {
			const count = await this.count(row);
			if (count > says.unknown || (count === says.unknown && (await this.has(accepted(row))))) {
				return { state: 'accepted', open, by: count > says.accepted ? undefined : row };
			}
			if (count === says.unknown) open.push(row);
		}
		return { state: open.length > 0 ? 'unknown' : 'new', open };
	}

	/** What rows say once nobody sends their message; unknown, where that does not end. */
	async stateOnceEnded(rows: string[], { isOnlyProcess, signal }: Sender): Promise<Found> {
		for (let waits = 0; ; waits += 1) {
			const { state, open, by } = await this.stateOf(rows);
			const mayEnd = !isOnlyProcess && open.some((row) => !this.abandoned.has(row));
			if (state !== 'unknown' || !mayEnd || signal?.aborted) return { state, by };
			const waitMs = waitsMs[waits];
			if (waitMs === undefined) this.abandon(open);
			else await pause(waitMs * (0.75 + Math.random() / 2), signal);
		}
	}

	/** Notes of rows that they stay as they are: nobody knows what became of their message, or waits for it any more. */
	abandon(rows: string[]): void {
		for (const row of rows) {
			const [oldest = row] = this.abandoned.add(row);
			if (this.abandoned.size > maxAbandoned) this.abandoned.delete(oldest);
		}
	}

	/** Deletes the row of a message that was refused, unless somebody else's was accepted meanwhile. */
	async withdraw(row: string): Promise<void> {
		if (!(await this.has(accepted(row)))) await this.delete(row);
	}

	/** Deletes rows and what was said of them; a kill in between leaves a doubt at most. */
	async delete(...rows: string[]): Promise<void> {
		for (const row of rows.flatMap((one) => [accepted(one), one])) {
			await this.use(row, async (one) => await one.delete());
		}
	}

	/** Deletes rows after a while, if n8n still runs and nobody needs them then; that n8n refuses is lost. */
	deleteLater(rows: string[], ms: number, isNeeded?: Deletion['isNeeded']): void {
		if (rows.length === 0) return;
		this.deletions.add({ at: Date.now() + ms, rows, isNeeded });
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
		for (const deletion of due) await this.deleteUnlessNeeded(deletion).catch(() => {});
	}

	private async deleteUnlessNeeded({ rows, isNeeded }: Deletion): Promise<void> {
		if (!(await isNeeded?.())) await this.delete(...rows);
	}

	private async insertOrFind(name: string, all: string[]): Promise<string[]> {
		return await this.use(name, async (row) => await row.insertOrFind(all));
	}

	/** Calls n8n, and again where it refuses. */
	private async use<Result>(name: string, call: (row: Row) => Promise<Result>): Promise<Result> {
		const [pauses, patience] = this.isRefused ? [pausesMs.slice(0, 1), 1_000] : [pausesMs, patienceMs];
		const until = performance.now() + patience;
		for (let tries = 0; ; tries += 1) {
			const called = call(this.rows(name));
			const isTaken = await called.then(
				() => true,
				() => false,
			);
			const pauseMs = performance.now() > until ? undefined : pauses[tries];
			if (isTaken || pauseMs === undefined) {
				this.isRefused = !isTaken;
				return await called;
			}
			await sleep(pauseMs);
		}
	}
}
