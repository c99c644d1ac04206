/** Random courses of runs, with kills, stops, failures of the service, Retries, edits and clocks. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { inVirtualTime, useFakeClock } from '../support/clock';
import { CourseOfRuns, minuteMs, type Course } from '../support/course-of-runs';
import { recipient, type Fault } from '../support/virtual-node';

useFakeClock();

const numRuns = Number(process.env.PROPERTY_RUNS ?? 200);

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
		faults: fc.array(
			fc.tuple(
				fc.nat(8),
				fc.constantFrom<Fault[]>(403, 403, 429, 429, 'unreachable', 'unanswered'),
				fc.integer({ min: 1, max: 5 }),
			),
			{ maxLength: 3 },
		),
		isAnew: fc.boolean(),
		passesMs: fc.constantFrom(2_000, 2_000, 80 * minuteMs, 13 * 60 * minuteMs, 50 * 60 * minuteMs),
	},
	{ requiredKeys: ['how', 'which', 'faults', 'isAnew', 'passesMs'] },
);

const campaign = { campaign: 'spring' };
const refused = (...people: number[]) => people.map((index): Course['faults'][number] => [index, 403, 1]);
const plain = { which: 0, faults: [], isAnew: false, passesMs: 2_000 };
const retry: Course = { ...plain, how: 'retry' };
const list: Course = { ...plain, how: 'trigger' };
const byHand: Course = { ...plain, how: 'manual' };
const row: Course = { ...plain, how: 'row' };

/** What was once found, and what happens to people: the courses, whether in rounds of a loop, and options where n8n has several processes. */
const examples: Array<[Course[], boolean, INodeParameters?]> = [
	[[{ ...list, kill: { write: 1, when: 'after' } }, retry, byHand], false],
	[[{ ...list, kill: 'inLaterNode', faults: [[0, 'unanswered', 1]] }, retry, byHand], false],
	[[{ ...list, kill: { write: 2, when: 'after' } }, retry, byHand], false],
	[[{ ...list, kill: { write: 2, when: 'after' } }, retry, retry], true],
	[[{ ...list, kill: { write: 4, when: 'after' } }, list, retry], false],
	[[{ ...list, kill: 'inLaterNode' }, retry, retry], false],
	[[{ ...list, stopAfter: 3 }, row, row, byHand], false],
	[[{ ...list, faults: refused(0, 2) }, row, { ...row, which: 2 }, byHand, byHand], false],
	[
		[
			{ ...list, faults: refused(0, 1) },
			{ ...byHand, faults: refused(5) },
			{ ...retry, isAnew: true },
		],
		false,
	],
	[[{ ...list, faults: refused(3, 4) }, { ...retry, faults: refused(3) }, retry], false],
	[[{ ...list, stopAfter: 3 }, byHand], true],
	[[{ ...list, kill: { accepted: 3 } }, byHand, retry, byHand], false],
	[[{ ...list, which: 3, stopAfter: 4 }, byHand, retry], true],
	[[{ ...list, stopAfter: 1, faults: refused(3) }, byHand, retry], true],
	[
		[
			{ ...list, faults: refused(1) },
			{ ...retry, passesMs: 80 * minuteMs },
		],
		false,
	],
	[[{ ...list, faults: [[1, 'unanswered', 1]] }, list, list], false, campaign],
	[[{ ...list, faults: [[1, 429, 5]] }, list], false, campaign],
];

test(
	'whatever is cut off, edited and run again: nobody twice, nobody left out, nobody told wrongly',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(course, { minLength: 2, maxLength: 6 }),
				fc.boolean(),
				fc.boolean(),
				fc.constantFrom<INodeParameters[]>({}, {}, campaign, { idempotencyKey: recipient }),
				async (courses, inRounds, isOnlyProcess, options) => {
					const runs = new CourseOfRuns(inRounds, isOnlyProcess, options);
					for (const one of courses) await inVirtualTime(runs.add(one));
				},
			),
			{
				numRuns: examples.length + numRuns,
				examples: examples.map(([courses, inRounds, options]) => [
					courses,
					inRounds,
					!options,
					options ?? {},
				]),
			},
		);
	},
	(examples.length + numRuns) * 1_000,
);
