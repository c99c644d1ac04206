/** What a run sends after another one, cut off or not, and how long that counts: docs/delivery.md. */
import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../nodes/shared/pace/limits';
import { recipients, retryRun, startRun, unknown, type CampaignRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { runWorkflow, workflowAround } from '../support/engine';
import { credential, plainImessage, simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator({ sendRate: false, latencyMs: 10 });
const pass = useShortWaits();

let starts = 0;

/** What a trigger gives out: the recipients, and something that no other execution has. */
function people(count = 12): IDataObject[] {
	starts += 1;
	return recipients(count).map((recipient) => ({ ...recipient, startedBy: starts }));
}

/** Whether every recipient of a list got so many messages. */
function expectEach(items: IDataObject[], count: number): void {
	expect(messagesPerRecipient()).toEqual(Object.fromEntries(items.map(({ to }) => [String(to), count])));
}

function expectNobodyTwice(): void {
	expect(Math.max(...Object.values(messagesPerRecipient()))).toBe(1);
}

const inTheMiddle = { accepted: 5 };
const byHand = { mode: 'manual' } as const;
const asSubWorkflow = { mode: 'integrated' } as const;
const campaign = { options: { campaign: 'spring' } };
const sendAgain = { options: { sendAgain: true } };

type Again = (first: Started, run: CampaignRun) => Promise<Started>;
const retry: Again = retryRun;
const anotherRun: Again = async (_, run) => await startRun(people(), run);

test.each([false, true])(
	'n8n is killed while messages with keys leave: the next run waits for them once (Send Again If Unknown: %s)',
	async (sendAgainIfUnknown) => {
		const items = people();
		const run = { options: { idempotencyKey: '={{ $json.to }}', sendAgainIfUnknown } };
		await startRun(items, { ...run, kill: inTheMiddle });
		const second = await startRun(items, run);
		expect(unknown(second) > 0).toBe(!sendAgainIfUnknown);
		const statuses = new Set(second.finished?.json().map(({ status }) => status));
		expect(statuses.has('accepted')).toBe(true);
		expect(statuses.has('failed')).toBe(false);
	},
);

describe('n8n is killed in the middle of a run', () => {
	test.each<[string, CampaignRun, Again]>([
		[
			'Retry with a new access token sends the rest',
			{},
			async (killed) => await retryRun(killed, { token: 'demo-token-no-fast-track' }),
		],
		['with a campaign, a run of a trigger sends the rest', campaign, anotherRun],
		[
			'Retry with a campaign that is added sends the rest of its execution',
			{},
			async (killed) => await retryRun(killed, campaign),
		],
		['with Send Again, Retry sends the rest of its execution', sendAgain, retry],
	])('%s', async (_, run, again) => {
		const killed = await startRun(people(), { ...run, kill: inTheMiddle });
		expect(simulator().outbox.length).toBeGreaterThan(3);
		expect(simulator().outbox.length).toBeLessThan(12);
		const second = await again(killed, run);
		expectNobodyTwice();
		expect(simulator().outbox.length + unknown(second)).toBeGreaterThanOrEqual(12);
	});

	test.each<[string, CampaignRun, Again]>([
		['a run of a trigger sends to all', {}, anotherRun],
		[
			'a sub-workflow that is started again sends to all, whatever started the one above it',
			asSubWorkflow,
			async ({ items }, run) => await startRun(items, run),
		],
		[
			'with Send Again, a run by hand sends to all',
			{},
			async () => await startRun(people(), { ...byHand, ...sendAgain }),
		],
		[
			'Retry of an execution that had sent nothing sends everything, whatever another one sent',
			{},
			async () => await startRun(people(), { mode: 'retry' }),
		],
	])('%s', async (_, run, again) => {
		const killed = await startRun(people(), { ...run, kill: inTheMiddle });
		const before = messagesPerRecipient();
		await again(killed, run);
		for (const { to } of killed.items) {
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
		}
	});
});

describe('a run that ended', () => {
	const items = people(6);

	test('by a trigger, wholly accepted: a run by hand sends to all', async () => {
		await startRun(items);
		await startRun(people(6), byHand);
		expectEach(items, 2);
	});

	test('by hand, wholly accepted: the next one sends nothing, says so, and how it is sent again', async () => {
		await startRun(items, byHand);
		const { finished } = await startRun(people(6), byHand);
		expectEach(items, 1);
		expect(finished?.hints()).toEqual([
			'6 accepted earlier. What this node sent manually today or yesterday, or with the same key or campaign, is not sent again. To send it again, turn on Send Again in Options.',
		]);
		await startRun(people(6), { ...byHand, ...sendAgain });
		expectEach(items, 2);
	});

	test('a run by hand knows an email address in other letters', async () => {
		await startRun(
			['Ada@Example.com', 'bob@example.com'].map((to) => ({ to })),
			byHand,
		);
		await startRun(
			['ada@example.com', 'Bob@example.com'].map((to) => ({ to })),
			byHand,
		);
		expect(simulator().outbox).toHaveLength(2);
	});

	test('a run by hand sends all to another base URL, such as that of the service after the simulator', async () => {
		const account = credential();
		const baseUrl = account.baseUrl.replace('127.0.0.1', 'localhost');
		const workflow = workflowAround('phoneServiceMessaging', plainImessage, people(6));
		for (const of of [account, { ...account, baseUrl }, account]) await runWorkflow(workflow, of, byHand);
		expectEach(items, 2);
	});

	test('stopped halfway, and by fast track then: a run by hand sends the rest', async () => {
		simulator().set({ latencyMs: 10 });
		jest.replaceProperty(limits, 'requestsAtOnce', 1);
		await startRun(items, { ...byHand, stopAfter: 2 });
		expect(simulator().outbox.length).toBeLessThan(6);
		await startRun(people(6), { ...byHand, options: { fastTrack: true } });
		expectNobodyTwice();
		expect(simulator().outbox.length).toBeGreaterThan(3);
	});
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A run of which everything but the last message is accepted. */
async function cutOff(run: CampaignRun = {}): Promise<Started> {
	const match = { recipient: String(recipients(6).at(-1)?.to) };
	simulator().fault({ kind: 'status', status: 403, times: 0, match });
	return await startRun(people(6), run);
}

/** How many messages went out again to those who had one. */
function sentTwice(): number {
	const { outbox } = simulator();
	return outbox.length - new Set(outbox.map(({ to }) => to)).size;
}

test.each([
	['next day at the same time', dayMs, 0],
	['after two days', 2 * dayMs, 5],
	['after the clock was set back by 15 minutes', -15 * minuteMs, 0],
	['after the clock was set back by 2 hours', -2 * hourMs, 0],
])('%s: a run by hand of a list', async (_, afterMs, again) => {
	await cutOff();
	expect(simulator().outbox).toHaveLength(5);
	pass(afterMs);
	simulator().clearFaults();
	await startRun(people(6), byHand);
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

test('a campaign is the same with blanks around its name', async () => {
	for (const campaign of ['spring', 'spring ']) await startRun(people(6), { options: { campaign } });
	expectNobodyTwice();
});

const alerts = Number(process.env.ALERTS ?? 60);

test('an alert by webhook with the same text to two people, one of them always refused: the other one gets every one', async () => {
	const [person, refused] = recipients(2);
	for (let alert = 0; alert < alerts; alert += 1) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient: String(refused?.to) } });
		await startRun([{ ...person }, { ...refused }]);
	}
	expect(simulator().outbox).toHaveLength(alerts);
}, 600_000);

test('a burst of 300 executions, many of them in the same millisecond, to one person: all are sent', async () => {
	const workflow = workflowAround('phoneServiceMessaging', plainImessage, recipients(1));
	const burst = Array.from({ length: 300 }, async () => await runWorkflow(workflow, credential()));
	const statuses = (await Promise.all(burst)).map((finished) => finished.json()[0]?.status);
	expect(statuses).toEqual(Array(300).fill('accepted'));
	expect(simulator().outbox).toHaveLength(300);
});

test('a manual list while one of a trigger has not ended sends nothing, and says what to do; Retry there ends it', async () => {
	const killed = await startRun(people(6), { kill: { accepted: 3 } });
	const { finished } = await startRun(people(6), byHand);
	expect(finished?.json()).toMatchObject(
		Array(6).fill({
			status: 'failed',
			reason: 'A list that a trigger started has not ended, so nothing was sent',
		}),
	);
	const retried = await retryRun(killed);
	const later = await startRun(people(6), byHand);
	expect(later.finished?.json().filter(({ status }) => status === 'failed')).toEqual([]);
	expectNobodyTwice();
	expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(6);
});

test('a Retry leaves out who got the same text by hand that day, and says so', async () => {
	const failed = await cutOff({ settings: { onError: 'stopWorkflow' } });
	simulator().clearFaults();
	await startRun(people(6), byHand);
	const { finished } = await retryRun(failed, { settings: { onError: 'continueRegularOutput' } });
	expect(simulator().outbox).toHaveLength(6);
	expect(finished?.hints()).toEqual([
		'6 accepted earlier. What was accepted earlier, also manually since the execution began, is not sent again.',
	]);
});
