/** Random histories of runs, kills, stops, Retries, edits and clocks: docs/delivery.md, "What a run sends". */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { dayOf } from '../../nodes/shared/record/message';
import { retryRun, startRun, type CampaignRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import type { Kill } from '../support/histories';
import { deleteDue, forgetStores, processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
const pass = useShortWaits(25);

const dayAt = (ms: number) => dayOf(ms, 'America/New_York');

const numRuns = Number(process.env.PROPERTY_RUNS ?? 8);
const minuteMs = 60_000;
const person = (index: number) => `+12025550${160 + index}`;

const lists = [
	[0, 1, 2, 3, 4, 5],
	[5, 6, 7, 8],
].map((people) => people.map(person));

/**
 * One run: how it is started, which list it has or which execution it repeats, how it ends unless by itself, who is refused
 * meanwhile, whether its texts are made anew, and how the clock moves before it.
 */
interface Course {
	how: 'trigger' | 'retry' | 'manual' | 'row';
	which: number;
	kill?: Kill;
	stopAfter?: number;
	refused: number[];
	isAnew: boolean;
	passesMs: number;
}

const course: fc.Arbitrary<Course> = fc.record(
	{
		how: fc.constantFrom<Array<Course['how']>>('trigger', 'retry', 'retry', 'manual', 'manual', 'row'),
		which: fc.nat(5),
		kill: fc.oneof(
			{
				weight: 4,
				arbitrary: fc.record({
					write: fc.integer({ min: 1, max: 30 }),
					when: fc.constantFrom('before' as const, 'after' as const),
				}),
			},
			{ weight: 1, arbitrary: fc.constant('inLaterNode' as const) },
		),
		stopAfter: fc.integer({ min: 1, max: 4 }),
		refused: fc.uniqueArray(fc.nat(8), { maxLength: 2 }),
		isAnew: fc.boolean(),
		passesMs: fc.constantFrom(2_000, 2_000, 80 * minuteMs, 13 * 60 * minuteMs, 50 * 60 * minuteMs),
	},
	{ requiredKeys: ['how', 'which', 'refused', 'isAnew', 'passesMs'] },
);

/** What is known of one run: its execution, when it began by the clock, what it sent, and whether it was cut off. */
interface Run {
	execution: number;
	isManual: boolean;
	isRow: boolean;
	establishedAt: number;
	startedAt: number;
	text: string;
	sentTo: string[];
	isCutOff: boolean;
	/** Whether it was to be killed, and whether it was before its end. */
	mayBeKilled: boolean;
	isKilled: boolean;
	isWhole: boolean;
	isRetry: boolean;
}

function refuse(people: number[]): void {
	for (const index of people) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient: person(index) } });
	}
}

function textOf({ parameters }: CampaignRun): string {
	return String(parameters?.message);
}

function peopleOf(how: Course['how'], which: number): string[] {
	const list = lists[which % lists.length] as string[];
	return how === 'row' ? [list[which % list.length] as string] : list;
}

function isWhole({ finished, wasStopped }: Started): boolean {
	return (
		finished !== undefined && !wasStopped && finished.allJson().every(({ status }) => status === 'accepted')
	);
}

/** Whether a manual list was told to wait. */
function wasStopped(finished: Started['finished']): boolean {
	return finished?.allJson().some(({ reason }) => /has not ended/.test(String(reason))) ?? false;
}

class History {
	private readonly runs: Run[] = [];

	private readonly executions: Array<{ started: Started; isManual: boolean; canBeRetried: boolean }> = [];

	constructor(private readonly inRounds: boolean) {}

	async add({ how, which, refused, passesMs, ...course }: Course): Promise<void> {
		pass(passesMs);
		// The model does not know on which side of midnight a message leaves.
		while (dayAt(Date.now()) !== dayAt(Date.now() + 5 * minuteMs)) pass(minuteMs);
		await deleteDue(Date.now());
		refuse(refused);
		const [index, retried] = (how === 'retry' ? this.retriable(which) : undefined) ?? [];
		const people = peopleOf(how, which);
		const isManual = retried?.isManual ?? ['manual', 'row'].includes(how);
		const run = this.runOf(course, people, isManual, retried !== undefined);
		const startedAt = Date.now();
		const before = simulator().outbox.length;
		const started = retried
			? await retryRun(retried.started, run)
			: await startRun(
					people.map((to) => ({ to, startedBy: this.runs.length })),
					run,
				);
		const execution = index ?? this.executions.length;
		const first = this.runs.find((earlier) => earlier.execution === execution);
		const one: Run = {
			execution,
			isManual,
			isRow: how === 'row',
			establishedAt: first?.establishedAt ?? startedAt,
			startedAt,
			text: textOf(run),
			sentTo: simulator()
				.outbox.slice(before)
				.map(({ to }) => to),
			isCutOff: !started.finished || started.wasStopped === true,
			mayBeKilled: course.kill !== undefined,
			isKilled: !started.finished,
			isWhole: isWhole(started),
			isRetry: retried !== undefined,
		};
		this.check(one, started, retried?.started);
		this.runs.push(one);
		this.noteEnd(one, started, retried);
	}

	/** An execution that n8n offers a Retry of, if there is one. */
	private retriable(which: number) {
		const all = [...this.executions.entries()].filter(([, { canBeRetried }]) => canBeRetried);
		return all[which % Math.max(1, all.length)];
	}

	private runOf(
		{ kill, stopAfter, isAnew }: Pick<Course, 'kill' | 'stopAfter' | 'isAnew'>,
		people: string[],
		isManual: boolean,
		isRetry: boolean,
	): CampaignRun {
		return {
			...(kill ? { kill } : { stopAfter: stopAfter && simulator().outbox.length + stopAfter }),
			inRounds: this.inRounds && people.length > 1,
			parameters: { message: isAnew && isRetry ? `Hello ${this.runs.length}` : 'Hello' },
			mode: isManual ? 'manual' : 'trigger',
		};
	}

	/**
	 * Whether n8n offers a Retry of an execution now: not of a manual one that was killed. One of an execution that has ended begins
	 * with the round that failed.
	 */
	private noteEnd(run: Run, started: Started, retried?: { canBeRetried: boolean }): void {
		const hasAnswers = started.finished !== undefined && !started.wasStopped;
		const canBeRetried =
			!run.isWhole && !(hasAnswers && this.inRounds) && (!run.isManual || started.finished !== undefined);
		if (!retried) this.executions.push({ started, isManual: run.isManual, canBeRetried });
		else if (started.finished) retried.canBeRetried = canBeRetried;
	}

	/**
	 * Those of the earlier runs whose messages a run leaves out: for a Retry, its own tries, and what was sent by hand on a day since
	 * its execution began; for a manual list, what was sent yesterday or today by hand, or by what failed.
	 */
	private countingFor(run: Run, isRetry: boolean): Run[] {
		const isEqual = ({ text }: Run) => text === run.text;
		if (isRetry) {
			return this.runs.filter(
				(earlier) =>
					earlier.execution === run.execution ||
					(earlier.isManual && isEqual(earlier) && dayAt(earlier.startedAt) >= dayAt(run.establishedAt)),
			);
		}
		if (!run.isManual || run.isRow) return [];
		const isRecent = (by: Run) => by.text === run.text && dayAt(by.startedAt) >= dayAt(run.startedAt) - 1;
		return this.runs.filter((earlier) => this.listedBy(earlier).some(isRecent));
	}

	/**
	 * The runs by which manual lists know what a run has sent: itself, but for those of triggers that went well, or that n8n was killed
	 * in; these are known by a Retry that has ended.
	 */
	private listedBy(run: Run): Run[] {
		if (run.isManual || run.isRetry) return [run];
		const own = run.isRow || run.isKilled || run.isWhole ? [] : [run];
		const later = this.runs.filter(
			(other) => other.isRetry && !other.isKilled && other.execution === run.execution,
		);
		return [...own, ...(run.isKilled ? later : [])];
	}

	/** Whether a list of a trigger that n8n was killed in stops a manual list of a day. */
	private mayBeStopped(run: Run): boolean {
		const isRecent = ({ establishedAt }: Run) => dayAt(establishedAt) >= dayAt(run.startedAt) - 1;
		const hasEnded = ({ execution }: Run) =>
			this.runs.some((other) => other.execution === execution && !other.mayBeKilled);
		return this.runs.some(
			(other) => !other.isManual && !other.isRow && isRecent(other) && other.mayBeKilled && !hasEnded(other),
		);
	}

	/** Whom earlier tries of the execution left out because they had the message already: a Retry leaves them out as well. */
	private leftOutBefore(run: Run): string[] {
		const tries = this.runs.filter(({ execution }) => execution === run.execution);
		return tries.flatMap((one, index) => {
			const earlier = this.runs.slice(0, this.runs.indexOf(one));
			const counting = this.countingFor(one, index > 0).filter((other) => earlier.includes(other));
			return counting.flatMap(({ sentTo }) => sentTo);
		});
	}

	/** What a run tells. n8n runs no round again of an execution that was stopped once that had ended: its rows are the old ones. */
	private newRows(finished: Started['finished'], retried?: Started): IDataObject[] {
		const old = new Set(retried?.finished?.allJson().map((row) => JSON.stringify(row)));
		return (finished?.allJson() ?? []).filter((row) => !old.has(JSON.stringify(row)));
	}

	/** What a manual list may know by a run that n8n was killed in, and by a Retry that has found it as sent. */
	private perhapsListed({ isManual, isRow, text }: Run): Run[] {
		const isListed = ({ execution }: Run) =>
			this.runs.some((by) => by.text === text && by.execution === execution);
		return isManual && !isRow ? this.runs.filter(isListed) : [];
	}

	private check(run: Run, { finished }: Started, retried?: Started): void {
		if (wasStopped(finished)) {
			expect([run.isManual && !run.isRow && !retried, this.mayBeStopped(run), run.sentTo]).toEqual([
				true,
				true,
				[],
			]);
			return;
		}
		const isRetry = retried !== undefined;
		const counting = this.countingFor(run, isRetry);
		const sentBefore = new Set(counting.flatMap(({ sentTo }) => sentTo));
		expect(new Set(run.sentTo).size).toBe(run.sentTo.length);
		expect(run.sentTo.filter((to) => sentBefore.has(to))).toEqual([]);
		const leftOut = new Set(this.leftOutBefore(run));
		const certain = counting.filter(
			({ execution, startedAt }) => execution === run.execution || !isRetry || startedAt >= run.establishedAt,
		);
		// Where a run was stopped, it may not have come to ask what others have sent.
		const wasSent = (to: unknown, isStopped: boolean) =>
			[run, ...(isStopped ? [] : certain)].some(({ sentTo }) => sentTo.includes(String(to)));
		const listed = isRetry ? [] : this.perhapsListed(run);
		const mayBeInDoubt = [...counting, ...listed].some(({ isCutOff }) => isCutOff);
		for (const { to, status, reason } of this.newRows(finished, retried)) {
			const isSent = [run, ...counting, ...listed].flatMap(({ sentTo }) => sentTo).includes(String(to));
			if (status === 'accepted') expect([to, isSent || leftOut.has(String(to))]).toEqual([to, true]);
			else if (status === 'unknown') expect([to, run.isCutOff || mayBeInDoubt]).toEqual([to, true]);
			else {
				const isStopped = /stopped/.test(String(reason));
				expect([to, wasSent(to, isStopped), reason]).toEqual([
					to,
					false,
					expect.stringMatching(/403|stopped/),
				]);
			}
		}
	}
}

const plain = { which: 0, refused: [], isAnew: false, passesMs: 2_000 };
const retry: Course = { ...plain, how: 'retry' };
const list: Course = { ...plain, how: 'trigger' };
const byHand: Course = { ...plain, how: 'manual' };
const row: Course = { ...plain, how: 'row' };

/** What was once found, and what happens to people: the courses, and whether in rounds of a loop. */
const examples: Array<[Course[], boolean]> = [
	[[{ ...list, kill: { write: 2, when: 'after' } }, retry, retry], true],
	[[{ ...list, kill: { write: 4, when: 'after' } }, list, retry], false],
	[[{ ...list, kill: 'inLaterNode' }, retry, retry], false],
	[[{ ...list, stopAfter: 3 }, row, row, byHand], false],
	[[{ ...list, refused: [0, 2] }, row, { ...row, which: 2 }, byHand, byHand], false],
	[
		[
			{ ...list, refused: [0, 1] },
			{ ...byHand, refused: [5] },
			{ ...retry, isAnew: true },
		],
		false,
	],
	[[{ ...list, refused: [3, 4] }, { ...retry, refused: [3] }, retry], false],
	[[{ ...list, stopAfter: 3 }, byHand], true],
	[[{ ...list, kill: { accepted: 3 } }, byHand, retry, byHand], false],
	[[{ ...list, refused: [1] }, byHand, retry], false],
	[[list, byHand, byHand], false],
	[[{ ...list, which: 3, stopAfter: 4 }, byHand, retry], true],
	[[{ ...list, stopAfter: 1, refused: [3] }, byHand, retry], true],
];

test(
	'whatever is cut off, edited and run again: nobody twice, nobody left out, nobody told wrongly',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(course, { minLength: 2, maxLength: 6 }),
				fc.boolean(),
				async (courses, inRounds) => {
					simulator().reset();
					processedData.clear();
					forgetStores();
					const history = new History(inRounds);
					for (const one of courses) await history.add(one);
				},
			),
			{ numRuns: examples.length + numRuns, examples },
		);
	},
	(examples.length + numRuns) * 20_000,
);
