/** How long a run that was cut off is finished: docs/delivery.md, "After an interrupted run". */
import type { IDataObject } from 'n8n-workflow';

import { retryRun, startRun, type Started } from '../support/campaign';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false }));
afterEach(() => jest.restoreAllMocks());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const recipients = Array.from({ length: 6 }, (_, index) => ({ to: `+120255501${60 + index}` }));

let starts = 0;

/** What a trigger gives out: the recipients, and something that no other execution has. */
function items(): IDataObject[] {
	starts += 1;
	return recipients.map((recipient) => ({ ...recipient, startedBy: starts }));
}

/** Lets so much time have passed since now. */
function later(ms: number): void {
	const now = Date.now();
	jest.restoreAllMocks();
	jest.spyOn(Date, 'now').mockImplementation(() => now + ms);
}

/** A run of which everything but the last message is accepted. */
async function cutOff(options = {}): Promise<Started> {
	const match = { recipient: String(recipients.at(-1)?.to) };
	simulator().fault({ kind: 'status', status: 403, times: 0, match });
	return await startRun(items(), { options });
}

/** How many messages went out again to those who had one. */
function sentTwice(): number {
	const { outbox } = simulator();
	return outbox.length - new Set(outbox.map(({ to }) => to)).size;
}

const everyRun = { afterInterruptedRun: 'everyRunSendsTheRest' };

describe.each([
	['a run by hand', hourMs, {}, async () => await startRun(items(), { mode: 'manual' })],
	[
		'with Every Run Sends the Rest, a run of a trigger',
		12 * hourMs,
		everyRun,
		async () => await startRun(items(), { options: everyRun }),
	],
])('%s', (_, reachMs, options, run) => {
	test.each([
		['sends the rest as long as is promised', 0, 0],
		['sends everything ten minutes later', 10 * minuteMs, 5],
	])('%s', async (__, afterMs, again) => {
		await cutOff(options);
		expect(simulator().outbox).toHaveLength(5);
		later(reachMs + afterMs);
		await run();
		expect(sentTwice()).toBe(again);
		expect(simulator().outbox).toHaveLength(6 + again);
	});
});

test.each([
	['400 days have passed', 400 * dayMs],
	['the clock was set back by 15 minutes', -15 * minuteMs],
	['the clock was set back by 2 hours', -2 * hourMs],
])(
	'%s: Retry of an execution that n8n was killed in sends the rest at any distance in time',
	async (_, ms) => {
		const { items: started, context } = await cutOff();
		later(ms);
		await retryRun({ items: started, context });
		expect(sentTwice()).toBe(0);
		expect(simulator().outbox).toHaveLength(6);
	},
);

test.each([
	['by hand every 48 minutes', 48 * minuteMs, { mode: 'manual' as const, options: {} }],
	['with Every Run Sends the Rest every 8 hours', 8 * hourMs, { options: everyRun }],
])(
	'%s, one always refused: a run that sends nothing does not put off the next one that sends',
	async (_, everyMs, run) => {
		await cutOff(run.options);
		const sent: number[] = [];
		const started = Date.now();
		for (let count = 1; count <= 3; count += 1) {
			const before = simulator().outbox.length;
			const match = { recipient: String(recipients.at(-1)?.to) };
			simulator().fault({ kind: 'status', status: 403, times: 0, match });
			later(started + count * everyMs - Date.now());
			await startRun(items(), run);
			sent.push(simulator().outbox.length - before);
		}
		expect(sent).toEqual([0, 5, 0]);
	},
);
