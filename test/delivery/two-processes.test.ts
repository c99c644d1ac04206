/** Two processes that keep the sends of one node in the same row of n8n's database, which has no transactions. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedExecution } from '../../nodes/shared/delivery/ledger/execution-sends';
import type { Known, MessageKey } from '../../nodes/shared/delivery/ledger/message';
import type { Deduplication } from '../../nodes/shared/delivery/ledger/node-store';
import type { SendLedger } from '../../nodes/shared/delivery/ledger/send-ledger';
import { deduplicationOf, ProcessedData } from '../support/processed-data';

const hash = (value: string) => createHash('sha256').update(value).digest('base64').slice(0, 16);
const people = Array.from({ length: 60 }, (_, index) => `person-${index}`);
const requestsAtOnce = 10;

/** The options of a run of so many messages. */
const optionsOf = (size: number) =>
	({ after: 'retrySendsTheRest', size, requestsAtOnce, number: 0, isTool: false }) as const;

/** n8n's helpers of a node whose row takes a while to read and to write; a process may stand still before it writes. */
function slowRow(standsStill?: () => Promise<void>): Deduplication {
	const lasts = async (call: 'read' | 'write') => {
		await delay(2 + 8 * Math.random());
		if (call === 'write') await standsStill?.();
	};
	return deduplicationOf(new ProcessedData(lasts));
}

/** A process of n8n: it has the code for itself. */
function newProcess(): typeof SendLedger {
	let own: typeof SendLedger | undefined;
	jest.isolateModules(() => {
		own = jest.requireActual<{ SendLedger: typeof SendLedger }>(
			'../../nodes/shared/delivery/ledger/send-ledger',
		).SendLedger;
	});
	return own as typeof SendLedger;
}

let sentTo: string[];

async function outcomeOf(ledger: SendLedger, to: string, key?: MessageKey): Promise<Known | 'sent'> {
	const message = ledger.next(hash(to), key);
	const { known, done } = await ledger.recall(message, false);
	let outcome: Known | 'sent' = known;
	while (outcome === 'mayLeave' || outcome === 'unrecorded') {
		ledger.queueForRecording(message);
		outcome = await ledger.begin(message);
		if (outcome === 'mayLeave') {
			sentTo.push(to);
			await delay(50);
			ledger.commit(message);
			outcome = 'sent';
		} else if (outcome === 'elsewhere') outcome = await ledger.outcomeElsewhere(message);
	}
	done();
	return outcome;
}

async function run(
	Ledger: typeof SendLedger,
	place: RecordedExecution,
	{ hasKeys = false, size = people.length } = {},
): Promise<string[]> {
	const ledger = new Ledger(place, optionsOf(size));
	const outcomes: string[] = [];
	const waiting = [...people];
	const work = async () => {
		for (let to = waiting.shift(); to; to = waiting.shift()) {
			const key = hasKeys ? { key: hash(`key ${to}`), recipient: hash(to) } : undefined;
			outcomes.push(await outcomeOf(ledger, to, key));
		}
	};
	await Promise.all(Array.from({ length: requestsAtOnce }, work));
	await ledger.end(true);
	return outcomes;
}

function placeOf(
	helpers: Deduplication,
	execution: string,
	mode: RecordedExecution['mode'],
): RecordedExecution {
	const identity = { fingerprint: hash(execution), establishedAt: Date.now() };
	const token = `${Math.random()}`;
	const isStopped = () => false;
	return { node: 'node', helpers, identity, source: 'webhook', mode, token, memory: {}, isStopped };
}

const processes = [newProcess(), newProcess()];
/** A short run records each message when it leaves, a long one some ahead. */
const sizes = [people.length, 1_000];
beforeEach(() => (sentTo = []));

test.each(sizes)(
	'the same keys in two executions at once: each message is sent by one, and known by the other, in runs of %i',
	async (size) => {
		const row = slowRow();
		const both = await Promise.all(
			processes.map(
				async (one, index) =>
					await run(one, placeOf(row, `execution ${index}`, 'webhook'), { hasKeys: true, size }),
			),
		);
		expect(sentTo.sort()).toEqual([...people].sort());
		expect(both.flat().filter((outcome) => outcome !== 'sent' && outcome !== 'accepted')).toEqual([]);
	},
	90_000,
);

test.each(sizes)(
	'two Retries of an execution at once: each message is sent by one, in runs of %i',
	async (size) => {
		const row = slowRow();
		await Promise.all(
			processes.map(async (one) => await run(one, placeOf(row, 'execution', 'retry'), { size })),
		);
		expect(sentTo.sort()).toEqual([...people].sort());
	},
	90_000,
);

test('a process stands still for a minute while it records, and another one sends the same keys meanwhile: nobody is messaged twice', async () => {
	const [one, other] = processes as [typeof SendLedger, typeof SendLedger];
	let isStill = false;
	let calls = 0;
	const standsStill = async () => {
		calls += 1;
		if (calls > 1) return;
		isStill = true;
		while (isStill) await delay(10);
	};
	const row = slowRow(standsStill);
	const interrupted = run(one, placeOf(row, 'execution 0', 'webhook'), { hasKeys: true });
	while (!isStill) await delay(10);
	const sent = await run(other, placeOf(row, 'execution 1', 'webhook'), { hasKeys: true });
	const now = Date.now.bind(Date);
	const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
	isStill = false;
	const told = await interrupted;
	later.mockRestore();
	expect(sent).toEqual(people.map(() => 'sent'));
	expect(sentTo.sort()).toEqual([...people].sort());
	expect(new Set(told)).toEqual(new Set(['unknown']));
}, 90_000);

test('a Retry that is stopped while it waits for another one leaves that one its turn: a third one still waits', async () => {
	const row = slowRow();
	const retry = () => {
		const stop = { isStopped: false };
		const place = { ...placeOf(row, 'execution', 'retry'), isStopped: () => stop.isStopped };
		const ledger = new (newProcess())(place, optionsOf(1));
		let isOpen = false;
		const opened = ledger.recall(ledger.next(hash('person')), false).then(({ done }) => {
			isOpen = true;
			done();
		});
		const end = async () => {
			stop.isStopped = true;
			await opened;
			await ledger.end(false);
		};
		return { opened, end, isOpen: () => isOpen };
	};
	const first = retry();
	await first.opened;
	const second = retry();
	await delay(500);
	await second.end();
	const third = retry();
	await delay(1_500);
	expect(third.isOpen()).toBe(false);
	await first.end();
	await third.end();
}, 30_000);

test.each([1, 2, 3, 4])(
	'a run that ends whole after %i messages with other texts were refused leaves the record of a killed one alone',
	async (refused) => {
		const [Ledger, other] = processes as [typeof SendLedger, typeof SendLedger];
		const row = slowRow();
		const at = (execution: string, mode: RecordedExecution['mode']) => ({
			...placeOf(row, execution, mode),
			node: `node ${refused}`,
		});
		const killed = new other(at('killed', 'webhook'), optionsOf(5));
		const left = killed.next(hash('left'));
		await killed.recall(left, false);
		expect(await killed.begin(left)).toBe('mayLeave');

		const place = at('whole', 'webhook');
		const firstTry = new Ledger(place, optionsOf(5));
		for (const text of people.slice(0, refused)) {
			const message = firstTry.next(hash(`refused ${text}`));
			const { done } = await firstTry.recall(message, false);
			await firstTry.begin(message);
			await firstTry.rollBack(message);
			done();
		}
		await run(Ledger, place);

		const retry = new Ledger(at('killed', 'retry'), optionsOf(5));
		const again = retry.next(hash('left'));
		await retry.recall(again, false);
		expect(await retry.begin(again)).not.toBe('mayLeave');
	},
	90_000,
);
