import type * as FirstTime from '../../nodes/MessagingTrigger/first-time';
import { ReceivedEvents } from '../../nodes/MessagingTrigger/received-events';
import { useShortWaits } from '../support/clock';
import { inNewProcess } from '../support/new-process';
import { processedData, rowsIn } from '../support/processed-data';

type IsFirstTime = (arrival: FirstTime.Arrival) => Promise<boolean>;

/** A process of n8n: it has the code for itself. */
function processOfN8n(): IsFirstTime {
	const { isFirstTime } = inNewProcess(() =>
		jest.requireActual<typeof FirstTime>('../../nodes/MessagingTrigger/first-time'),
	);
	return async (arrival) => await isFirstTime(rowsIn(processedData), arrival);
}

useShortWaits();

type Arrivals = [FirstTime.Arrival, FirstTime.Arrival, FirstTime.Arrival, ...FirstTime.Arrival[]];

function arrivals(eventId: string, count = 3): Arrivals {
	return Array.from({ length: count }, (_, index) => ({
		trigger: 'trigger',
		eventId,
		arrival: `${eventId} arrival ${index}`,
	})) as Arrivals;
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

test('a Retry of the first one is the first again, another arrival is not', async () => {
	const [own, other] = arrivals('evt_1');
	expect(await processOfN8n()(own)).toBe(true);
	expect(await processOfN8n()(other)).toBe(false);
	expect(await processOfN8n()(own)).toBe(true);
});

test('n8n keeps no more than the last 5,000 events', async () => {
	const earlier = Array.from({ length: 10_000 }, (_, index) => `earlier ${index}`);
	const options = { mode: 'entries', maxEntries: 20_000 } as const;
	await rowsIn(processedData)().checkProcessedAndRecord(earlier, 'node', options);
	const isFirstTime = processOfN8n();
	const [own, other] = arrivals('evt_1');
	expect([await isFirstTime(own), await isFirstTime(other)]).toEqual([true, false]);
	expect(processedData.size).toBe(10_000);
});

test('what n8n refuses for half a minute is an error of the events that waited for it, and of no later one', async () => {
	const isFirstTime = processOfN8n();
	const [first, second, third] = arrivals('evt_1');
	processedData.disturb = () => {
		throw new Error('locked');
	};
	await expect(isFirstTime(first)).rejects.toThrow('locked');
	processedData.disturb = () => {};
	expect([await isFirstTime(second), await isFirstTime(third)]).toEqual([true, false]);
});

test('before that, a process remembers the last 5,000 events, and lets go of the oldest', async () => {
	const events = new ReceivedEvents();
	const accepted = { closed: true, writableFinished: true, statusCode: 200 } as never;
	for (let event = 0; event <= 5_000; event += 1) {
		expect(await events.hasReceived(String(event), accepted)).toBe(false);
	}
	expect(await events.hasReceived('1', accepted)).toBe(true);
	expect(await events.hasReceived('5000', accepted)).toBe(true);
	expect(await events.hasReceived('0', accepted)).toBe(false);
});
