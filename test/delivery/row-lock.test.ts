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
async function work(ms = 10 * Math.random()): Promise<void> {
	holders += 1;
	mostHolders = Math.max(mostHolders, holders);
	await sleep(ms);
	holders -= 1;
}

test('of five processes, one at a time holds it', async () => {
	const turns = await whileTimePasses(
		Promise.all(
			Array.from({ length: 5 }, async () => {
				const lock = new RowLock(rowsIn(data));
				for (let turn = 0; turn < 40; turn += 1) await lock.hold(work);
				return 40;
			}),
		),
		2,
	);
	expect(turns).toEqual([40, 40, 40, 40, 40]);
	expect(mostHolders).toBe(1);
});

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

test('a holder that stands still for longer finds the lock with others, and says so', async () => {
	const slow = new RowLock(rowsIn(data));
	const isSlow = slow.hold(async () => await sleep(3 * leaseMs));
	await whileTimePasses(sleep(100), 2);
	await whileTimePasses(new RowLock(rowsIn(data)).hold(work), 5);
	await whileTimePasses(isSlow, 100);
	expect(slow.overruns).toBe(1);
	const both = [slow, new RowLock(rowsIn(data))].map(async (lock) => await lock.hold(work));
	await whileTimePasses(Promise.all(both), 2);
	expect(mostHolders).toBe(1);
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

/** The rows of a node in an n8n that reads the node's id as `idOf` does, and the ids by which it has found them. */
function rowsByNode(idOf: (node: { id: string }) => Promise<string>) {
	const reached: string[] = [];
	const node = { id: 'one' };
	const clearAllProcessedItems = async () => void reached.push(await idOf(node));
	const rows = rowsOf({ node, helpers: { clearAllProcessedItems } } as never);
	return {
		node,
		reached,
		clear: async (name?: string) => await rows(name).clearAllProcessedItems(scope, entries),
	};
}

test('an n8n that reads the id of a node later is told', async () => {
	const { clear } = rowsByNode(async (node) => {
		await Promise.resolve();
		return node.id;
	});
	await expect(clear('lock')).rejects.toThrow('This version of n8n');
});
