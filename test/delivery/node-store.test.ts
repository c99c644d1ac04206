/** The list of values of one node in n8n's database. */
import { mostValues, NodeStore } from '../../nodes/shared/delivery/ledger/node-store';
import { deduplication } from '../support/processed-data';

test('a run with more values than are remembered loses none, also when it is the second with the same', async () => {
	const many = Array.from({ length: mostValues + 1_000 }, (_, index) => `accepted key ${index}`);
	for (const found of [0, many.length]) {
		const store = NodeStore.opened('node', deduplication);
		store.makeRoom(2 * many.length);
		let there = 0;
		for (let from = 0; from < many.length; from += 10_000) {
			there += (await store.record(many.slice(from, from + 10_000))).size;
		}
		expect(there).toBe(found);
		store.close();
	}
});
