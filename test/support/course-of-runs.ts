/** A model of what a node sends in run after run, as docs/delivery.md promises it in "What a run sends". */
import { sleep, type INodeParameters } from 'n8n-workflow';

import type { Kill } from './histories';
import { deleteDue, forgetStores } from './processed-data';
import { dayAt, EarlierRuns, type Run } from './earlier-runs';
import { VirtualNode, type Fault, type VirtualExecution, type VirtualRun } from './virtual-node';

export const minuteMs = 60_000;

/** How long a run with keys or a campaign lasts at most where nothing fails and nothing was killed: it waits for nobody who is over. */
const longestMs = 5_000;

const person = (index: number) => `+12025550${160 + index}`;

const lists = [
	[0, 1, 2, 3, 4, 5],
	[5, 6, 7, 8],
].map((people) => people.map(person));

/**
 * One run: how it is started, which list it has or which execution it repeats, how it ends unless by itself, whose message the
 * service does not take at first, whether its texts are made anew, and how the clock moves before it.
 */
export interface Course {
	how: 'trigger' | 'retry' | 'manual' | 'row';
	which: number;
	kill?: Kill;
	stopAfter?: number;
	faults: Array<[person: number, fault: Fault, times: number]>;
	isAnew: boolean;
	passesMs: number;
}

/** An execution, and whether n8n offers a Retry of it. */
interface Execution {
	people: string[];
	isManual: boolean;
	started?: VirtualExecution;
	canBeRetried: boolean;
}

/** How a run ended. */
function endOf({ faults, kill }: Course, { rows, wasStopped }: VirtualExecution) {
	return {
		isFaulty: faults.length > 0,
		unanswered: faults.filter(([, fault]) => fault === 'unanswered').map(([index]) => person(index)),
		mayBeKilled: kill !== undefined,
		isKilled: !rows,
		isCutOff: !rows || wasStopped,
		failed: (rows ?? []).filter(({ status }) => status === 'failed').map(({ to }) => String(to)),
		isWhole: !wasStopped && rows?.every(({ status }) => status === 'accepted') === true,
	};
}

/** Whether a manual list was told to wait. */
function wasHeld({ rows = [] }: VirtualExecution): boolean {
	return rows.some(({ reason }) => /has not ended/.test(String(reason)));
}

/** Runs of one node after each other, each of which is checked by what is known of those before it. */
export class CourseOfRuns {
	private readonly earlier: EarlierRuns;

	private readonly executions: Execution[] = [];

	private readonly node: VirtualNode;

	constructor(
		private readonly inRounds: boolean,
		isOnlyProcess: boolean,
		private readonly options: INodeParameters,
	) {
		forgetStores();
		this.node = new VirtualNode(isOnlyProcess);
		this.earlier = new EarlierRuns(Object.keys(options).length > 0);
	}

	/** Does one more run, and checks it. */
	async add(course: Course): Promise<void> {
		const { how, which, faults, passesMs } = course;
		await sleep(passesMs);
		// The model does not know on which side of midnight a message leaves.
		while (dayAt(Date.now()) !== dayAt(Date.now() + 5 * minuteMs)) await sleep(minuteMs);
		await deleteDue(Date.now());
		this.fail(faults);
		const retried = how === 'retry' ? this.retriable(which) : undefined;
		const execution = retried ?? this.newExecution(how, which);
		const run = this.runOf(course, execution, retried !== undefined);
		const startedAt = Date.now();
		const before = this.node.sentTo.length;
		const started = await this.node.run(execution.people, run, execution.started);
		execution.started ??= started;
		const known = {
			...{
				execution: this.executions.indexOf(execution),
				isManual: execution.isManual,
				isRow: how === 'row',
			},
			...{ startedAt, establishedAt: started.establishedAt, text: run.message },
			...{ sentTo: this.node.sentTo.slice(before), isRetry: retried !== undefined },
		};
		this.note({ ...known, ...endOf(course, started) }, started, execution);
	}

	/** Checks a run, and what it means for those after it. */
	private note(run: Run, started: VirtualExecution, execution: Execution): void {
		const { earlier, inRounds } = this;
		this.check(run, started);
		const isHeldUp = run.isFaulty || [run, ...earlier.runs].some(({ mayBeKilled }) => mayBeKilled);
		if (earlier.areNamed && !isHeldUp) expect(Date.now() - run.startedAt).toBeLessThan(longestMs);
		earlier.runs.push(run);
		// Of a manual execution that was killed, n8n offers no Retry. That of one that has ended begins with the round that failed.
		const isRoundKept = inRounds && !run.isCutOff;
		const isLost = run.isManual && run.isKilled;
		if (!run.isKilled || !run.isRetry) execution.canBeRetried = !run.isWhole && !isRoundKept && !isLost;
	}

	/** Has the service fail with the next messages to people: what was left from the run before is over. */
	private fail(faults: Course['faults']): void {
		this.node.faults.clear();
		for (const [index, fault, times] of faults)
			this.node.faults.set(person(index), Array<Fault>(times).fill(fault));
	}

	/** An execution that n8n offers a Retry of, if there is one. */
	private retriable(which: number): Execution | undefined {
		const all = this.executions.filter(({ canBeRetried }) => canBeRetried);
		return all[which % Math.max(1, all.length)];
	}

	private newExecution(how: Course['how'], which: number): Execution {
		const list = lists[which % lists.length] as string[];
		const people = how === 'row' ? [list[which % list.length] as string] : list;
		const execution = { people, isManual: how === 'manual' || how === 'row', canBeRetried: false };
		this.executions.push(execution);
		return execution;
	}

	private runOf(
		{ kill, stopAfter, isAnew }: Course,
		{ people, isManual }: Execution,
		isRetry: boolean,
	): VirtualRun {
		const mode = isManual ? 'manual' : 'trigger';
		return {
			...(kill ? { kill } : { stopAfter }),
			inRounds: this.inRounds && people.length > 1,
			message: isAnew && isRetry ? `Hello ${this.earlier.runs.length}` : 'Hello',
			mode: isRetry ? 'retry' : mode,
			options: this.options,
		};
	}

	private check(run: Run, ended: VirtualExecution): void {
		if (wasHeld(ended)) {
			expect([
				run.isManual && !run.isRow && !run.isRetry,
				this.earlier.mayBeStopped(run),
				run.sentTo,
			]).toEqual([true, true, []]);
			return;
		}
		const counting = this.earlier.countingFor(run, run.isRetry);
		const sentBefore = this.earlier.sentToBy(counting, run);
		expect(new Set(run.sentTo).size).toBe(run.sentTo.length);
		expect(run.sentTo.filter((to) => sentBefore.has(to))).toEqual([]);
		const known = [run, ...counting, ...(run.isRetry ? [] : this.earlier.perhapsListed(run))];
		const leftOut = this.earlier.leftOutBefore(run);
		for (const row of ended.rows ?? []) {
			const to = String(row.to);
			const isSent = [...known.flatMap(({ sentTo }) => sentTo), ...leftOut].includes(to);
			const isInDoubt = known.some(({ isCutOff, unanswered }) => isCutOff || unanswered.includes(to));
			if (row.status === 'accepted') expect([to, isSent]).toEqual([to, true]);
			else if (row.status === 'unknown') expect([to, isInDoubt]).toEqual([to, true]);
			else this.checkFailed(run, counting, to, String(row.reason));
		}
	}

	/** Checks that what failed was sent by nobody. Where a run was stopped, it may not have come to ask what others have sent. */
	private checkFailed(run: Run, counting: Run[], to: string, reason: string): void {
		const { isCutOff, isRetry } = run;
		const hasAsked = !isCutOff || reason.includes('403');
		const asked = counting.filter(
			({ execution, startedAt }) =>
				this.earlier.areNamed || execution === run.execution || !isRetry || startedAt >= run.establishedAt,
		);
		const wasSent = [run, ...(hasAsked ? asked : [])].some(({ sentTo }) => sentTo.includes(to));
		const mayFail = isCutOff ? /403|429|could not be reached|stopped/ : /403|could not be reached/;
		expect([to, wasSent, reason]).toEqual([to, false, expect.stringMatching(mayFail)]);
	}
}
