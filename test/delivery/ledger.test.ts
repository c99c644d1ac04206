/** The record of runs, in processes that share a node's list, where something goes wrong in the middle. */
import { sleep } from 'n8n-workflow';
import { left, type Message } from '../../nodes/shared/delivery/ledger/message';
import { maxValues } from '../../nodes/shared/delivery/ledger/n8n-list';
import { NodeList } from '../../nodes/shared/delivery/ledger/node-list';
import type { Row, Rows } from '../../nodes/shared/delivery/ledger/rows';
import { useShortWaits } from '../support/clock';
import { newLedgers } from '../support/new-process';
import { forgetLists, ProcessedData, rowsIn, shortRecord } from '../support/processed-data';

useShortWaits();

let data: ProcessedData;
let processes: Array<ReturnType<typeof newLedgers>>;
beforeEach(() => {
	data = new ProcessedData();
	processes = [newLedgers(), newLedgers()];
});

/** Rows of which some calls are others. */
function rowsWith(changed: (row: Row, name?: string) => Partial<Row>): Rows {
	return (name) => {
		const row = rowsIn(data)(name);
		return { ...row, ...changed(row, name) };
	};
}

function run(process: 0 | 1, execution: object = {}, size = 1) {
	const ledgers = processes[process] as ReturnType<typeof newLedgers>;
	return ledgers({ rows: rowsIn(data), ...execution }, { size });
}

const spring = { campaign: 'spring' };

test('a removal that fails half way does not remove what another process has recorded since', async () => {
	let fails = true;
	const rows = rowsWith((row, name) => ({
		removeProcessed: async (...call) => {
			if (name === 'open' && fails) {
				fails = false;
				throw new Error('SQLITE_BUSY');
			}
			await row.removeProcessed(...call);
		},
	}));
	const [one, other] = [run(0, { rows }), run(1, { identity: 'other' })];
	const [first, second] = [one.next('Ada', spring), other.next('Ada', spring)];
	expect([await one.ledger.recall(first), await other.ledger.recall(second)]).toEqual(['new', 'new']);
	expect(await other.ledger.begin(second)).toBe(true);
	other.ledger.commit(second);
	await sleep(2_000);
	expect(await one.ledger.begin(first)).toBe(false);
});

test('what n8n refuses to record, and records later, has the outcome that it had', async () => {
	let isAway = true;
	const rows = rowsWith((row) => ({
		checkProcessedAndRecord: async (...call) => {
			if (isAway) throw new Error('away');
			return await row.checkProcessedAndRecord(...call);
		},
	}));
	const { ledger, next } = run(0, { rows }, 3);
	const [accepted, refused] = [next('Ada'), next('Grace')];
	for (const message of [accepted, refused]) {
		expect([await ledger.recall(message), await ledger.begin(message)]).toEqual(['new', true]);
	}
	isAway = false;
	ledger.commit(accepted);
	await ledger.rollBack(refused);
	await ledger.close(false);
	const retry = run(1, { mode: 'retry' }, 3);
	const known = [retry.next('Ada'), retry.next('Grace')].map(
		async (message) => await retry.ledger.recall(message),
	);
	expect(await Promise.all(known)).toEqual(['accepted', 'new']);
});

test('a message of unknown outcome that its conversation shows is accepted for later runs', async () => {
	const { ledger, next } = run(0);
	const message = next('Ada', spring);
	expect([await ledger.recall(message), await ledger.begin(message)]).toEqual(['new', true]);
	ledger.keepUnknown(message);
	ledger.commit(message);
	await ledger.close(true);
	const later = run(0, { identity: 'later' });
	expect(await later.ledger.recall(later.next('Ada', spring))).toBe('accepted');
});

test.each([false, true])(
	'two executions at once with a key each, and one campaign: one message in the only process of n8n, whether unknown ones are sent again: %s',
	async (mayRepeat) => {
		const sent: string[] = [];
		const send = async (key: string) => {
			const { ledger, next } = run(0, { identity: key, isOnlyProcess: true });
			const message = next('Ada', { ...spring, key });
			message.mayRepeat = mayRepeat;
			return await ledger.oneAtATime(message, async () => {
				const known = await ledger.recall(message);
				if (known !== 'new' || !(await ledger.begin(message))) return known;
				sent.push(key);
				await sleep(50);
				ledger.commit(message);
				return 'sent';
			});
		};
		expect(await Promise.all([send('order 1'), send('order 2')])).toEqual(['sent', 'accepted']);
		expect(sent).toEqual(['order 1']);
	},
);

test('a message that has waited for a minute is not sent where a Retry of its execution has sent it meanwhile', async () => {
	const [first, retry] = [run(0), run(1, { mode: 'retry' })];
	const [message, again] = [first.next('Ada'), retry.next('Ada')];
	expect(await first.ledger.recall(message)).toBe('new');
	for (let third = 0; third < 3; third += 1) await sleep(20_000);
	expect([await retry.ledger.recall(again), await retry.ledger.begin(again)]).toEqual(['new', true]);
	retry.ledger.commit(again);
	expect(await first.ledger.begin(message)).toBe(false);
	await retry.ledger.close(true);
	expect(await first.ledger.recall(message)).toBe('accepted');
});

test('a single message of a trigger that has waited for a minute is sent where n8n records nothing', async () => {
	const rows = rowsWith(() => ({
		checkProcessedAndRecord: async () => await Promise.reject(new Error('away')),
	}));
	const { ledger, next } = run(0, { rows });
	const message = next('Ada');
	expect(await ledger.recall(message)).toBe('new');
	for (let third = 0; third < 3; third += 1) await sleep(20_000);
	expect(await ledger.begin(message)).toBe(true);
});

test('a message that is rolled back while it is recorded ahead of its turn leaves nothing', async () => {
	const { ledger, next } = run(0, {}, 600);
	const [first, second] = [next('Ada', spring), next('Grace', spring)];
	for (const message of [first, second]) {
		expect(await ledger.recall(message)).toBe('new');
		ledger.queue(message);
	}
	const begun = ledger.begin(first);
	const isRecorded = ({ ids }: Message) => ids.some((id) => data.has(left(id)));
	while (!isRecorded(second)) await sleep(1);
	await ledger.rollBack(second);
	expect(await begun).toBe(true);
	await ledger.close(true);
	expect([first, second].map(isRecorded)).toEqual([true, false]);
});

describe('the list of a node', () => {
	let list: NodeList;

	async function recordElsewhere(values: string[]): Promise<void> {
		const options = { mode: 'entries', maxEntries: maxValues.long } as const;
		await rowsIn(data)().checkProcessedAndRecord(values, 'node', options);
	}

	beforeEach(() => {
		forgetLists();
		list = NodeList.of('node', rowsIn(data));
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
});
