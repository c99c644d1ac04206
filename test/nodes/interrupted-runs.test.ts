import type { IDataObject } from 'n8n-workflow';

import { recovered, retryRun, startRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator();
useShortWaits();
beforeEach(() => simulator().set({ sendRate: false, latencyMs: 10 }));

let starts = 0;

/** What a trigger gives out: the recipients, and something that no other execution has. */
function recipients(count: number): IDataObject[] {
	starts += 1;
	return Array.from({ length: count }, (_, index) => ({
		to: `+12025550${160 + index}`,
		startedBy: starts,
	}));
}

function times(items: IDataObject[], count: number): Record<string, number> {
	return Object.fromEntries(items.map(({ to }) => [String(to), count]));
}

function unknown({ finished }: Started): number {
	return (finished?.json() ?? []).filter(({ details }) => (details as IDataObject)?.outcome === 'unknown')
		.length;
}

/** Has the service refuse the next message to a recipient. */
function refuse(to: unknown): void {
	simulator().fault({ kind: 'status', status: 403, match: { recipient: String(to) } });
}

const inTheMiddle = { accepted: 5 };

describe('n8n is killed in the middle of a run', () => {
	test('Retry sends the rest: nobody twice, everybody is served or unknown', async () => {
		const items = recipients(20);
		const killed = await startRun(items, { kill: inTheMiddle });
		const before = simulator().outbox.length;
		expect(before).toBeGreaterThan(3);
		expect(before).toBeLessThan(20);

		const retried = await retryRun(killed);
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
		expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(20);
		expect(unknown(retried)).toBeLessThanOrEqual(20);
	});

	test('the output says which messages an earlier run sent, and a hint how many', async () => {
		const killed = await startRun(recipients(20), { kill: { accepted: 14 } });
		const retried = await retryRun(killed);
		const sent = retried.finished?.json().filter(({ already_sent: already }) => already) ?? [];
		expect(sent.length).toBeGreaterThan(0);
		expect(sent[0]).toMatchObject({
			to: '+12025550160',
			status: 'accepted',
			reason: 'An earlier run has sent the message, so it was not sent again',
			message_id: null,
		});
		expect(retried.finished?.hints()).toEqual([
			expect.stringMatching(new RegExp(`\\b${sent.length} (accepted )?earlier`)),
		]);
	});

	test('Retry sends the rest also where n8n has made up runs of the nodes that had started', async () => {
		const items = recipients(12);
		const killed = await startRun(items, { kill: inTheMiddle });
		const retried = await retryRun(killed, { from: recovered(killed) });
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
		expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(12);
	});

	test('Retry with a new access token sends the rest', async () => {
		const killed = await startRun(recipients(12), { kill: inTheMiddle });
		await retryRun(killed, { token: 'demo-token-no-fast-track' });
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('a second Retry knows of the first', async () => {
		const items = recipients(12);
		const killed = await startRun(items, { kill: inTheMiddle });
		await retryRun(killed);
		const after = simulator().outbox.length;
		await retryRun(killed);
		expect(simulator().outbox).toHaveLength(after);
	});

	test('a run by hand within an hour sends the rest', async () => {
		await startRun(recipients(12), { kill: inTheMiddle });
		await startRun(recipients(12), { mode: 'manual' });
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('a run by hand after more than an hour sends everything', async () => {
		const items = recipients(12);
		await startRun(items, { kill: inTheMiddle });
		const before = messagesPerRecipient();
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 2 * 3_600_000);
		await startRun(recipients(12), { mode: 'manual' });
		jest.restoreAllMocks();
		for (const { to } of items)
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
	});

	test('a run of a trigger sends to all', async () => {
		const items = recipients(12);
		await startRun(items, { kill: inTheMiddle });
		const before = messagesPerRecipient();
		await startRun(recipients(12));
		for (const { to } of items)
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
	});

	test('Retry sends the rest also after another run whose messages were all accepted', async () => {
		const killed = await startRun(recipients(12), { kill: inTheMiddle });
		await startRun(recipients(12));
		const retried = await retryRun(killed);
		expect(Math.max(...Object.values(messagesPerRecipient()))).toBe(2);
		expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(24);
	});

	test('Retry of an execution that had sent nothing sends everything, whatever another one sent', async () => {
		const items = recipients(12);
		await startRun(items, { kill: inTheMiddle });
		const before = messagesPerRecipient();
		await startRun(recipients(12), { mode: 'retry' });
		for (const { to } of items)
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
	});

	test.each(Array.from({ length: 16 }, (_, index) => index + 1))(
		'a Retry killed at its write %i, then Retry: what another execution sent does not count',
		async (write) => {
			const refused = recipients(6);
			refuse(refused[0]?.to);
			await startRun(refused);
			const before = simulator().outbox.length;
			const items = recipients(6);
			const killed = await retryRun({ items }, { kill: { write, when: 'after' } });
			const retried = await retryRun(killed);
			const sent = simulator()
				.outbox.slice(before)
				.map(({ to }) => to);
			expect(new Set(sent).size).toBe(sent.length);
			const told = retried.finished?.json().filter(({ status }) => status === 'accepted') ?? [];
			expect(told.length + unknown(retried)).toBe(6);
			for (const { to } of told) expect(sent).toContain(to);
		},
	);

	test('with Every Run Sends the Rest, a run of a trigger sends the rest', async () => {
		const options = { afterInterruptedRun: 'everyRunSendsTheRest' };
		await startRun(recipients(12), { kill: inTheMiddle, options });
		await startRun(recipients(12), { options });
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('a sub-workflow that is started again sends to all, whatever started the one above it', async () => {
		const items = recipients(12);
		await startRun(items, { kill: inTheMiddle, mode: 'integrated' });
		const before = messagesPerRecipient();
		await startRun(items, { mode: 'integrated' });
		for (const { to } of items)
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
	});

	test('with Every Run Sends the Rest, a sub-workflow that is started again sends the rest', async () => {
		const run = { mode: 'integrated', options: { afterInterruptedRun: 'everyRunSendsTheRest' } } as const;
		const items = recipients(12);
		await startRun(items, { kill: inTheMiddle, ...run });
		await startRun(items, run);
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('with Send Everything, Retry sends to all', async () => {
		const options = { afterInterruptedRun: 'sendEverything' };
		const items = recipients(12);
		const killed = await startRun(items, { kill: inTheMiddle, options });
		const before = messagesPerRecipient();
		await retryRun(killed, { options });
		for (const { to } of items)
			expect(messagesPerRecipient()[String(to)]).toBe((before[String(to)] ?? 0) + 1);
	});
});

describe('a run that ended', () => {
	test('wholly accepted: it is forgotten, and a run by hand sends everything', async () => {
		const items = recipients(5);
		await startRun(items);
		expect(processedData.size).toBe(0);
		await startRun(recipients(5), { mode: 'manual' });
		expect(messagesPerRecipient()).toEqual(times(items, 2));
		expect(processedData.size).toBe(0);
	});

	test('wholly accepted, then n8n is killed in a later node: Retry sends to nobody', async () => {
		const items = recipients(5);
		const killed = await startRun(items, { kill: 'inLaterNode' });
		await retryRun(killed);
		await retryRun(killed);
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test.each([
		['that was sent', 0],
		['that was refused', 2],
	])('a test row %s, run by hand in between, spoils nothing', async (_, row) => {
		const items = recipients(6);
		refuse(items[2]?.to);
		refuse(items[4]?.to);
		await startRun(items);
		await startRun([{ ...items[row], startedBy: 0 }], { mode: 'manual' });
		await startRun(recipients(6), { mode: 'manual' });
		expect(messagesPerRecipient()).toEqual(times(items, 1));
		await startRun(recipients(6), { mode: 'manual' });
		expect(messagesPerRecipient()).toEqual(times(items, 2));
	});

	test('two overlapping runs by hand send each message once, and no outcome is unknown', async () => {
		const first = startRun(recipients(12), { mode: 'manual' });
		while (simulator().outbox.length === 0) await new Promise(setImmediate);
		const second = startRun(recipients(12), { mode: 'manual' });
		for (const run of [await first, await second]) expect(unknown(run)).toBe(0);
		expect(messagesPerRecipient()).toEqual(times(recipients(12), 1));
	});

	test('two Retries at once send each message once', async () => {
		const killed = await startRun(recipients(20), { kill: inTheMiddle });
		await Promise.all([retryRun(killed), retryRun(killed)]);
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('two Retries at once of an execution that had sent nothing send each message once', async () => {
		const items = recipients(12);
		const failed = await startRun(items, { kill: { write: 1, when: 'before' } });
		expect(simulator().outbox).toHaveLength(0);
		const both = await Promise.all([retryRun(failed), retryRun(failed)]);
		expect(both.map(unknown)).toEqual([0, 0]);
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test('with a failed item: a run by hand sends that one alone', async () => {
		const items = recipients(5);
		refuse(items[2]?.to);
		await startRun(items);
		await startRun(recipients(5), { mode: 'manual' });
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test('stopped by the user: a run by hand sends the rest', async () => {
		const items = recipients(20);
		simulator().set({ latencyMs: 10 });
		await startRun(items, { stopAfter: 5 });
		await startRun(recipients(20), { mode: 'manual' });
		expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
	});

	test('stopped between two rounds of a loop: a run by hand sends the rest', async () => {
		const items = recipients(6);
		await startRun(items, { inRounds: true, stopAfter: 'firstRound' });
		expect(simulator().outbox).toHaveLength(3);
		await startRun(recipients(6), { inRounds: true, mode: 'manual' });
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test.each([2, 3, 4, 5])(
		'killed at write %i in two rounds of a loop: Retry sends the rest',
		async (write) => {
			const killed = await startRun(recipients(6), { inRounds: true, kill: { write, when: 'after' } });
			expect(killed.finished).toBeUndefined();
			await retryRun(killed, { inRounds: true });
			expect(Object.values(messagesPerRecipient()).every((count) => count === 1)).toBe(true);
		},
	);

	test('failed, then retried twice: the second Retry knows what the first sent', async () => {
		const items = recipients(6);
		const settings = { onError: 'stopWorkflow' } as const;
		simulator().fault({ kind: 'status', status: 403, times: 4 });
		const failed = await startRun(items, { settings });
		expect(failed.finished?.error).toBeDefined();
		await retryRun(failed);
		await retryRun(failed);
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test.each([
		['first', 0],
		['third', 2],
	])(
		'the %s item failed, finished by hand: the next run by hand sends everything again',
		async (_, failed) => {
			const items = recipients(6);
			refuse(items[failed]?.to);
			await startRun(items);
			await startRun(recipients(6), { mode: 'manual' });
			expect(messagesPerRecipient()).toEqual(times(items, 1));
			await startRun(recipients(6), { mode: 'manual' });
			expect(messagesPerRecipient()).toEqual(times(items, 2));
		},
	);

	test('the first items failed, then a run by hand did not end whole: Retry knows what that one sent', async () => {
		const items = recipients(20);
		for (const { to } of items.slice(0, 4)) {
			refuse(to);
		}
		const failed = await startRun(items);
		const last = { to: '+12025550199' };
		refuse(last.to);
		await startRun([...recipients(20), last], { mode: 'manual' });
		await retryRun(failed);
		expect(messagesPerRecipient()).toEqual(times(items, 1));
	});

	test('after Retry On Fail everything was accepted: it is forgotten', async () => {
		const items = recipients(5);
		refuse(items[2]?.to);
		const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		await startRun(items, { settings: { ...retryOnFail, onError: 'stopWorkflow' } });
		expect(messagesPerRecipient()).toEqual(times(items, 1));
		expect(processedData.size).toBe(0);
	});
});
