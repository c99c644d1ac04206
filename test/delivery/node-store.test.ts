/** The list of values of one node in n8n's database. */
import * as nodeStore from '../../nodes/shared/delivery/ledger/node-store';
import { deduplication } from '../support/processed-data';

afterEach(() => jest.restoreAllMocks());

test('a run with more values than are remembered loses none, also when it is the second with the same', async () => {
	jest.replaceProperty(nodeStore as { mostValues: number }, 'mostValues', 1_000);
	const many = Array.from({ length: 1_100 }, (_, index) => `accepted key ${index}`);
	for (const found of [0, many.length]) {
		const store = nodeStore.NodeStore.open('node', deduplication);
		store.keepAtLeast(2 * many.length);
		let there = 0;
		for (let from = 0; from < many.length; from += 100) {
			there += (await store.record(many.slice(from, from + 100))).size;
		}
		expect(there).toBe(found);
		store.close();
	}
});
