import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { retryRun, startRun, type Kill, type Started } from '../support/campaign';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();

const numRuns = Number(process.env.PROPERTY_RUNS ?? 40);
const count = 6;
const addresses = Array.from({ length: count }, (_, index) => `+12025550${160 + index}`);

/** How a run ends: by itself, killed at one of its writes, or stopped; and who is refused meanwhile. */
interface Course {
	how: 'trigger' | 'retry' | 'manual';
	/** Which of the earlier executions a retry repeats. */
	which: number;
	kill?: Kill;
	stopAfter?: number;
	refused: number[];
}

const course: fc.Arbitrary<Course> = fc.record(
	{
		how: fc.constantFrom('trigger' as const, 'retry' as const, 'retry' as const, 'manual' as const),
		which: fc.nat(3),
		kill: fc.record({
			write: fc.integer({ min: 1, max: 8 }),
			when: fc.constantFrom('before' as const, 'after' as const),
		}),
		stopAfter: fc.integer({ min: 1, max: 4 }),
		refused: fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }),
	},
	{ requiredKeys: ['how', 'which', 'refused'] },
);

/** Executions that finish each other, what the service accepted of them, and whether something is left to do. */
interface Family {
	accepted: Map<string, number>;
	/** Whether none of its executions had anything to finish. */
	isFresh: boolean;
	isWhole: boolean;
	/** Whether its last execution was killed while it forgot its record: later ones send nothing, or everything. */
	mayBeForgotten: boolean;
}

/** Whether messages show that the record of a family was forgotten. */
function isForgotten({ mayBeForgotten, accepted }: Family, sent: string[]): boolean {
	return mayBeForgotten && sent.some((to) => accepted.has(to));
}

interface Execution {
	started: Started;
	family: Family;
	isWhole: boolean;
	/** Whether it is sure that its Retry knows what it was to finish. */
	isBegun: boolean;
}

/**
 * The family of a Retry of `earlier`. That of a run by hand that was killed before it sent anything may know what that one
 * was to finish, or send everything.
 */
function familyOfRetry(earlier: Execution | undefined, sent: string[]): Family | undefined {
	if (!earlier) return undefined;
	const { family, isBegun } = earlier;
	if (isForgotten(family, sent)) return undefined;
	return isBegun || !sent.some((to) => family.accepted.has(to)) ? family : undefined;
}

/** The executions so far, each with the family that it belongs to. */
class Model {
	private readonly executions: Execution[] = [];

	private starts = 0;

	async run({ how, which, refused, ...cut }: Course): Promise<void> {
		const failed = this.executions.filter(({ isWhole }) => !isWhole);
		const earlier = failed[which % Math.max(1, failed.length)];
		for (const index of refused) {
			simulator().fault({ kind: 'status', status: 403, match: { recipient: addresses[index] } });
		}
		const from = simulator().outbox.length;
		const started = await this.started(how, earlier?.started, cut);
		const sent = simulator()
			.outbox.slice(from)
			.map(({ to }) => to);
		const family = (how === 'retry' && familyOfRetry(earlier, sent)) || this.joined(how, sent);
		if (how === 'retry') family.isFresh = false;
		for (const to of sent) family.accepted.set(to, (family.accepted.get(to) ?? 0) + 1);
		this.check(family, started);
		family.mayBeForgotten = started.wasForgetting ?? false;
		const isBegun = how !== 'manual' || sent.length > 0;
		this.executions.push({ started, family, isWhole: family.isWhole, isBegun });
	}

	private async started(
		how: Course['how'],
		earlier: Started | undefined,
		cut: Pick<Course, 'kill' | 'stopAfter'>,
	): Promise<Started> {
		if (how === 'retry' && earlier) return await retryRun(earlier, cut);
		this.starts += 1;
		const items = addresses.map((to) => ({ to, startedBy: this.starts }));
		return await startRun(items, { ...cut, mode: how === 'manual' ? 'manual' : 'trigger' });
	}

	/** The family of a run that is no retry: one by hand finishes all that is unfinished, a trigger's none. */
	private joined(how: Course['how'], sent: string[]): Family {
		const families = how === 'manual' ? this.executions.map(({ family }) => family) : [];
		const unfinished = new Set(families.filter((family) => !family.isWhole && !isForgotten(family, sent)));
		const accepted = new Map<string, number>();
		for (const family of unfinished) for (const to of family.accepted.keys()) accepted.set(to, 1);
		const joined: Family = {
			accepted,
			isFresh: unfinished.size === 0,
			isWhole: false,
			mayBeForgotten: false,
		};
		for (const execution of this.executions) {
			if (unfinished.has(execution.family)) execution.family = joined;
		}
		return joined;
	}

	private check(family: Family, { finished }: Started): void {
		for (const times of family.accepted.values()) expect(times).toBe(1);
		const items = finished?.json() ?? [];
		const failed = items.filter(({ error }) => error !== undefined);
		family.isWhole = items.length === count && failed.length === 0;
		for (const { error, details } of failed) {
			const { outcome } = details as IDataObject;
			if (family.isFresh) expect([error, outcome]).not.toEqual([expect.stringMatching(/earlier/), 'unknown']);
		}
		for (const item of items) {
			const isUnknown = (item.details as IDataObject | undefined)?.outcome === 'unknown';
			if (item.error === undefined) expect([...family.accepted.keys()]).toContain(item.to);
			else if (!isUnknown) expect(item.error).toMatch(/403|stopped/);
		}
	}
}

test(
	'whatever is cut off and run again: nobody twice, nobody forgotten, a run that finishes nothing sends all',
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(course, { minLength: 2, maxLength: 5 }), async (courses) => {
				simulator().reset();
				processedData.clear();
				simulator().set({ sendRate: false });
				const model = new Model();
				for (const one of courses) await model.run(one);
			}),
			{ numRuns },
		);
	},
	numRuns * 10_000,
);
