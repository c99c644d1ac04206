/** What n8n is given to record, and how much of it stays. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { fingerprint } from '../../nodes/shared/input/fingerprint';
import { Messages } from '../../nodes/shared/record/message';
import { Store } from '../../nodes/shared/record/store';
import { tableOf } from '../../nodes/shared/n8n/n8n-table';
import { Calendar } from '../../nodes/shared/service/times';
import { useShortWaits } from '../support/clock';
import { retryRun, startRun, type Started } from '../support/campaign';
import { recipients } from '../support/histories';
import { deleteDue, forgetStores, processedData, rowsIn } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, latencyMs: 10 });
useShortWaits(25);

const inTheMiddle = { accepted: 5 };

/** What a value that n8n is given is made of: words of the record, numbers, and fingerprints. */
const partOfValue = /^(there|accepted|Node|[A-Za-z0-9+/]{16}|[0-9a-f-]{36})$/;

test.each([
	['a list', {}, inTheMiddle],
	['idempotency keys', { idempotencyKey: '=order of {{ $json.to }}' }, 'inLaterNode' as const],
])('hashes alone: no recipient, no text, no token, no key, with %s', async (_, options, kill) => {
	const killed = await startRun(recipients(12), { kill, options });
	await retryRun(killed, { options });
	await startRun(recipients(12), { mode: 'manual', options });
	const given = [...processedData.given];
	expect(given.length).toBeGreaterThan(20);
	const plain = given.filter((value) => !value.split(' ').every((part) => partOfValue.test(part)));
	expect(plain).toEqual([]);
});

/** How many rows stay of runs, an hour and ten days after them. */
async function rowsLeft(...runs: Array<() => Promise<unknown>>): Promise<number[]> {
	for (const run of runs) await run();
	await deleteDue(Date.now() + 3_600_000);
	const { size } = processedData;
	await deleteDue(Date.now() + 10 * 24 * 3_600_000);
	return [size, processedData.size];
}

const ten = recipients(10);

test.each<[string, () => Promise<unknown>, number, number]>([
	['a list of a trigger', async () => await startRun(ten), 0, 0],
	[
		'a list of a trigger right before n8n is restarted, two a message and its number for good',
		async () => await startRun(ten).then(forgetStores),
		21,
		21,
	],
	[
		'a list by hand, two rows a message for its day',
		async () => await startRun(ten, { mode: 'manual' }),
		20,
		0,
	],
	['a campaign, two a message', async () => await startRun(ten, { options: { campaign: 'a' } }), 20, 20],
	[
		'keys, three a message',
		async () => await startRun(ten, { options: { idempotencyKey: '={{ $json.to }}' } }),
		30,
		30,
	],
])('rows that stay of %s', async (_, run, soon, late) => {
	expect(await rowsLeft(run)).toEqual([soon, late]);
});

/** How often n8n's table is asked in a run. */
async function callsOf(run: () => Promise<unknown>): Promise<number> {
	const calls = (['checkProcessedAndRecord', 'getProcessedDataCount', 'clearAllProcessedItems'] as const).map(
		(name) => jest.spyOn(processedData, name),
	);
	await run();
	const count = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
	for (const call of calls) call.mockRestore();
	return count;
}

type List = ReturnType<typeof recipients>;
const twenty = recipients(20);
const ofCampaign = { options: { campaign: 'a' } };

/** A list of which half is refused, and n8n is killed before it stores that. */
async function startHalf(list: List): Promise<Started> {
	for (const { to: recipient } of list.slice(list.length / 2)) {
		simulator().fault({ kind: 'status', status: 403, match: { recipient } });
	}
	return await startRun(list, { kill: 'inLaterNode' });
}

test("calls of n8n's table for a single message: 2", async () => {
	expect(await callsOf(async () => await startRun(recipients(1)))).toBe(2);
});

test.each<[string, number, number, (list: List) => Promise<() => Promise<unknown>>]>([
	['a list of a trigger', 2, 5, async (list) => async () => await startRun(list)],
	['a list by hand', 11, 16, async (list) => async () => await startRun(list, { mode: 'manual' })],
	['a campaign', 3, 5, async (list) => async () => await startRun(list, ofCampaign)],
	[
		'a Retry of what is half sent',
		4.5,
		6,
		async (list) => {
			const started = await startHalf(list);
			return async () => await retryRun(started);
		},
	],
])("calls of n8n's table by %s: %d a message, and %d a list", async (_, ofMessage, ofList, prepare) => {
	const counts: number[] = [];
	for (const list of [recipients(20), recipients(10)]) {
		processedData.clear();
		forgetStores();
		simulator().reset();
		counts.push(await callsOf(await prepare(list)));
	}
	const [large = 0, small = 0] = counts;
	const each = (large - small) / 10;
	expect([each, small - 10 * each]).toEqual([ofMessage, ofList]);
});

test.each([
	['nobody listens', { baseUrl: 'http://127.0.0.1:1' }, 4],
	['it is refused because of its rate', {}, 2],
])('a message that waits for its next try leaves no row: %s', async (_, run, tries) => {
	const [{ to: recipient = '' } = {}] = twenty;
	simulator().fault({ kind: 'status', status: 429, match: { recipient } });
	const enter = jest.spyOn(processedData, 'checkProcessedAndRecord');
	const remove = jest.spyOn(processedData, 'clearAllProcessedItems');
	await startRun(recipients(1), run);
	const isAccepted = processedData.size > 0 ? 1 : 0;
	expect(enter).toHaveBeenCalledTimes(tries + isAccepted);
	expect(remove).toHaveBeenCalledTimes(2 * (tries - isAccepted));
});

test("a day is one of the workflow's clock, and not of UTC", () => {
	const times = ['2026-11-20T04:59Z', '2026-11-20T05:00Z', '2026-11-21T04:59Z', '2026-11-21T05:00Z'];
	const [first = 0, ...days] = times.map((time) => new Calendar('America/New_York').dayOf(Date.parse(time)));
	expect(days.map((day) => day - first)).toEqual([1, 1, 2]);
});

test('a loop of 500 rounds does not read the earlier rounds in each', () => {
	let reads = 0;
	const rounds = new Proxy<Record<string, string>>(
		{},
		{
			get: (all, name) => ((reads += 1), all[String(name)]),
			ownKeys: (all) => ((reads += 1000), Reflect.ownKeys(all)),
		},
	);
	for (let runIndex = 0; runIndex < 500; runIndex += 1) {
		const messages = new Messages({ ...execution, rows, memory: { rounds }, runIndex, items: [1] });
		expect(messages.nextMessage({ ...subject, request: fingerprint(runIndex) }).ordinal).toBe(0);
	}
	expect(reads).toBeLessThan(10_000);
});

test("n8n's rows keep nothing of the run that they come from, but what reaches them", async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const calls = {
		checkProcessedAndRecord: jest.fn(),
		getProcessedDataCount: jest.fn(),
		clearAllProcessedItems: jest.fn(),
	};
	const kept = (() => {
		const helpers = { ...calls, ofTheRun: Array(1000).fill('data') };
		Store.of('a node', tableOf({ helpers, node: { id: 'node' } } as never));
		return new WeakRef(helpers);
	})();
	await new Promise(setImmediate);
	collect();
	expect(kept.deref()).toBeUndefined();
});

const execution = {
	...{ identity: 'one', establishedAt: 0, source: 'manual' as const, mode: 'manual' as const },
	timeZone: 'Etc/UTC',
	...{ memory: {}, runIndex: 0, items: [1, 2], isTool: false, place: 'node', isOnlyProcess: false },
};
const subject = {
	baseUrl: 'https://api.example.com',
	recipient: '+12025550160',
	ignoresHistory: false,
	resendsUnknown: false,
};
const rows = rowsIn(processedData);

test('what a message is stays the same from release to release: its values in n8n', async () => {
	const messages = new Messages({ ...execution, memory: {} });
	const request = fingerprint(['sendImessage', { b: 1, a: [2, { d: 3, c: 4 }] }]);
	const message = messages.nextMessage({ ...subject, request });
	expect(fingerprint(['sendImessage', { a: [2, { c: 4, d: 3 }], b: 1 }])).toBe(message.request);
	expect([
		message.id,
		messages.dayRow(message, 'sentManually', 0),
		messages.retryRow,
		messages.underWayRows()[0],
	]).toMatchInlineSnapshot(`
		[
		  "cbLEWPaZlCsdKdCM",
		  "xeWAUzEKJX+eAZCn",
		  "vNmDuU7y+0DqQ9Dg",
		  "nmFguKa/hzwOsxQ5",
		]
	`);
});
