import { RecordStore } from '../../nodes/shared/delivery/ledger/record-store';
import { deduplication, processedData } from '../support/processed-data';

let store: RecordStore;

beforeEach(() => {
	store = RecordStore.opened('node', deduplication);
});
afterEach(() => {
	store.close();
});

/** Asks for values, and is killed after the first write of the question. */
async function askedAndKilled(values: string[]): Promise<void> {
	processedData.disturb = (when) => {
		if (when === 'after') processedData.frozen = true;
	};
	await store.findForCertain(values);
	processedData.disturb = () => {};
	processedData.frozen = false;
}

describe('a question to the record', () => {
	test('is answered, and leaves no trace', async () => {
		await store.record(['there', 'also there']);
		expect(await store.findForCertain(['there', 'not there'])).toEqual(new Set(['there']));
		expect(await store.find(['there', 'not there'])).toEqual(new Set(['there']));
		expect(processedData.size).toBe(2);
	});

	test('that was cut off makes nothing certain that was not there', async () => {
		await askedAndKilled(['not there']);
		expect(await store.findForCertain(['not there'])).toEqual(new Set());
	});

	test('that was cut off leaves in doubt what was there', async () => {
		await store.record(['there', 'also there']);
		await askedAndKilled(['there']);
		expect(await store.findForCertain(['there', 'also there'])).toEqual(new Set(['also there']));
		expect(await store.findForCertain(['there', 'also there'])).toEqual(new Set(['also there']));
	});
});

describe('forgetting', () => {
	test('all values there are goes at once', async () => {
		await store.record(['one', 'two']);
		expect(await store.forgetAll(2)).toBe(true);
		expect(processedData.size).toBe(0);
	});

	test('a part of them is left to who knows which', async () => {
		await store.record(['one', 'two']);
		expect(await store.forgetAll(1)).toBe(false);
		expect(processedData.size).toBe(2);
	});
});
