/** The list of values of one node in n8n's database, which several processes write without a transaction. */
import { mostValues, NodeStore } from '../../nodes/shared/delivery/ledger/node-store';
import { deduplication } from '../support/processed-data';

/** A store as another process has it: each knows its own values alone. */
function storeOf(process: string): NodeStore {
	return NodeStore.opened(process, deduplication);
}

const values = Array.from({ length: 40 }, (_, index) => `accepted key ${index}`);

test('two processes that enter values at the same time lose none', async () => {
	const stores = [storeOf('one'), storeOf('other')];
	const own = stores.map((_, index) => values.map((value) => `${value} of ${index}`));
	await Promise.all(
		stores.map(async (store, index) => {
			for (const value of own[index] as string[]) {
				store.queue([value]);
				await store.flush();
			}
			await store.flushUntilThere();
		}),
	);
	const { certain } = await (stores[0] as NodeStore).ask(own.flat());
	expect(certain.size).toBe(own.flat().length);
	for (const store of stores) store.close();
});

test('a run with more values than are remembered loses none, also when it is the second with the same', async () => {
	const many = Array.from({ length: mostValues + 1_000 }, (_, index) => `accepted key ${index}`);
	for (const found of [0, many.length]) {
		const store = storeOf('one');
		store.makeRoom(2 * many.length);
		let there = 0;
		for (let from = 0; from < many.length; from += 10_000) {
			there += (await store.record(many.slice(from, from + 10_000))).size;
		}
		expect(there).toBe(found);
		store.close();
	}
});
