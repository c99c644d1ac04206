/** How long a run that was cut off is finished: docs/delivery.md, "After an interrupted run". */
import type { IDataObject } from 'n8n-workflow';

import { recipients, retryRun, startRun, type CampaignRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();
const pass = useShortWaits();
beforeEach(() => simulator().set({ sendRate: false }));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const people = recipients(6);

let starts = 0;

/** What a trigger gives out: the recipients, and something that no other execution has. */
function items(): IDataObject[] {
	starts += 1;
	return people.map((recipient) => ({ ...recipient, startedBy: starts }));
}

/** A run of which everything but the last message is accepted. */
async function cutOff(run: CampaignRun = {}): Promise<Started> {
	const match = { recipient: String(people.at(-1)?.to) };
	simulator().fault({ kind: 'status', status: 403, times: 0, match });
	return await startRun(items(), run);
}

/** How many messages went out again to those who had one. */
function sentTwice(): number {
	const { outbox } = simulator();
	return outbox.length - new Set(outbox.map(({ to }) => to)).size;
}

const byHand = { mode: 'manual' } as const;
const everyRun = { options: { afterInterruptedRun: 'everyRunSendsTheRest' } };

describe.each<[string, number, CampaignRun, CampaignRun]>([
	['a run by hand', hourMs, {}, byHand],
	['with Every Run Sends the Rest, a run of a trigger', 12 * hourMs, everyRun, everyRun],
])('%s', (_, reachMs, first, second) => {
	test.each([
		['sends the rest as long as is promised', 0, 0],
		['sends everything ten minutes later', 10 * minuteMs, 5],
	])('%s', async (__, afterMs, again) => {
		await cutOff(first);
		expect(simulator().outbox).toHaveLength(5);
		pass(reachMs + afterMs);
		await startRun(items(), second);
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
		pass(ms);
		await retryRun({ items: started, context });
		expect(sentTwice()).toBe(0);
		expect(simulator().outbox).toHaveLength(6);
	},
);

test.each<[string, number, CampaignRun, CampaignRun]>([
	['by hand every 48 minutes', 48 * minuteMs, {}, byHand],
	['with Every Run Sends the Rest every 8 hours', 8 * hourMs, everyRun, everyRun],
])(
	'%s, one always refused: a run that sends nothing does not put off the next one that sends',
	async (_, everyMs, first, next) => {
		await cutOff(first);
		const sent: number[] = [];
		const started = Date.now();
		for (let count = 1; count <= 3; count += 1) {
			const before = simulator().outbox.length;
			pass(started + count * everyMs - Date.now());
			await cutOff(next);
			sent.push(simulator().outbox.length - before);
		}
		expect(sent).toEqual([0, 5, 0]);
	},
);
