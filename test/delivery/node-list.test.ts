/** The list of a node in n8n's database, as the runs of one process use it. */
import { sleep } from 'n8n-workflow';

import { Ledger } from '../../nodes/shared/delivery/ledger/ledger';
import { left, type Message } from '../../nodes/shared/delivery/ledger/message';
import { maxValues } from '../../nodes/shared/delivery/ledger/n8n-list';
import { NodeList } from '../../nodes/shared/delivery/ledger/node-list';
import { Scopes, type RecordedExecution } from '../../nodes/shared/delivery/ledger/scopes';
import { useShortWaits } from '../support/clock';
import { forgetLists, ProcessedData, rowsIn, shortRecord } from '../support/processed-data';

useShortWaits();

let data: ProcessedData;
let list: NodeList;

/** What another process records. */
async function recordElsewhere(values: string[]): Promise<void> {
	const options = { mode: 'entries', maxEntries: maxValues.long } as const;
	await rowsIn(data)().checkProcessedAndRecord(values, 'node', options);
}

beforeEach(() => {
	forgetLists();
	data = new ProcessedData();
	list = NodeList.of('node', rowsIn(data));
});
afterEach(() => jest.restoreAllMocks());

test('what is queued while a call is under way goes with the next call', async () => {
	const first = list.record(['first']);
	data.disturb = () => {
		list.queue(['meanwhile']);
		data.disturb = () => {};
	};
	await first;
	expect(data.has('meanwhile')).toBe(false);
	await list.record(['second']);
	expect(data.has('meanwhile')).toBe(true);
});

test('a question does not remove what is queued', async () => {
	list.queue(['queued']);
	await list.ask(['queued']);
	expect(data.has('queued')).toBe(true);
});

test('what is queued is there for who asks', async () => {
	list.queue(['queued']);
	expect(await list.ask(['queued', 'another'])).toEqual(new Set(['queued']));
});

test('what n8n refuses to remove is tried more and more rarely, and removed once it does not', async () => {
	let calls = 0;
	let isRefused = true;
	list = NodeList.of('node', (name) => ({
		...rowsIn(data)(name),
		removeProcessed: async (...call) => {
			calls += 1;
			if (isRefused) throw new Error('refused');
			await rowsIn(data)(name).removeProcessed(...call);
		},
	}));
	await list.record(['outdated']);
	list.removeSoon(['outdated']);
	for (let minute = 0; minute < 10; minute += 1) await sleep(20_000);
	expect(calls).toBeLessThan(30);
	isRefused = false;
	while (data.has('outdated')) await sleep(20_000);
});

test('what was asked for in vain is not removed once another process has recorded it', async () => {
	await list.ask(['value']);
	await recordElsewhere(['value']);
	await list.record(['another']);
	await list.flush();
	expect(data.has('value')).toBe(true);
});

test('a list that another process has made long is not cut', async () => {
	shortRecord(20);
	list = NodeList.of('node', rowsIn(data));
	await list.record(['first']);
	await recordElsewhere(Array.from({ length: 50 }, (_, index) => `value ${index}`));
	const { now } = performance;
	jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 11_000);
	await list.record(['last']);
	expect(data.has('value 0')).toBe(true);
});

test('a message that is rolled back while it is recorded ahead of its turn leaves nothing', async () => {
	const execution: RecordedExecution = {
		...{ node: 'node', rows: rowsIn(data), isOnlyProcess: false, isStopped: () => false },
		...{ identity: 'one', token: 'one', establishedAt: Date.now(), source: 'webhook', mode: 'webhook' },
	};
	const options = { memory: {}, number: 0, isTool: false, size: 600 };
	const scopes = new Scopes(execution, options);
	const ledger = new Ledger(execution, scopes, options);
	const [first, second] = ['first', 'second'].map((recipient) =>
		scopes.next({ baseUrl: 'url', recipient, request: recipient, campaign: 'spring', isAgain: false }),
	) as [Message, Message];
	for (const message of [first, second]) {
		expect(await ledger.recall(message)).toBe('new');
		ledger.queue(message);
	}
	const begun = ledger.begin(first);
	while (!data.has(left(second.id))) await sleep(1);
	await ledger.rollBack(second);
	expect(await begun).toBe(true);
	await ledger.close(true);
	expect([first, second].map(({ id }) => data.has(left(id)))).toEqual([true, false]);
});
