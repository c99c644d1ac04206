import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { NodeStore } from '../../nodes/shared/delivery/ledger/node-store';
import { shortRun } from '../../nodes/shared/delivery/ledger/send-ledger';
import { retryRun, startRun, type Kill, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const numRuns = Number(process.env.PROPERTY_RUNS ?? 40);
const count = 6;

/** The node sends the second half of the messages first where it runs in rounds. */
const firstOfFirstRound = count / 2;
const addresses = Array.from({ length: count }, (_, index) => `+12025550${160 + index}`);

/**
 * How a run ends: by itself, killed at one of its writes or in a later node, or else stopped; and who is refused meanwhile. A
 * `row` is a run by hand with one message of the list; in rounds, of the first round: a message counts for its round.
 */
interface Course {
	how: 'trigger' | 'retry' | 'manual' | 'row';
	/** Which of the earlier executions a retry repeats. */
	which: number;
	kill?: Kill;
	stopAfter?: number;
	refused: number[];
}

const course: fc.Arbitrary<Course> = fc.record(
	{
		how: fc.constantFrom<Array<Course['how']>>('trigger', 'retry', 'retry', 'manual', 'manual', 'row'),
		which: fc.nat(3),
		kill: fc.oneof(
			{
				weight: 4,
				arbitrary: fc.record({
					write: fc.integer({ min: 1, max: 8 }),
					when: fc.constantFrom('before' as const, 'after' as const),
				}),
			},
			{ weight: 1, arbitrary: fc.constant('inLaterNode' as const) },
		),
		stopAfter: fc.integer({ min: 1, max: 4 }),
		refused: fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }),
	},
	{ requiredKeys: ['how', 'which', 'refused'] },
);

/** Executions that know what the others sent, what the service accepted of them, and whether something is left to do. */
interface Family {
	accepted: Map<string, number>;
	/** Whether none of its executions had anything to finish. */
	isFresh: boolean;
	isWhole: boolean;
	/**
	 * Whether an execution was killed while it forgot its record, as those do that sent everything and are no Retry, or
	 * before it sent anything: later ones know of it or do not.
	 */
	mayBeForgotten: boolean;
	/** Whether one of its Retries was killed: runs by hand may not know of the first messages of that one. */
	mayBeHidden?: boolean;
	/** Whom a run by hand reported as sent that went on with it and with others: its Retry may report them as well. */
	reported: string[];
}

/** Whether requests show that the record of a family was forgotten. */
function isForgotten(
	{ mayBeForgotten, accepted }: Pick<Family, 'mayBeForgotten' | 'accepted'>,
	tried: string[],
): boolean {
	return mayBeForgotten && tried.some((to) => accepted.has(to));
}

function addTo({ accepted }: Family, sent: string[]): void {
	for (const to of sent) accepted.set(to, (accepted.get(to) ?? 0) + 1);
}

interface Execution {
	started: Started;
	family: Family;
	isWhole: boolean;
	/** Whether it is sure that its Retry knows its family, and does not send everything. */
	isBegun: boolean;
	isByHand: boolean;
}

/** Whether an execution has something to retry. n8n does not retry one that was started by hand and killed. */
function isRetried({ isWhole, isBegun, isByHand, started }: Execution): boolean {
	return !isWhole && (!isByHand || (isBegun && started.finished !== undefined));
}

function refuse(recipients: number[]): void {
	for (const index of recipients) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient: addresses[index] } });
	}
}

/** Whom the service got a message for since then, and of whom it has accepted it. */
function since(requests: number, messages: number): { tried: string[]; sent: string[] } {
	const bodies = simulator().requests.slice(requests) as Array<{ body: { to: string } }>;
	return {
		tried: bodies.map(({ body }) => body.to),
		sent: simulator()
			.outbox.slice(messages)
			.map(({ to }) => to),
	};
}

/** The executions so far, each with the family that it belongs to. */
class Model {
	private readonly executions: Execution[] = [];

	private starts = 0;

	private cutQuestions = 0;

	constructor(private readonly inRounds: boolean) {}

	async run({ which, refused, kill, stopAfter, ...course }: Course): Promise<void> {
		const cut = kill ? { kill } : { stopAfter };
		const { how, earlier } = this.repeated(course.how, which);
		refuse(refused);
		const { requests, outbox } = simulator();
		const before = [requests.length, outbox.length] as const;
		const started = await this.started(how, which, earlier?.started, cut);
		const { tried, sent } = since(...before);
		const isByHand = how === 'manual' || how === 'row';
		const unfinished = isByHand ? this.unfinished(tried) : [];
		const family = this.familyOf(earlier, unfinished, tried);
		addTo(family, sent);
		this.note(how, family, started, sent);
		this.noteUntouched(earlier, family, sent);
		this.check(family, started);
		this.tell(unfinished, family, sent, how === 'row');
		this.noteCutQuestion(isByHand, started, sent);
		const isBegun = sent.length > 0 || earlier?.isBegun === true;
		this.executions.push({
			started,
			family,
			isWhole: family.isWhole,
			isBegun,
			isByHand: earlier?.isByHand ?? isByHand,
		});
		for (const execution of earlier ? this.retriesOf(earlier) : []) {
			Object.assign(execution, { family, isBegun });
		}
	}

	/** Which execution a run repeats; a Retry of none is a run of a trigger. */
	private repeated(how: Course['how'], which: number): { how: Course['how']; earlier?: Execution } {
		if (how !== 'retry') return { how };
		const failed = this.executions.filter(isRetried);
		const earlier = failed[which % Math.max(1, failed.length)];
		return earlier ? { how, earlier } : { how: 'trigger' };
	}

	/** What a run by hand has to finish. */
	private unfinished(tried: string[]): Family[] {
		const families = new Set(this.executions.map(({ family }) => family));
		const mayKeep = ({ isWhole, mayBeForgotten }: Family) => !isWhole || mayBeForgotten;
		const isHidden = ({ mayBeHidden = false, accepted }: Family) =>
			isForgotten({ mayBeForgotten: mayBeHidden, accepted }, tried);
		return [...families].filter(
			(family) => mayKeep(family) && !isForgotten(family, tried) && !isHidden(family),
		);
	}

	/** An execution and all its retries. */
	private retriesOf({ started }: Execution): Execution[] {
		return this.executions.filter((execution) => execution.started.items === started.items);
	}

	/** The family of a run: that of the execution that it repeats, or a new one that knows the unfinished ones. */
	private familyOf(earlier: Execution | undefined, unfinished: Family[], tried: string[]): Family {
		if (earlier) {
			const { family, isBegun } = earlier;
			const isKnown = isBegun || !tried.some((to) => family.accepted.has(to));
			if (isKnown && !isForgotten(family, tried)) return family;
		}
		const accepted = new Map<string, number>();
		for (const family of unfinished) for (const to of family.accepted.keys()) accepted.set(to, 1);
		const mayBeForgotten = unfinished.some((family) => family.mayBeForgotten);
		return { accepted, reported: [], isFresh: unfinished.length === 0, isWhole: false, mayBeForgotten };
	}

	/** What unfinished ones know of a run by hand: what it sent; everything when it has finished them, as a row does rows. */
	private tell(unfinished: Family[], family: Family, sent: string[], isRow: boolean): void {
		for (const one of unfinished) {
			addTo(one, sent);
			one.reported = [...family.accepted.keys()];
		}
		if (!family.isWhole && !family.mayBeForgotten) return;
		const isList = ({ started }: Execution) => started.items.length > 1;
		const lists = this.executions.filter(isList).map((execution) => execution.family);
		const finished = isRow ? unfinished.filter((one) => !lists.includes(one)) : unfinished;
		for (const execution of this.executions) {
			if (finished.includes(execution.family)) execution.family = family;
		}
	}

	/** n8n's Retry of an execution that was stopped after the node had succeeded does not run the node once more. */
	private noteUntouched(earlier: Execution | undefined, family: Family, sent: string[]): void {
		const gaveOutAll = earlier?.started.finished?.allJson().length === earlier?.started.items.length;
		if (earlier?.started.wasStopped && gaveOutAll && sent.length === 0) family.mayBeForgotten = true;
	}

	/**
	 * After two runs by hand were killed before they sent anything, the next one may take finished families for
	 * unfinished ones, where the record is kept for a Retry.
	 */
	private noteCutQuestion(isByHand: boolean, { finished }: Started, sent: string[]): void {
		if (!isByHand || finished || sent.length > 0) return;
		this.cutQuestions += 1;
		if (this.cutQuestions < 2) return;
		const families = this.executions.map(({ family }) => family);
		const isKept = (family: Family) => families.indexOf(family) !== families.lastIndexOf(family);
		for (const family of families) family.mayBeForgotten ||= family.isWhole && isKept(family);
	}

	private async started(
		how: Course['how'],
		which: number,
		earlier: Started | undefined,
		cut: Pick<Course, 'kill' | 'stopAfter'>,
	): Promise<Started> {
		const run = { ...cut, inRounds: this.inRounds };
		if (how === 'retry' && earlier) return await retryRun(earlier, run);
		this.starts += 1;
		const all = addresses.map((to) => ({ to, startedBy: this.starts }));
		const row = this.inRounds ? firstOfFirstRound + (which % (count - firstOfFirstRound)) : which;
		const items = how === 'row' ? all.slice(row, row + 1) : all;
		return await startRun(items, { ...run, mode: how === 'manual' || how === 'row' ? 'manual' : 'trigger' });
	}

	/** What a run changes in what may be said of its family. */
	private note(
		how: Course['how'],
		family: Family,
		{ items, finished, wasForgetting = false }: Started,
		sent: string[],
	): void {
		if (how === 'retry' && !finished) family.mayBeHidden = true;
		if (how === 'retry') family.isFresh = false;
		if (how === 'retry' && sent.length > 0) family.mayBeForgotten = false;
		else if (how !== 'retry') {
			const isComplete = family.accepted.size >= items.length;
			const isInherited = family.mayBeForgotten && sent.length === 0;
			family.mayBeForgotten = isComplete ? wasForgetting || isInherited : sent.length === 0;
		}
	}

	private check(family: Family, { finished, items: asked, wasStopped }: Started): void {
		for (const times of family.accepted.values()) expect(times).toBe(1);
		const items = finished?.allJson() ?? [];
		const failed = items.filter(({ status }) => status !== 'accepted');
		family.isWhole = !wasStopped && items.length === asked.length && failed.length === 0;
		for (const { reason, details } of failed) {
			const { outcome } = details as IDataObject;
			if (family.isFresh)
				expect([reason, outcome]).not.toEqual([expect.stringMatching(/earlier/), 'unknown']);
		}
		for (const item of items) {
			const isUnknown = (item.details as IDataObject | undefined)?.outcome === 'unknown';
			const known = [...family.accepted.keys(), ...family.reported];
			if (item.status === 'accepted') expect(known).toContain(item.to);
			else if (!isUnknown) expect(item.reason).toMatch(/403|stopped/);
		}
	}
}

/** A run by hand is killed while it asks which executions are unfinished, after a Retry has finished. */
const cutQuestion: Course[] = [
	{ how: 'trigger', which: 0, kill: { write: 1, when: 'before' }, refused: [] },
	{ how: 'retry', which: 0, refused: [] },
	{ how: 'manual', which: 0, kill: { write: 3, when: 'after' }, refused: [] },
	{ how: 'manual', which: 0, refused: [] },
];

test(
	'whatever is cut off and run again: nobody twice, nobody forgotten, a run that finishes nothing sends all',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(course, { minLength: 2, maxLength: 5 }),
				fc.boolean(),
				fc.boolean(),
				fc.constantFrom(0, count),
				async (courses, inRounds, isOneProcess, mostOfShortRun) => {
					jest.replaceProperty(shortRun, 'messages', mostOfShortRun);
					jest.replaceProperty(NodeStore, 'isOneProcess', isOneProcess);
					simulator().reset();
					processedData.clear();
					simulator().set({ sendRate: false });
					const model = new Model(inRounds);
					for (const one of courses) await model.run(one);
				},
			),
			{ numRuns, examples: [[cutQuestion, false, false, 0]] },
		);
	},
	numRuns * 10_000,
);

const laterKill: fc.Arbitrary<Kill> = fc.record({
	write: fc.integer({ min: 1, max: 20 }),
	when: fc.constantFrom('before', 'after'),
});

test(
	'two nodes that send, also after the execution has waited, killed and retried: nobody twice, nobody forgotten',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(laterKill, { minLength: 1, maxLength: 3 }),
				fc.constantFrom('atOnce' as const, 'afterWait' as const),
				fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }),
				fc.constantFrom(0, count),
				async (kills, second, refused, mostOfShortRun) => {
					jest.replaceProperty(shortRun, 'messages', mostOfShortRun);
					simulator().reset();
					processedData.clear();
					simulator().set({ sendRate: false });
					refuse(refused);
					const items = addresses.map((to) => ({ to }));
					let last = await startRun(items, { second, kill: kills[0] });
					for (const kill of [...kills.slice(1), undefined]) {
						if (!last.finished) last = await retryRun(last, { second, kill });
					}
					const sent = simulator().outbox.map(({ to, message }) => `${message} ${to}`);
					expect(new Set(sent).size).toBe(sent.length);
					for (const [node, message] of Object.entries({ Node: 'Hello', Second: 'Second' })) {
						const told = last.finished?.json(node) ?? [];
						const known = told.filter(({ status, to }) => {
							const isSent = sent.includes(`${message} ${String(to)}`);
							return status === 'unknown' || (status === 'accepted') === isSent;
						});
						expect(known.map(({ to }) => to)).toEqual(addresses);
					}
				},
			),
			{ numRuns },
		);
	},
	numRuns * 10_000,
);
