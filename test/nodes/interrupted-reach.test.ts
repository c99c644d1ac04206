/** How long what was sent counts: docs/delivery.md, "What a run sends". */
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

test.each([
	['12 hours later', 12 * hourMs, 0],
	['next day at the same time', dayMs, 5],
	['after the clock was set back by 15 minutes', -15 * minuteMs, 0],
	['after the clock was set back by 2 hours', -2 * hourMs, 0],
])('%s: a run by hand of a list', async (_, afterMs, again) => {
	await cutOff();
	expect(simulator().outbox).toHaveLength(5);
	pass(afterMs);
	simulator().clearFaults();
	await startRun(items(), byHand);
	expect(sentTwice()).toBe(again);
	expect(simulator().outbox).toHaveLength(6 + again);
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
		simulator().clearFaults();
		await retryRun({ items: started, context });
		expect(sentTwice()).toBe(0);
		expect(simulator().outbox).toHaveLength(6);
	},
);

test('a campaign reaches each person once, whatever run, day or text', async () => {
	const campaign = { options: { campaignName: 'spring' } };
	await cutOff(campaign);
	for (const message of ['Hello', 'Good morning']) {
		pass(40 * dayMs);
		simulator().clearFaults();
		await startRun(items(), { ...campaign, message });
		await startRun([...items(), ...items()], { ...campaign, ...byHand, message });
	}
	expect(sentTwice()).toBe(0);
	expect(simulator().outbox).toHaveLength(6);
});

test('an alert by webhook with the same text to two people, one of them always refused: the other one gets every one', async () => {
	const [person, refused] = recipients(2);
	for (let alert = 0; alert < 60; alert += 1) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient: String(refused?.to) } });
		await startRun([{ ...person }, { ...refused }]);
	}
	expect(simulator().outbox).toHaveLength(60);
});
