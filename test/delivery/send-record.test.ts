import { openedRun } from '../../nodes/shared/delivery/ledger/recorded-runs';
import { valuesIn, SendRecord } from '../../nodes/shared/delivery/ledger/send-record';
import { processedData, useRecordStore } from '../support/processed-data';

const messages = ['one', 'two', 'three', 'four'];

const store = useRecordStore();
let name: string;

/** The record of a run that a trigger, or Retry, has started. */
function newRecord(mode: 'trigger' | 'retry' = 'trigger'): SendRecord {
	const identity = { origin: 'trigger', mode, number: 0, memory: {} };
	const open = async () => {
		const run = await openedRun(store(), identity, 'retrySendsTheRest');
		name = run.own;
		return run;
	};
	return new SendRecord(store(), open, messages.length);
}

async function left(): Promise<string[]> {
	const found = await store().alone(
		async (stored) => await stored.find(messages.map((message) => valuesIn(name, message).left)),
	);
	return messages.filter((message) => found.has(valuesIn(name, message).left));
}

test('messages that were stopped while they were being recorded ahead of their turn leave no trace', async () => {
	const record = newRecord();
	for (const message of messages) record.announce(message);
	await Promise.all(messages.slice(1).map(async (message) => await record.noteNotTaken(message)));
	await processedData.quiet();
	expect(await left()).toEqual(['one']);
});

test('the one that left is recorded', async () => {
	const record = newRecord();
	for (const message of messages) record.announce(message);
	expect(await record.beforeLeaving('one')).toBe('mayLeave');
	expect(await left()).toContain('one');
});

describe('when n8n refuses in the middle of a run', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Sends one message, then has n8n refuse, and answers what is said of another. */
	async function afterRefusal(record: SendRecord): Promise<string> {
		expect(await record.beforeLeaving('one')).toBe('mayLeave');
		jest.spyOn(processedData, 'checkProcessedAndRecord').mockRejectedValue(new Error('The database is full'));
		return await record.beforeLeaving('two');
	}

	test('that finishes nothing, its messages leave', async () => {
		expect(await afterRefusal(newRecord())).toBe('mayLeave');
	});

	test('that finishes an earlier one, what that one has sent is unknown', async () => {
		await newRecord().beforeLeaving('other');
		expect(await afterRefusal(newRecord('retry'))).toBe('unknown');
	});
});
