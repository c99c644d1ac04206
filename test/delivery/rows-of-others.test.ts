/** What one process makes of the rows that another one, or the process before it, has inserted. */
import { notSent } from '../../nodes/shared/operation/outcome';
import { accepted, newProcess, type TestedRun } from '../support/new-process';
import { deleteDue, ProcessedData, rowsIn } from '../support/processed-data';

const inTable = (table = new ProcessedData(async () => await Promise.resolve())): TestedRun => {
	return { rows: rowsIn(table), items: [1, 2], isOnlyProcess: true };
};

test('a round after a Wait takes over the row of its list, also in another process, and deletes it at its end', async () => {
	const table = inTable();
	let memory = {};
	const round = async (runIndex: number, end?: (handler: () => Promise<void>) => void) => {
		memory = structuredClone(memory);
		const run = { ...table, memory, runIndex, mayRunAgain: () => true, onFinish: end ?? (() => {}) };
		const { record, next } = newProcess().run(run);
		const message = next(`person ${runIndex}`);
		expect([await record.find(message), await record.claim(message)]).toEqual([undefined, undefined]);
		await record.settle(message, accepted);
		await record.close(true);
	};
	const byHand = async () => {
		const { record, next } = newProcess().run({ ...table, mode: 'manual', identity: 'by hand' });
		return await record.find(next('somebody'));
	};
	await round(0);
	expect(await byHand()).toMatchObject({ kind: 'besideList' });
	const ends: Array<() => Promise<void>> = [];
	await round(1, (end) => void ends.push(end));
	expect(await byHand()).toMatchObject({ kind: 'besideList' });
	for (const end of ends) await end();
	expect(await byHand()).toBeUndefined();
});

test('a message that is refused does not delete what says that another run, which sent it again, was accepted', async () => {
	const table = inTable();
	const of = (identity: string, mayRepeat: boolean) => {
		const { record, next } = newProcess().run({ ...table, identity });
		return { record, message: next('Ada', { campaign: 'spring', mayRepeat }) };
	};
	const refused = of('one', false);
	expect(await refused.record.claim(refused.message)).toBeUndefined();
	const again = of('two', true);
	expect(await again.record.claim(again.message)).toBeUndefined();
	await again.record.settle(again.message, accepted);
	await refused.record.settle(refused.message, { ...notSent('refused'), outcome: 'rejected' });
	const later = of('three', false);
	expect(await later.record.find(later.message)).toMatchObject({ status: 'accepted', wasEarlier: true });
});

test.each([
	['that ended', 0, {}, false],
	['that was stopped: its Retry needs them', 2, { signal: AbortSignal.abort() }, false],
	['of which a Retry has begun: it needs them', 3, {}, true],
])('rows of a message an hour after an execution %s: %d', async (_, left, execution, hasRetry) => {
	const table = new ProcessedData(async () => await Promise.resolve());
	const ends: Array<() => Promise<void>> = [];
	const { run, Store } = newProcess();
	const all = { ...inTable(table), items: [1], ...execution };
	const { record, next } = run({ ...all, onFinish: (end) => void ends.push(end) });
	const message = next('Ada');
	expect(await record.claim(message)).toBeUndefined();
	await record.settle(message, accepted);
	await record.close(true);
	if (hasRetry) {
		const retry = newProcess().run({ ...all, mode: 'retry' });
		await retry.record.find(retry.next('Ada'));
	}
	for (const end of ends) await end();
	await deleteDue(Date.now() + 3_600_000, Store);
	expect(table.size).toBe(left);
});

test('of two messages to different people with the same key at once, one leaves', async () => {
	const table = inTable();
	const both = ['Ada', 'Grace'].map((to) => {
		const { record, next } = newProcess().run({ ...table, identity: to });
		return { record, message: next(to, { key: 'order 1' }) };
	});
	for (const { record, message } of both) expect(await record.find(message)).toBeUndefined();
	const claims = [];
	for (const { record, message } of both) claims.push(await record.claim(message));
	expect(claims).toMatchObject([undefined, { kind: 'keyOfOther' }]);
});
