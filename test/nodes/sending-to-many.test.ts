/** The options for messages to many people: pace, a limit for each number, the recipient's hours, advice. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { pass, useFakeClock, whileTimePasses } from '../support/clock';
import { send, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFakeClock();

const pool = ['+14155550100', '+14155550101', '+12125550102'];
const recipients = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: `person-${index}@example.com` }));

/** Further parameters of the node, its settings, and the steps in which time passes. */
interface Further {
	from?: string;
	message?: string;
	settings?: Partial<INode>;
	stepMs?: number;
}

async function sent(
	options: object,
	items: IDataObject[],
	{ stepMs = 2_000, settings, ...further }: Further = {},
) {
	const parameters = { message: '={{ "Hello " + $json.to }}', ...further, options } as INodeParameters;
	return await whileTimePasses(send(items, parameters, settings), stepMs);
}

function deferredOf(rows: Array<Record<string, unknown>>): Array<Record<string, unknown>> {
	return rows.filter(({ status }) => status === 'deferred');
}

describe('Pause (Seconds)', () => {
	const options = { pause: 30 };

	test.each([
		['given by the panel', options],
		['that differ from item to item', { pause: '={{ 30 + $itemIndex / 100 }}' }],
		['made by chance', { pause: '={{ 30 + Math.random() * 30 }}' }],
	])('messages of a number have random pauses, also those of two executions: %s', async (_, options) => {
		const [first, second] = [recipients(8).slice(0, 4), recipients(8).slice(4)];
		const inSteps = async (items: IDataObject[]) => await sent(options, items, { stepMs: 50 });
		await Promise.all([inSteps(first), inSteps(second)]);
		const times = simulator()
			.outbox.map(({ at }) => at)
			.sort((one, other) => one - other);
		const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		expect(pauses).toHaveLength(7);
		const onItsWayMs = 1_000;
		pauses.forEach((ms) => expect(ms).toBeGreaterThanOrEqual(15_000 - onItsWayMs));
		expect(new Set(pauses.map((ms) => Math.round(ms / 100))).size).toBeGreaterThan(5);
	});

	test('a Dry Run adds the pauses of all items up', async () => {
		const dry = { dryRun: true, pause: '={{ $itemIndex === 0 ? 3600 : 60 }}' };
		const [hint] = (await sent(dry, recipients(31))).hints();
		expect(hint).toContain('would take about 30 minutes with one number.');
	});

	test.each([
		[{}, 'Sending would take about 17 minutes with 3 numbers.'],
		[{ pause: undefined }, 'Sending would take about 30 seconds with 3 numbers.'],
		[
			{ campaign: 'spring', maxPerNumber: 20 },
			'Sending would take about 10 minutes with 3 numbers; 30 messages would be left for a later run; nothing sends them automatically: use a schedule.',
		],
	])('a Dry Run with %j says how long the list takes', async (limit, hint) => {
		const dry = { ...options, dryRun: true, ...limit };
		const finished = await sent(dry, recipients(90), { from: pool.join(',') });
		expect(finished.hints()[0]).toBe(`Dry run, nothing was sent: 90 to send. ${hint}`);
		expect(finished.json().map(({ status }) => status)).not.toContain('deferred');
		expect(simulator().requests).toEqual([]);
	});
});

test.each([
	[{ pause: 1 }, 'The option Pause (Seconds) is 1'],
	[{ maxPerNumber: 20 }, 'The option Max per Number needs a Campaign'],
	[{ campaign: '={{ "" }}' }, 'The option Campaign is empty'],
])('%j is an error', async (options, message) => {
	expect((await sent(options, recipients(1), { settings: {} })).error?.message).toBe(message);
	expect(simulator().outbox).toEqual([]);
});

test('Max per Number: each number sends so many, and what is over says what it is', async () => {
	const options = { campaign: 'spring', maxPerNumber: 2, messagesPerSecond: 0 };
	const finished = await sent(options, recipients(14), { from: pool.join(',') });
	const deferred = deferredOf(finished.json());
	for (const number of pool) {
		const sent = simulator().outbox.filter(({ from }) => from === number);
		expect(sent.length).toBeLessThanOrEqual(2);
	}
	expect(deferred).toHaveLength(14 - simulator().outbox.length);
	expect(finished.hints().join()).toContain(`${deferred.length} left for a later run. Nothing sends`);
	expect(deferred[0]).toMatchObject({
		from: expect.stringMatching(/^\+1/),
		message_id: null,
		status: 'deferred',
		reason: 'Max per number',
		send_after: null,
	});
});

test('Max per Number counts no message that is refused: who is refused in every run keeps nobody else from getting theirs', async () => {
	const options = { campaign: 'spring', maxPerNumber: 2, messagesPerSecond: 0 };
	const [refused, others] = [recipients(5).slice(0, 2), recipients(5).slice(2)];
	for (const { to: recipient } of refused) {
		simulator().fault({ kind: 'status', status: 403, times: 0, match: { recipient } });
	}
	for (let run = 0; run < 2; run += 1) {
		await sent(options, [...refused, ...others]);
	}
	expect(simulator().outbox.map(({ to }) => to)).toEqual(others.map(({ to }) => to));
});

test('Max per Number counts all tries of Retry On Fail together', async () => {
	const options = { campaign: 'spring', maxPerNumber: 2, messagesPerSecond: 0 };
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	await sent(options, [{ to: 'wrong' }, ...recipients(9)], { settings });
	expect(simulator().outbox).toHaveLength(2);
});

test('Max per Number holds nobody back for one that is tried again, and gives its place to the next once it is refused', async () => {
	const options = { campaign: 'spring', maxPerNumber: 3, messagesPerSecond: 0 };
	const [refused, ...others] = recipients(6);
	const match = { recipient: refused?.to };
	simulator().fault({ kind: 'status', status: 429, retryAfter: 1, times: 3, match });
	simulator().fault({ kind: 'status', status: 403, match });
	const finished = await sent(options, [refused ?? {}, ...others], { stepMs: 50 });
	expect(finished.json().map(({ status }) => status)).toEqual([
		'failed',
		...Array<string>(3).fill('accepted'),
		...Array<string>(2).fill('deferred'),
	]);
	const reached = simulator().requests.map(({ body }) => (body as IDataObject).to);
	expect(reached.indexOf(others[1]?.to)).toBeLessThan(reached.lastIndexOf(refused?.to));
	expect(reached.indexOf(others[2]?.to)).toBeGreaterThan(reached.lastIndexOf(refused?.to));
});

describe('Only at These Hours', () => {
	const hours = (timeZone: string) => ({ from: '09:00', to: '20:00', timeZone });

	test('recipients whose day has not begun are deferred until it does', async () => {
		const options = { onlyAtTheseHours: { hours: hours('={{ $json.zone }}') } };
		const items = [
			{ to: '+12025550199', zone: 'America/New_York' },
			{ to: 'berlin@example.com', zone: 'Europe/Berlin' },
			{ to: 'nowhere@example.com', zone: '' },
		];
		const finished = await sent(options, items);
		const [newYork, berlin, nowhere] = finished.json();
		expect(newYork).toMatchObject({ status: 'deferred', send_after: '2026-11-20T14:00:00.000Z' });
		expect(berlin).toMatchObject({ to: 'berlin@example.com', message_id: expect.any(String) });
		expect(nowhere).toMatchObject({ status: 'failed', error: 'Time Zone is empty' });
		expect(simulator().outbox).toHaveLength(1);
	});

	test('a dry run says who is outside their hours', async () => {
		const options = { dryRun: true, onlyAtTheseHours: { hours: hours('America/New_York') } };
		expect((await sent(options, recipients(1))).json()).toMatchObject([
			{ status: 'deferred', reason: 'Outside hours', send_after: '2026-11-20T14:00:00.000Z' },
		]);
		expect(simulator().outbox).toEqual([]);
	});

	test('what waits when the hours end is deferred at once', async () => {
		jest.setSystemTime(Date.parse('2026-11-20T18:58:00Z'));
		const options = {
			onlyAtTheseHours: { hours: hours('Europe/Berlin') },
			pause: 60,
		};
		const finished = await sent(options, recipients(30), { stepMs: 50 });
		const end = Date.parse('2026-11-20T19:00:00Z');
		const deferred = deferredOf(finished.json());
		expect(deferred.length).toBeGreaterThan(15);
		expect(simulator().outbox).toHaveLength(30 - deferred.length);
		simulator().outbox.forEach(({ at }) => expect(at).toBeLessThan(end));
		expect(Date.now()).toBeLessThan(end + 30_000);
		expect(deferred[0]).toMatchObject({ send_after: '2026-11-21T08:00:00.000Z' });
	});
});

test('a campaign every hour in the daytime, from Friday to Monday, with another text each time: nobody twice, nobody left out', async () => {
	const hours = { from: '09:00', to: '20:00', timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5] };
	const options = {
		campaign: 'spring',
		maxPerNumber: 1,
		messagesPerSecond: 0,
		onlyAtTheseHours: { hours },
	};
	const items = recipients(13);
	jest.setSystemTime(Date.parse('2026-11-20T08:00:00Z'));
	for (let hour = 0; hour < 3 * 24 + 4; hour += 1) {
		await sent(options, items, { message: `Hello ${hour}` });
		await pass(3_600_000);
	}
	const reached = simulator().outbox.map(({ to }) => to);
	expect([...reached].sort()).toEqual(items.map(({ to }) => to).sort());
}, 60_000);

test('a message that is refused for its rate until the hours close and open again is recorded when it goes out', async () => {
	jest.setSystemTime(new Date('2026-11-20T22:59:58Z'));
	const hours = { from: '00:00', to: '00:00', timeZone: 'Europe/Berlin' };
	const options = { campaign: 'spring', onlyAtTheseHours: { hours } };
	simulator().fault({ kind: 'status', status: 429, retryAfter: 5 });
	for (const alreadySent of [undefined, true]) {
		const finished = await sent(options, recipients(1), { stepMs: 50 });
		expect(finished.json()).toMatchObject([
			{ status: 'accepted', ...(alreadySent && { already_sent: true }) },
		]);
	}
	expect(simulator().outbox).toHaveLength(1);
});

test('a message that is refused for its rate until the hours close is left for a later run, which sends it', async () => {
	jest.setSystemTime(new Date('2026-11-20T18:59:58Z'));
	const hours = { from: '09:00', to: '20:00', timeZone: 'Europe/Berlin' };
	const options = { campaign: 'spring', onlyAtTheseHours: { hours }, messagesPerSecond: 0 };
	simulator().fault({ kind: 'status', status: 429, retryAfter: 5 });
	const [row] = (await sent(options, recipients(1), { stepMs: 50 })).json();
	expect(row).toMatchObject({ status: 'deferred', reason: 'Outside hours' });
	expect(simulator().outbox).toEqual([]);
	jest.setSystemTime(new Date('2026-11-21T09:00:00Z'));
	expect((await sent(options, recipients(1))).json()).toMatchObject([{ status: 'accepted' }]);
	expect(simulator().outbox).toHaveLength(1);
});

test('a message whose conversation is read until the hours close is left for a later run', async () => {
	jest.setSystemTime(new Date('2026-11-20T18:59:58Z'));
	const hours = { from: '09:00', to: '20:00', timeZone: 'Europe/Berlin' };
	const options = { campaign: 'spring', onlyAtTheseHours: { hours }, respectOptOuts: true };
	const match = { operationId: 'getImessageHistory' } as const;
	simulator().fault({ kind: 'status', status: 429, retryAfter: 5, match });
	const person = [{ to: '+12025550199' }];
	const [row] = (await sent(options, person, { stepMs: 50 })).json();
	expect(row).toMatchObject({ status: 'deferred', reason: 'Outside hours' });
	expect(simulator().outbox).toEqual([]);
	jest.setSystemTime(new Date('2026-11-21T09:00:00Z'));
	expect((await sent(options, person)).json()).toMatchObject([{ status: 'accepted' }]);
	expect(simulator().outbox).toHaveLength(1);
});

describe('advice', () => {
	const same = { message: 'Hello' };

	test.each([
		[
			'the same text for nearly everybody',
			{ messagesPerSecond: 0 },
			same,
			/^25 of 25 recipients got the same text\./,
		],
		[
			'too fast',
			{ messagesPerSecond: 0, fastTrack: true },
			{},
			/^Messages per Second is above 1, or 0 for no limit\./,
		],
		['by fast track', { fastTrack: true }, {}, /^25 messages went by Fast Track\./],
	])('one, of what matters most: %s', async (_, options, further, text) => {
		const finished = await sent(options, recipients(25), further);
		expect(finished.hints()).toEqual([expect.stringMatching(text)]);
	});

	test('many messages from one number in one run', async () => {
		simulator().set({ sendRate: false });
		const finished = await sent({ messagesPerSecond: 0, dryRun: true }, recipients(101));
		expect(finished.hints()).toContainEqual(
			expect.stringMatching(/^101 messages from one number in one run\. Providers advise at most 20 new/),
		);
		const limited = await sent({ dryRun: true, campaign: 'spring', maxPerNumber: 20 }, recipients(101));
		expect(limited.hints().join()).not.toContain('from one number in one run');
		const anyNumber = await sent({ dryRun: true }, recipients(101), { from: '' });
		expect(anyNumber.hints().join()).toContain(
			'101 messages without From, perhaps from one number, in one run',
		);
	});

	test('none where it is followed', async () => {
		expect((await sent({}, recipients(25))).hints().join()).not.toContain('advise');
	});
});
