import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { WorkOrder } from '../pace/work-order';
import { N8nList } from './n8n-list';
import { entries, scope, type Rows } from './rows';

/** How long outdated values wait for a call with which they are removed, in milliseconds, and at most while n8n refuses. */
const removedAfterMs = { usually: 100, atMost: 60_000 };

/** How many removals' worth of values go with one call at most. */
const removalsAtOnce = 10;

/** How many announcements are kept; all are forgotten then. */
const maxAnnouncements = 100;

/** The calls of a list are one after the other. */
const ofList = 'list';

/** Says by what was found which values are recorded. */
type Choice = (found: Set<string>) => string[];

/** What one caller wants of the list. */
interface Call {
	values: string[];
	/** How many of them may not stay. */
	passing: number;
	choose: Choice;
	resolve: (found: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * A node's list as the runs of this process use it: they call one after the other, and what they want meanwhile goes
 * together. The list can only be asked by recording what is asked; what was not there is removed at once.
 */
export class NodeList extends N8nList {
	private static readonly lists = new Map<string, NodeList>();

	/** What goes one after the other in this process: messages that are the same, and calls of the list. */
	readonly order = new WorkOrder();

	/** What no longer ends: this process does not know how it ended, or has waited in vain for another one, which was killed. */
	readonly abandoned = new Set<string>();

	/** How many announcements the last call has found; they are counted only where a run needs that. */
	announcements = 0;

	private countsAnnouncements = false;

	private waiting: Call[] = [];

	/** Values that go with the next call, because n8n's database did not take them, or because they are not urgent. */
	private readonly queued = new Set<string>();

	/** Values that are removed soon, and count as gone. */
	private readonly outdated = new Set<string>();

	private isRemoving = false;

	private removedAfterMs = removedAfterMs.usually;

	/** The list of a node. */
	static of(node: string, rows: Rows): NodeList {
		const list = this.lists.get(node) ?? new NodeList(rows);
		this.lists.set(node, list);
		list.rows = rows;
		return list;
	}

	/** Records values and answers which of them were there before. n8n's error when it refuses. */
	async record(values: string[]): Promise<Set<string>> {
		return await this.claim(values, () => values, 0);
	}

	/** Answers which of the values are there, and leaves none that were not. n8n's error when it refuses. */
	async ask(values: string[]): Promise<Set<string>> {
		return values.length === 0 ? new Set() : await this.claim(values, () => []);
	}

	/**
	 * Answers which of the values are there, and records those that `choose` gives by that answer: nobody else records anything in
	 * between. `passing` is how many of them may not stay. n8n's error when it refuses.
	 */
	async claim(values: string[], choose: Choice, passing = values.length): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ values, passing, choose, resolve, reject });
			if (this.waiting.length === 1) void this.order.next(ofList, async () => await this.serve());
		});
	}

	/** Has values recorded with the next call. */
	queue(values: string[]): void {
		for (const value of values) {
			this.outdated.delete(value);
			this.queued.add(value);
		}
	}

	/** Has values removed soon. */
	removeSoon(values: string[]): void {
		for (const value of values) {
			this.queued.delete(value);
			this.outdated.add(value);
		}
		void this.removeInTime();
	}

	/** Records what is queued and removes what is outdated. n8n's error when it refuses. */
	async flush(): Promise<void> {
		if (this.queued.size > 0) await this.record([]);
		if (this.outdated.size === 0) return;
		await this.order.next(
			ofList,
			async () => await this.locked(async () => await this.remove(this.outdated)),
		);
	}

	/** Makes the runs of all processes notice that another one sends what they may send. n8n's error when it refuses. */
	async announce(): Promise<void> {
		const add = async () => {
			const row = this.rows('runs');
			const count = await row.getProcessedDataCount(scope, entries);
			if (count >= maxAnnouncements) await row.clearAllProcessedItems(scope, entries);
			await row.checkProcessedAndRecord([randomUUID()], scope, entries);
		};
		await this.order.next(ofList, async () => await this.locked(add));
	}

	/** Counts the announcements, now and with each call. n8n's error when it refuses. */
	async countAnnouncements(): Promise<number> {
		this.countsAnnouncements = true;
		return (this.announcements = await this.rows('runs').getProcessedDataCount(scope, entries));
	}

	private async removeInTime(): Promise<void> {
		if (this.isRemoving || this.outdated.size === 0) return;
		this.isRemoving = true;
		await sleep(this.removedAfterMs);
		this.isRemoving = false;
		this.removedAfterMs = await this.flush().then(
			() => removedAfterMs.usually,
			() => Math.min(removedAfterMs.atMost, 2 * this.removedAfterMs),
		);
		void this.removeInTime();
	}

	/** Records and asks what has come up. */
	private async serve(): Promise<void> {
		if (this.waiting.length === 0) return;
		await sleep(0);
		let calls: Call[] = [];
		try {
			const answers = await this.locked(async () => {
				if (calls.length === 0) calls = this.takeCalls();
				return await this.answer(calls);
			});
			for (const [index, { resolve }] of calls.entries()) resolve(answers[index] as Set<string>);
		} catch (error) {
			for (const { reject } of calls.length > 0 ? calls : this.waiting.splice(0)) reject(error);
		}
		if (this.waiting.length > 0) void this.order.next(ofList, async () => await this.serve());
	}

	/** Takes as many calls as can be answered in a short time. */
	private takeCalls(): Call[] {
		const max = removalsAtOnce * this.removableAtOnce;
		let count = 0;
		const end = this.waiting.findIndex(({ passing }) => (count += passing) > max);
		return this.waiting.splice(0, end === -1 ? this.waiting.length : Math.max(1, end));
	}

	private async answer(calls: Call[]): Promise<Array<Set<string>>> {
		if (this.countsAnnouncements) await this.countAnnouncements();
		const asked = new Set(calls.flatMap(({ values }) => values));
		const queued = [...this.queued];
		const passing = calls.reduce((sum, call) => sum + call.passing, 0);
		const gone = [...asked].filter((value) => this.outdated.has(value));
		const there = await this.enter([...new Set([...queued, ...asked])], passing);
		for (const value of gone) if (this.outdated.delete(value)) there.delete(value);
		for (const value of queued) if (this.queued.delete(value)) there.add(value);
		const answers = calls.map(({ values, choose }) => {
			const found = new Set(values.filter((value) => there.has(value)));
			for (const value of choose(found)) {
				this.outdated.delete(value);
				there.add(value);
			}
			return found;
		});
		for (const value of asked) if (!there.has(value)) this.outdated.add(value);
		await this.remove(this.outdated).catch(() => void this.removeInTime());
		return answers;
	}
}
