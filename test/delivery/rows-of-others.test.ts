/** What one process makes of the rows that another one, or the process before it, has inserted. */
import { notSent } from '../../nodes/shared/service/outcome';
import { accepted, newProcess, type TestedRun } from '../support/new-process';
import { deleteDue, ProcessedData, rowsIn } from '../support/processed-data';

const people = Array.from({ length: 40 }, (_, index) => `person ${index}`);
const [refused] = people.slice(-1);

const inTable = (table = new ProcessedData(async () => await Promise.resolve())): TestedRun => {
	return { rows: rowsIn(table), items: [1, 2], isOnlyProcess: true };
};

test('a round after a Wait takes over the row of its list, also in another process, and deletes it at its end', async () => {
	const table = { ...inTable(), establishedAt: Date.now() };
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

test("a tool's refused call does not count: a Retry, in which the model calls once, finds the call that was accepted", async () => {
	const table = inTable();
	const memory = {};
	const call = (runIndex: number, further: Partial<TestedRun> = {}) => {
		const { record, next } = newProcess().run({ ...table, memory, runIndex, isTool: true, ...further });
		return { record, message: next('Ada') };
	};
	const first = call(0);
	expect(await first.record.claim(first.message)).toBeUndefined();
	await first.record.settle(first.message, { ...notSent('refused'), is: 'rejected' });
	const second = call(1);
	expect(await second.record.claim(second.message)).toBeUndefined();
	await second.record.settle(second.message, accepted);
	const retried = call(0, { mode: 'retry', memory: {} });
	expect(await retried.record.find(retried.message)).toMatchObject({ is: 'alreadySent' });
});

test('a message that is refused does not delete what says that another run, which sent it again, was accepted', async () => {
	const table = inTable();
	const of = (identity: string, resendsUnknown: boolean) => {
		const { record, next } = newProcess().run({ ...table, identity });
		return { record, message: next('Ada', { campaign: 'spring', resendsUnknown }) };
	};
	const refused = of('one', false);
	expect(await refused.record.claim(refused.message)).toBeUndefined();
	const again = of('two', true);
	expect(await again.record.claim(again.message)).toBeUndefined();
	await again.record.settle(again.message, accepted);
	await refused.record.settle(refused.message, { ...notSent('refused'), is: 'rejected' });
	const later = of('three', false);
	expect(await later.record.find(later.message)).toMatchObject({ is: 'alreadySent' });
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

const refusal = { ...notSent('refused'), is: 'rejected' } as const;

const unanswered = { ...notSent('interrupted'), is: 'unknown' } as const;

describe.each([
	['refused', refusal, {}],
	['unknown, and sent again', unanswered, { resendsUnknown: true }],
])('one message was %s', (_, outcome, subject) => {
	test.each([0, 1, 2, 3, 4, 8, 16, 30, 45, 60, 75, 90, 110])(
		'a Retry that begins %d turns after the deletion of the rows of its execution: the next one sends nothing again',
		async (turns) => {
			const table = new ProcessedData(async () => await new Promise(setImmediate));
			const first = newProcess();
			const memory = {};
			const ends: Array<() => Promise<void>> = [];
			const run = { ...inTable(table), items: people, memory };
			const { record, next } = first.run({ ...run, onFinish: (end) => void ends.push(end) });
			for (const to of people) {
				const message = next(to);
				expect(await record.claim(message)).toBeUndefined();
				await record.settle(message, to === refused ? outcome : accepted);
			}
			await record.close(false);
			for (const end of ends) await end();
			const deletion = deleteDue(Date.now() + 3_600_000, first.Store);
			for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
			const sent: string[] = [];
			for (let retries = 0; retries < 2; retries += 1) {
				const retry = newProcess().run({ ...run, mode: 'retry', memory: structuredClone(memory) });
				for (const to of people.toReversed()) {
					const message = retry.next(to, subject);
					if (await retry.record.find(message)) continue;
					expect(await retry.record.claim(message)).toBeUndefined();
					sent.push(to);
					await retry.record.settle(message, accepted);
				}
				await retry.record.close(true);
				await deletion;
			}
			expect(sent).toEqual([refused]);
		},
	);
});

test('of lists that a trigger has started, each has its number; a manual list waits for all, and says since when', async () => {
	const table = inTable();
	const establishedAt = Date.parse('2026-11-20T14:05:30Z');
	jest.useFakeTimers({ now: establishedAt + 3_600_000, doNotFake: ['setImmediate', 'nextTick'] });
	const ends: Array<Array<() => Promise<void>>> = [];
	const begin = async (identity: string) => {
		const own: Array<() => Promise<void>> = [];
		ends.push(own);
		const { record, next } = newProcess().run({
			...{ ...table, identity, establishedAt },
			onFinish: (end) => void own.push(end),
		});
		await record.find(next('Ada'));
		return record;
	};
	const told = async () => {
		const byHand = newProcess().run({ ...table, mode: 'manual', identity: `by hand ${Math.random()}` });
		return await byHand.record.find(byHand.next('somebody'));
	};
	const lists = [];
	for (const identity of ['one', 'two', 'three']) lists.push(await begin(identity));
	for (const [index, list] of lists.entries()) {
		expect(await told()).toMatchObject({ kind: 'besideList', detail: 'today at 14:05' });
		if (index < 2) await list.close(true);
	}
	expect(await told()).toMatchObject({ kind: 'besideList' });
	jest.setSystemTime(establishedAt + 24 * 3_600_000);
	expect(await told()).toMatchObject({ kind: 'besideList', detail: 'yesterday at 14:05' });
	await lists[2]?.close(true);
	expect(await told()).toBeUndefined();
	jest.useRealTimers();
});

test('a list that is stopped once all of it is sent has failed: a manual list knows whom it has reached', async () => {
	const table = inTable();
	const stop = new AbortController();
	const ends: Array<() => Promise<void>> = [];
	const onFinish = (end: () => Promise<void>) => void ends.push(end);
	const { record, next } = newProcess().run({ ...table, signal: stop.signal, onFinish });
	const message = next('Ada');
	expect([await record.find(message), await record.claim(message)]).toEqual([undefined, undefined]);
	await record.settle(message, accepted);
	await record.close(true);
	stop.abort();
	for (const end of ends) await end();
	const byHand = newProcess().run({ ...table, mode: 'manual', identity: 'by hand' });
	expect(await byHand.record.find(byHand.next('Ada'))).toMatchObject({ is: 'alreadySent' });
});

test('a Retry leaves the number of its list to another list that has it now', async () => {
	const table = inTable();
	const ends: Array<() => Promise<void>> = [];
	const onFinish = (end: () => Promise<void>) => void ends.push(end);
	const begin = async (identity: string, further: Partial<TestedRun> = {}) => {
		const establishedAt = Date.now() - (identity === 'one' ? 60 * 60_000 : 0);
		const { record, next } = newProcess().run({ ...table, identity, establishedAt, onFinish, ...further });
		return { record, found: await record.find(next('Ada')) };
	};
	const end = async ({ record }: Awaited<ReturnType<typeof begin>>, isWhole: boolean) => {
		await record.close(isWhole);
		for (const finish of ends.splice(0)) await finish();
	};
	const memory = {};
	await end(await begin('one', { memory }), false);
	const other = await begin('two');
	ends.length = 0;
	await end(await begin('one', { memory: structuredClone(memory), mode: 'retry' }), true);
	expect((await begin('by hand', { mode: 'manual' })).found).toMatchObject({ kind: 'besideList' });
	await end(other, true);
	expect((await begin('by hand again', { mode: 'manual' })).found).toBeUndefined();
});

test('a message that waits for its next try has no rows; who comes meanwhile sends it, and a key is told rightly', async () => {
	const table = new ProcessedData(async () => await Promise.resolve());
	const of = (identity: string) => {
		const { record, next } = newProcess().run({ ...inTable(table), identity, isOnlyProcess: false });
		return { record, message: next('Ada', { key: 'order 1' }) };
	};
	const [waiting, other] = [of('one'), of('two')];
	expect(await waiting.record.claim(waiting.message)).toBeUndefined();
	await waiting.record.giveBack(waiting.message);
	expect(table.size).toBe(0);
	expect(await other.record.find(other.message)).toBeUndefined();
	expect(await other.record.claim(other.message)).toBeUndefined();
	await other.record.settle(other.message, accepted);
	expect(await waiting.record.claim(waiting.message)).toMatchObject({ is: 'alreadySent' });
});

test('a key whose rows are given back between two looks at them stands for nobody else', async () => {
	const table = new ProcessedData(async () => await Promise.resolve());
	const of = (identity: string) => {
		const { record, next } = newProcess().run({ ...inTable(table), identity, isOnlyProcess: false });
		return { record, message: next('Ada', { key: 'order 1' }) };
	};
	const [waiting, other] = [of('one'), of('two')];
	await waiting.record.claim(waiting.message);
	const count = table.getProcessedDataCount.bind(table);
	let looks = 0;
	jest.spyOn(table, 'getProcessedDataCount').mockImplementation(async (...call) => {
		looks += 1;
		if (looks === 2) await waiting.record.giveBack(waiting.message);
		return await count(...call);
	});
	expect(await other.record.find(other.message)).toBeUndefined();
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

test('a process remembers the last 10,000 rows of which nobody knows what became of their message', () => {
	const store = newProcess().Store.of('a node');
	store.abandon(['first', ...Array.from({ length: 10_000 }, (_, index) => `row ${index}`)]);
	expect([store['abandoned'].size, store['abandoned'].has('first')]).toEqual([10_000, false]);
});

test('rows of an execution that has a twin stay: its Retry would take its messages for new ones', async () => {
	const table = new ProcessedData(async () => await Promise.resolve());
	const { run, Store } = newProcess();
	const ends: Array<() => Promise<void>> = [];
	for (let twin = 0; twin < 2; twin += 1) {
		const own = {
			...inTable(table),
			items: [1],
			memory: {},
			onFinish: (end: () => Promise<void>) => void ends.push(end),
		};
		const { record, next } = run(own);
		const message = next('Ada');
		expect(await record.claim(message)).toBeUndefined();
		await record.settle(message, accepted);
		await record.close(true);
	}
	await ends[0]?.();
	await deleteDue(Date.now() + 3_600_000, Store);
	const retry = newProcess().run({ ...inTable(table), items: [1], memory: {}, mode: 'retry' });
	expect(await retry.record.find(retry.next('Ada'))).toMatchObject({ is: 'maybeAlreadySent' });
});
