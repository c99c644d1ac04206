import { KeyRecord } from '../../nodes/shared/delivery/ledger/key-record';
import { processedData, useRecordStore } from '../support/processed-data';

const store = useRecordStore();

afterEach(() => jest.restoreAllMocks());

async function find(values: string[]): Promise<Set<string>> {
	return await store().alone(async (stored) => await stored.find(values));
}

/** Asks for values, and is killed after the first write of the question. */
async function askedAndKilled(values: string[]): Promise<void> {
	processedData.disturb = (when) => {
		if (when === 'after') processedData.frozen = true;
	};
	await store().findForCertain(values);
	processedData.disturb = () => {};
	processedData.frozen = false;
}

/** Has n8n refuse the next calls that record. */
function refuse(times: number): void {
	const recording = jest.spyOn(processedData, 'checkProcessedAndRecord');
	for (let time = 0; time < times; time += 1)
		recording.mockRejectedValueOnce(new Error('The database is locked'));
}

describe('a question to the record', () => {
	test('is answered, and leaves no trace', async () => {
		await store().record(['there', 'also there']);
		expect(await store().findForCertain(['there', 'not there'])).toEqual(new Set(['there']));
		expect(await find(['there', 'not there'])).toEqual(new Set(['there']));
		expect(processedData.size).toBe(2);
	});

	test('that was cut off makes nothing certain that was not there', async () => {
		await askedAndKilled(['not there']);
		expect(await store().findForCertain(['not there'])).toEqual(new Set());
	});

	test('that was cut off leaves in doubt what was there', async () => {
		await store().record(['there', 'also there']);
		await askedAndKilled(['there']);
		expect(await store().findForCertain(['there', 'also there'])).toEqual(new Set(['also there']));
		expect(await store().findForCertain(['there', 'also there'])).toEqual(new Set(['also there']));
	});

	test('is not answered by another one that is asked at the same time', async () => {
		await store().record(['there']);
		const there = new Set(['there']);
		const answers = await Promise.all([
			find(['there', 'not there']),
			find(['there', 'not there']),
			store().findForCertain(['there', 'not there']),
			store().findForCertain(['there', 'not there']),
		]);
		expect(answers).toEqual([there, there, there, there]);
	});

	test('lets no other value fall out of a full list', async () => {
		const many = Array.from({ length: 100_000 }, (_, index) => `value ${index}`);
		await store().record(many);
		expect(await find(['value 0', 'not there'])).toEqual(new Set(['value 0']));
		expect(await find(['value 0', 'value 99999'])).toEqual(new Set(['value 0', 'value 99999']));
	});
});

describe('a write that n8n refuses', () => {
	test('is made once more', async () => {
		refuse(1);
		expect(await store().record(['there'])).toEqual(new Set());
		expect(await find(['there'])).toEqual(new Set(['there']));
	});

	test('twice is an error, and what was to be recorded soon is recorded with a later one', async () => {
		store().recordSoon('soon');
		refuse(2);
		await expect(store().record(['there'])).rejects.toThrow('locked');
		expect(await find(['soon', 'there'])).toEqual(new Set(['soon']));
	});
});

describe('an idempotency key', () => {
	const keys = () => new KeyRecord(store(), 10, 10);

	test('that was accepted is accepted for everybody who asks at the same time', async () => {
		await keys().beforeLeaving('order');
		await keys().noteAccepted('order');
		const asked = [keys(), keys(), keys()].map(async (record) => await record.beforeLeaving('order'));
		expect(await Promise.all(asked)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	test('stays accepted when the answer comes while somebody else asks', async () => {
		await keys().beforeLeaving('order');
		const second = keys().beforeLeaving('order');
		await new Promise(setImmediate);
		await keys().noteAccepted('order');
		await second;
		expect(await keys().beforeLeaving('order')).toBe('accepted');
	});

	test('that was accepted stays so when another message with it is refused', async () => {
		await keys().beforeLeaving('order');
		await keys().noteAccepted('order');
		await keys().noteNotTaken('order');
		expect(await keys().beforeLeaving('order')).toBe('accepted');
	});
});
