/** n8n is killed before and after each call of the record that writes, one after the other: docs/delivery.md. */
import type { IDataObject } from 'n8n-workflow';

import { recipients, retryRun, startRun, type CampaignRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { processedData } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator({ sendRate: false });
useShortWaits();

type Again = (first: Started, run: CampaignRun) => Promise<Started>;

const items = recipients(3);
const again: Again = async (_, run) => await startRun(items, run);
const refused = { status: 403, recipient: String(items[1]?.to) };

/** What a run after the kill must be true to: nobody twice, nobody told as accepted who got nothing, nobody left out. */
function expectTruth({ finished }: Started, where: string): void {
	const received = messagesPerRecipient();
	const told = (finished?.json() ?? []).map(({ to, status, reason }): IDataObject => {
		if (/has not ended/.test(String(reason))) return { to, is: 'stopped' };
		const count = received[String(to)] ?? 0;
		const isTrue = status === 'accepted' ? count === 1 : status === 'unknown' && count < 2;
		return { to, is: isTrue ? 'true' : `${String(status)}, received ${count}` };
	});
	const isStopped = told.every(({ is }) => is === 'stopped');
	expect([where, told]).toEqual([where, items.map(({ to }) => ({ to, is: isStopped ? 'stopped' : 'true' }))]);
	expect(Math.max(0, ...Object.values(received))).toBeLessThan(2);
}

test.each<[string, CampaignRun, Again, CampaignRun]>([
	['a list of a trigger, then Retry', {}, retryRun, {}],
	['a list of a trigger, then a manual list', {}, again, { mode: 'manual' }],
	['a manual list, then another one', { mode: 'manual' }, again, { mode: 'manual' }],
	['keys', { options: { idempotencyKey: '={{ $json.to }}' } }, again, {}],
	['a campaign', { options: { campaign: 'spring' } }, again, {}],
	['a campaign with keys', { options: { campaign: 'spring', idempotencyKey: '={{ $json.to }}' } }, again, {}],
])('%s: nobody twice, nobody left out, nobody told wrongly', async (_, run, next, then) => {
	let kills = 0;
	for (const when of ['before', 'after'] as const) {
		for (let write = 1, wasKilled = true; wasKilled; write += 1) {
			processedData.clear();
			simulator().reset();
			simulator().fault({ kind: 'status', ...refused, match: { recipient: refused.recipient } });
			const killed = await startRun(items, { ...run, kill: { write, when } });
			simulator().clearFaults();
			wasKilled = killed.finished === undefined;
			if (!wasKilled) break;
			kills += 1;
			expectTruth(await next(killed, { ...run, ...then }), `${when} write ${write}`);
		}
	}
	expect(kills).toBeGreaterThanOrEqual(16);
});

test('a Retry is killed, then the next one: nobody twice, nobody left out, nobody told wrongly', async () => {
	for (let write = 1, wasKilled = true; wasKilled; write += 1) {
		processedData.clear();
		simulator().reset();
		const first = await startRun(items, { kill: { write: 4, when: 'after' } });
		const second = await retryRun(first, { kill: { write, when: 'after' } });
		wasKilled = second.finished === undefined;
		expectTruth(await retryRun(first), `write ${write}`);
	}
});
