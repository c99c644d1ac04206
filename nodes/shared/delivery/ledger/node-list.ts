import { sleep } from 'n8n-workflow';

import { N8nList, rounds, type Deduplication } from './n8n-list';
import { OutdatedValues } from './outdated-values';
import { Turns } from './turns';
import { Watch } from './watch';

/** How long what was recorded is kept, alone and beside others, and the pause between calls meanwhile, in milliseconds. */
const keptMs = { alone: 2_000, shared: 30_000, pause: 250, pauseLost: 50 };

/** When outdated values are removed, in milliseconds: in long runs once so many have come together, or after some waits. */
const removal = { everyMs: 100, together: 40, maxWaits: 40 };

interface Waiting {
	values: string[];
	/** Whether the values stay there. */
	isRecord: boolean;
	/** Whether what others write at the same time must show. */
	isQuiet: boolean;
	resolve: (found: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * A node's list as the runs of this process use it: they call one after the other, and what they want meanwhile goes
 * together. The list can only be asked by recording what is asked.
 */
export class NodeList extends N8nList {
	/** Whether this process has noticed another one. From then on, what is recorded is read back before it counts. */
	static isShared = false;

	private static readonly lists = new Map<string, NodeList>();

	/** Whose turn it is among the messages of this process. */
	readonly turns = new Turns();

	/** What this process has waited for in vain: its process was killed. */
	readonly abandoned = new Set<string>();

	/** How many runs of this process have announced themselves. */
	announcements = 0;

	private readonly waiting: Waiting[] = [];

	/** Values that must stay there, and since when. */
	private readonly kept = new Map<string, number>();

	private isKeeping = false;

	/** Whether the last call has not found all that is kept. */
	private hasLost = false;

	/** Values that go with the next call, because n8n's database did not take them, or because they are not urgent. */
	private readonly queued = new Set<string>();

	private readonly outdated = new OutdatedValues();

	private line: Promise<unknown> = Promise.resolve();

	private isRemoving = false;

	private readonly watch = new Watch();

	/** The list of a node. */
	static of(node: string, helpers: Deduplication): NodeList {
		const list = this.lists.get(node) ?? new NodeList(helpers);
		this.lists.set(node, list);
		list.helpers = helpers;
		return list;
	}

	/** Records values and answers which of them were there before. n8n's error when it refuses. */
	async record(values: string[]): Promise<Set<string>> {
		return await this.wait(values, true);
	}

	/** Answers which of the values that were recorded are still there, once others have written, and records them again. */
	async readBack(values: string[]): Promise<Set<string>> {
		await sleep(this.settleMs);
		return await this.wait(values, true, true);
	}

	/** Answers which of the values are there, and leaves none that were not. n8n's error when it refuses. */
	async ask(values: string[]): Promise<Set<string>> {
		return values.length === 0 ? new Set() : await this.wait(values, false);
	}

	/** Has values recorded with the next call. */
	queue(values: string[]): void {
		for (const value of values) this.queued.add(value);
	}

	/** Has recorded values stay there: where there are other processes, which may write an older list back, each call enters them. */
	keep(values: string[]): void {
		for (const value of values) this.kept.set(value, performance.now());
		if (!this.isKeeping) void this.enterKept();
	}

	/** Lets values go that others may have removed. */
	forget(values: string[]): void {
		for (const value of values) this.kept.delete(value);
	}

	/** Has values removed soon, and again for a while. Of long runs many go together: n8n writes the whole list each time. */
	removeSoon(values: string[], isLongRun = false, rounds?: number): void {
		for (const value of values) this.queued.delete(value);
		this.outdate(values, rounds);
		void this.removeInTime(isLongRun);
	}

	/** Records what is queued and removes what is outdated. n8n's error when it refuses. */
	async flush(): Promise<void> {
		await this.alone(async () => {
			if (this.queued.size > 0) await this.recordNow([]);
			await this.removeOutdated();
		});
	}

	/** Makes other processes notice this one, and runs of this process each other, and enter again what it has overwritten. */
	async announce(): Promise<void> {
		this.announcements += 1;
		for (let round = 1; round <= rounds.max; round += 1) {
			const hasFound = await this.alone(async () => await this.unwatch());
			await sleep(this.settleMs);
			if (!hasFound && round > 1) break;
		}
		await sleep(keptMs.pause);
	}

	/** Resolves once what must be there stays there, and removes what is outdated. */
	async settle(): Promise<void> {
		for (let round = 1; round <= rounds.max; round += 1) {
			await sleep(this.settleMs);
			const there = [...this.kept.keys()];
			const found = await this.record(there);
			await this.flush();
			if (round >= rounds.min && there.every((value) => found.has(value))) return;
		}
	}

	/** Calls often enough to notice in time what another process overwrites, and to enter it again. */
	private async enterKept(): Promise<void> {
		this.isKeeping = true;
		while (this.kept.size > 0) {
			const now = performance.now();
			const maxMs = NodeList.isShared ? keptMs.shared : keptMs.alone;
			for (const [value, since] of this.kept) if (now - since > maxMs) this.kept.delete(value);
			const pauseMs = this.hasLost ? keptMs.pauseLost : keptMs.pause;
			const dueInMs = this.lastCallAt + pauseMs - now;
			if (dueInMs > 0) await sleep(dueInMs);
			else await this.record([]).catch(async () => await sleep(pauseMs));
		}
		this.isKeeping = false;
	}

	private async removeInTime(isLongRun = false): Promise<void> {
		if (this.isRemoving || this.outdated.size === 0) return;
		this.isRemoving = true;
		for (let waits = isLongRun ? removal.maxWaits : 1; waits > 0; waits -= 1) {
			await sleep(removal.everyMs);
			if (this.outdated.newCount >= removal.together) break;
		}
		this.isRemoving = false;
		await this.flush().catch(() => {});
		void this.removeInTime(isLongRun);
	}

	private async wait(values: string[], isRecord: boolean, isQuiet = false): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ values, isRecord, isQuiet, resolve, reject });
			if (this.waiting.length === 1) void this.alone(async () => await this.serve());
		});
	}

	private async alone<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = this.line.then(work);
		this.line = result.catch(() => {});
		return await result;
	}

	/** Records and asks what has come up, in one call. */
	private async serve(): Promise<void> {
		await (this.waiting.some(({ isQuiet }) => isQuiet) ? this.quiet() : sleep(0));
		const group = this.waiting.splice(0);
		try {
			const ofRecords = group.filter(({ isRecord }) => isRecord).flatMap(({ values }) => values);
			const recorded = new Set([...ofRecords, ...this.queued]);
			const asked = group.filter(({ isRecord }) => !isRecord).flatMap(({ values }) => values);
			const there = await this.recordNow([...ofRecords, ...asked], asked.length);
			const absent = asked.filter((value) => !there.has(value) && !recorded.has(value));
			if (absent.length > 0) {
				this.outdate(absent, NodeList.isShared ? undefined : 1);
				await this.removeOutdated();
				void this.removeInTime();
			}
			for (const { values, isRecord, resolve } of group) {
				resolve(new Set(values.filter((value) => there.has(value))));
				if (isRecord) for (const value of values) there.add(value);
			}
		} catch (error) {
			for (const { reject } of group) reject(error);
		}
	}

	/** Removes the watches of other processes, and answers whether there were any. */
	private async unwatch(): Promise<boolean> {
		await this.measure();
		await this.quiet();
		const { others } = this.watch;
		const there = await this.recordAll(others, others.length);
		await this.remove(others);
		return there.size > 0;
	}

	/** Records values and what is queued, and answers which were there before. So many of them are removed soon. */
	private async recordNow(values: string[], passing = 0): Promise<Set<string>> {
		await this.measure();
		const { last } = this.watch;
		const next = NodeList.isShared ? [] : this.watch.next();
		const kept = NodeList.isShared ? [...this.kept.keys()] : [];
		const all = [...new Set([...last, ...next, ...this.queued, ...kept, ...values])];
		const there = await this.recordAll(all, passing);
		for (const value of all) this.queued.delete(value);
		const isNoticed = last.some((value) => !there.has(value));
		this.hasLost = isNoticed || kept.some((value) => !there.has(value));
		NodeList.isShared ||= isNoticed;
		this.watch.last = next;
		this.outdate(last);
		if (isNoticed) await this.recordAll([...this.kept.keys()], passing);
		return there;
	}

	/** Enters values, and answers which were there before and are not outdated. */
	private async recordAll(values: string[], passing: number): Promise<Set<string>> {
		const gone = values.filter((value) => this.outdated.isNew(value));
		for (const value of values) this.outdated.delete(value);
		const there = await this.enter(values, passing);
		for (const value of gone) there.delete(value);
		return there;
	}

	private outdate(values: string[], rounds?: number): void {
		this.forget(values);
		this.outdated.add(values, rounds);
	}

	private async removeOutdated(): Promise<void> {
		await this.remove(this.outdated.takeDue(this.settleMs, NodeList.isShared));
	}
}
