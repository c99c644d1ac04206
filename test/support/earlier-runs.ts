import { Calendar } from '../../nodes/shared/service/times';

/** The day of the node's workflow at a time. */
export const dayAt = (ms: number) => new Calendar('America/New_York').dayOf(ms);

/** What is known of one run: its execution, when it began by the clock, what it sent, and whether it was cut off. */
export interface Run {
	execution: number;
	isManual: boolean;
	isRow: boolean;
	establishedAt: number;
	startedAt: number;
	text: string;
	sentTo: string[];
	isCutOff: boolean;
	/** Whether the service was to fail. */
	isFaulty: boolean;
	/** Who may have got a message of it of which nobody knows. */
	unanswered: string[];
	/** Who failed, as far as n8n was not killed. */
	failed: string[];
	/** Whether it was to be killed, and whether it was before its end. */
	mayBeKilled: boolean;
	isKilled: boolean;
	isWhole: boolean;
	isRetry: boolean;
}

/** The runs of a node so far, and what they mean for the next one. */
export class EarlierRuns {
	readonly runs: Run[] = [];

	/** `areNamed` says whether messages have a key or a campaign, by which all runs know them. */
	constructor(readonly areNamed: boolean) {}

	/**
	 * Those of the earlier runs whose messages a run leaves out: for a Retry, its own tries, and what was sent by hand on a day since
	 * its execution began; for a manual list, what was sent yesterday or today by hand, or by what failed.
	 */
	countingFor(run: Run, isRetry: boolean): Run[] {
		if (this.areNamed) return this.runs;
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

	/** Who has a message by these runs that count for a run. A list that failed later with the same text takes back whom it did not reach. */
	sentToBy(counting: Run[], run: Run): Set<string> {
		const isTakenBack = (by: Run, to: string) =>
			!this.areNamed &&
			!run.isRetry &&
			!by.isManual &&
			this.runs
				.slice(this.runs.indexOf(by) + 1)
				.some((later) => !later.isManual && later.text === by.text && later.failed.includes(to));
		return new Set(counting.flatMap((by) => by.sentTo.filter((to) => !isTakenBack(by, to))));
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
	mayBeStopped(run: Run): boolean {
		if (this.areNamed) return false;
		const isRecent = ({ establishedAt }: Run) => dayAt(establishedAt) >= dayAt(run.startedAt) - 1;
		const hasEnded = ({ execution }: Run) =>
			this.runs.some((other) => other.execution === execution && !other.mayBeKilled);
		return this.runs.some(
			(other) => !other.isManual && !other.isRow && isRecent(other) && other.mayBeKilled && !hasEnded(other),
		);
	}

	/** Whom earlier tries of the execution left out because they had the message already: a Retry leaves them out as well. */
	leftOutBefore(run: Run): string[] {
		const tries = this.runs.filter(({ execution }) => execution === run.execution);
		return tries.flatMap((one, index) => {
			const earlier = this.runs.slice(0, this.runs.indexOf(one));
			const counting = this.countingFor(one, index > 0).filter((other) => earlier.includes(other));
			return counting.flatMap(({ sentTo }) => sentTo);
		});
	}

	/** What a manual list may know by a run that n8n was killed in, and by a Retry that has found it as sent. */
	perhapsListed({ isManual, isRow, text }: Run): Run[] {
		const isListed = ({ execution }: Run) =>
			this.runs.some((by) => by.text === text && by.execution === execution);
		return isManual && !isRow ? this.runs.filter(isListed) : [];
	}
}
