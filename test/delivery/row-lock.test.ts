/** A row of n8n's database that one process at a time has. */
import { sleep } from 'n8n-workflow';
import { entries, leaseMs, RowLock, rowsOf, scope } from '../../nodes/shared/delivery/ledger/rows';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { ProcessedData, rowsIn } from '../support/processed-data';

useFakeClock();

const lasts = async () => await sleep(1 + 9 * Math.random());

let data: ProcessedData;
let holders: number;
let mostHolders: number;

beforeEach(() => {
	data = new ProcessedData(lasts);
	[holders, mostHolders] = [0, 0];
});

/** What a process does while it holds the lock. */
async function work(ms = 5): Promise<void> {
	holders += 1;
	mostHolders = Math.max(mostHolders, holders);
	await sleep(ms);
	holders -= 1;
}

test('one whose holder was killed is taken over after a while, by one process at a time', async () => {
	const killed = new RowLock(rowsIn(data));
	void killed.hold(async () => await new Promise(() => {}));
	await whileTimePasses(sleep(100), 2);
	const startedAt = Date.now();
	const others = [1, 2, 3].map(
		async () => await new RowLock(rowsIn(data)).hold(async () => await work(1_000)),
	);
	await whileTimePasses(Promise.all(others), 5);
	expect(mostHolders).toBe(1);
	expect(Date.now() - startedAt).toBeGreaterThan(leaseMs);
	expect(Date.now() - startedAt).toBeLessThan(2 * leaseMs);
});

test('one that stands still between its insert and the answer does not hold what others have taken over', async () => {
	let standsStill = true;
	const slow = new RowLock((name) => {
		const row = rowsIn(data)(name);
		return {
			...row,
			checkProcessedAndRecord: async (...call) => {
				const answer = await row.checkProcessedAndRecord(...call);
				if (standsStill) {
					standsStill = false;
					await sleep(leaseMs + 5_000);
				}
				return answer;
			},
		};
	});
	const first = slow.hold(work);
	await whileTimePasses(sleep(100), 2);
	const others = [1, 2].map(async () => {
		const lock = new RowLock(rowsIn(data));
		for (let turn = 0; turn < 25; turn += 1) await lock.hold(async () => await work(300));
	});
	await whileTimePasses(Promise.all([first, ...others]), 5);
	expect(mostHolders).toBe(1);
});

test('an n8n that reads the id of a node later is told', async () => {
	const node = { id: 'one' };
	const clearAllProcessedItems = async () => {
		await Promise.resolve();
		return node.id;
	};
	const rows = rowsOf({ node, helpers: { clearAllProcessedItems } } as never);
	await expect(rows('lock').clearAllProcessedItems(scope, entries)).rejects.toThrow('This version of n8n');
});
