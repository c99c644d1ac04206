import type * as ReceivedEvents from '../../nodes/MessagingTrigger/received-events';
import { wasReceived } from '../../nodes/MessagingTrigger/received-events';
import type * as Stores from '../../nodes/shared/record/store';
import { useShortWaits } from '../support/clock';
import { inNewProcess } from '../support/new-process';
import { deleteDue, processedData, rowsIn } from '../support/processed-data';

type Arrival = [name: string, arrival: string];
let lastStore: typeof Stores.Store;

type IsFirstTime = (arrival: Arrival) => Promise<boolean>;

/** A process of n8n: it has the code for itself. */
function processOfN8n(): IsFirstTime {
	const { isFirstTime, Store } = inNewProcess(() => ({
		...jest.requireActual<typeof ReceivedEvents>('../../nodes/MessagingTrigger/received-events'),
		...jest.requireActual<typeof Stores>('../../nodes/shared/record/store'),
	}));
	lastStore = Store;
	return async (arrival) => await isFirstTime(rowsIn(processedData), 'trigger', ...arrival);
}

useShortWaits();

function arrivals(name: string, count: number): Arrival[] {
	return Array.from({ length: count }, (_, index) => [name, `${name} arrival ${index}`]);
}

test('of equal events in several processes at once, one is the first, whatever else they record', async () => {
	const processes = [processOfN8n(), processOfN8n(), processOfN8n(), processOfN8n()];
	const events = Array.from({ length: 10 }, (_, index) => `evt_${index}`);
	const first = await Promise.all(
		events.map(async (eventId) => {
			const asked = arrivals(eventId, 20).map((arrival, index) => processes[index % 4]?.(arrival));
			return (await Promise.all(asked)).filter(Boolean).length;
		}),
	);
	expect(first).toEqual(events.map(() => 1));
}, 90_000);

test('a Retry of the first one is the first again, another arrival is not, however often it asks', async () => {
	const [own, other] = arrivals('evt_1', 2) as [Arrival, Arrival];
	const asked = [own, other, own, other, other, own];
	const first: boolean[] = [];
	for (const arrival of asked) first.push(await processOfN8n()(arrival));
	expect(first).toEqual(asked.map((arrival) => arrival === own));
});

test('of several arrivals at once that ask again, the one that was first is the first again', async () => {
	const asked = arrivals('evt_1', 10);
	const askAll = async () => await Promise.all(asked.map(async (arrival) => await processOfN8n()(arrival)));
	const first = await askAll();
	expect(first.filter(Boolean)).toHaveLength(1);
	expect([await askAll(), await askAll()]).toEqual([first, first]);
});

test('a Retry of the first one is the first again also where n8n has inserted its row and refused all the same', async () => {
	const [own, other] = arrivals('evt_1', 2) as [Arrival, Arrival];
	let isLost = true;
	processedData.disturb = (when) => {
		if (when === 'before' || !isLost) return;
		isLost = false;
		throw new Error('the connection ended');
	};
	expect([await processOfN8n()(own), await processOfN8n()(other)]).toEqual([true, false]);
});

test('what n8n remembers of events is deleted after a day', async () => {
	const isFirstTime = processOfN8n();
	for (const arrival of arrivals('evt_1', 2)) await isFirstTime(arrival);
	await isFirstTime(['evt_2', 'arrival']);
	expect(processedData.size).toBe(3);
	await deleteDue(Date.now() + 25 * 60 * 60_000, lastStore);
	expect(processedData.size).toBe(0);
});

test('what n8n refuses for half a minute is an error of the events that waited for it, and of no later one', async () => {
	const isFirstTime = processOfN8n();
	const [first, second, third] = arrivals('evt_1', 3) as [Arrival, Arrival, Arrival];
	processedData.disturb = () => {
		throw new Error('locked');
	};
	await expect(isFirstTime(first)).rejects.toThrow('locked');
	processedData.disturb = () => {};
	expect([await isFirstTime(second), await isFirstTime(third)]).toEqual([true, false]);
});

test('an event whose execution n8n could not store is taken when it comes again', async () => {
	const answered = (statusCode: number, writableFinished = true) =>
		({ closed: true, writableFinished, statusCode }) as never;
	for (const response of [answered(500), answered(200, false), answered(200)]) {
		expect(await wasReceived('evt_again', response)).toBe(false);
	}
	expect(await wasReceived('evt_again', answered(200))).toBe(true);
});

test('a process remembers the last 5,000 events, and lets go of the oldest', async () => {
	const accepted = { closed: true, writableFinished: true, statusCode: 200 } as never;
	for (let event = 0; event <= 5_000; event += 1) {
		expect(await wasReceived(String(event), accepted)).toBe(false);
	}
	expect(await wasReceived('1', accepted)).toBe(true);
	expect(await wasReceived('5000', accepted)).toBe(true);
	expect(await wasReceived('0', accepted)).toBe(false);
});

test('n8n is asked nine times over half a minute, and while it still refuses, twice for whatever comes', async () => {
	const isFirstTime = processOfN8n();
	const tries: number[] = [];
	for (const arrival of arrivals('evt_1', 3)) {
		let asked = 0;
		processedData.disturb = () => {
			asked += 1;
			throw new Error('locked');
		};
		await expect(isFirstTime(arrival)).rejects.toThrow('locked');
		tries.push(asked);
	}
	expect(tries).toEqual([9, 2, 2]);
});

test('a locked database, of which each call takes nine seconds, is waited for little longer than half a minute', async () => {
	const isFirstTime = processOfN8n();
	let [callsMs, asked] = [0, 0];
	processedData.disturb = () => {
		asked += 1;
		callsMs += 9_000;
		throw new Error('locked');
	};
	const { now } = performance;
	performance.now = () => now() + callsMs;
	await expect(isFirstTime(['evt_1', 'arrival'])).rejects.toThrow('locked');
	expect(asked).toBe(4);
	await expect(isFirstTime(['evt_2', 'arrival'])).rejects.toThrow('locked');
	expect(asked).toBe(5);
	performance.now = now;
});
