/** Two processes that keep the sends of one node in the same row of n8n's database, which has no transactions. */
import { sleep, type IDataObject } from 'n8n-workflow';
import type * as Ledgers from '../../nodes/shared/delivery/ledger/ledger';
import type * as AllScopes from '../../nodes/shared/delivery/ledger/scopes';
import type { Rows } from '../../nodes/shared/delivery/ledger/rows';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { newLedgerCode, type LedgerCode } from '../support/new-process';
import { ProcessedData, rowsIn } from '../support/processed-data';

useFakeClock();

const people = Array.from({ length: 30 }, (_, index) => `person-${index}`);
const requestsAtOnce = 10;

const stepMs = 2;

async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await sleep(stepMs);
}

/** n8n's helpers of a node whose row takes a while to read and to write; a process may stand still before it writes. */
function slowRow(standsStill?: () => Promise<void>): Rows {
	const lasts = async (call: 'read' | 'write') => {
		await sleep(2 + 8 * Math.random());
		if (call === 'write') await standsStill?.();
	};
	return rowsIn(new ProcessedData(lasts));
}

/** What tells a message to a person from others: its text, its key, its campaign. */
interface Kind {
	text?: (to: string) => string;
	key?: (to: string) => string;
	campaign?: string;
	size?: number;
	/** What a request takes, in milliseconds. */
	lastsMs?: number;
	/** The time between two messages of a run, whose messages all wait for it at once; none without it. */
	paceMs?: number;
}

interface Execution {
	name?: string;
	mode?: AllScopes.RecordedExecution['mode'];
	source?: AllScopes.RecordedExecution['mode'];
	ageMs?: number;
	/** Whom the run sends to, which of the node's runs it is, and what n8n stores for the node. */
	to?: string[];
	number?: number;
	memory?: IDataObject;
}

/** A row of n8n's database and the processes that share it. */
class Shared {
	readonly sentTo: string[] = [];

	private readonly processes = [newLedgerCode(), newLedgerCode()];

	constructor(private readonly row = slowRow()) {}

	/** Runs the node in one of the processes and answers what became of each message. */
	async run(process: number, kind: Kind = {}, execution: Execution = {}): Promise<string[]> {
		const { to: all = people, number = 0, memory = {} } = execution;
		const { size = all.length } = kind;
		const { name = 'execution', mode = 'webhook', source = mode, ageMs = 0 } = execution;
		const place: AllScopes.RecordedExecution = {
			node: 'node',
			rows: this.row,
			identity: name,
			establishedAt: Date.now() - ageMs,
			source,
			mode,
			token: `${Math.random()}`,
			isOnlyProcess: false,
			isStopped: () => false,
		};
		const { Ledger, Scopes } = this.processes[process] as LedgerCode;
		const options = { memory, number, isTool: false, size };
		const scopes = new Scopes(place, options);
		const ledger = new Ledger(place, scopes, options);
		const outcomes: string[] = [];
		const waiting = [...all];
		const pace = { nextAt: 0 };
		const work = async () => {
			for (let to = waiting.shift(); to; to = waiting.shift()) {
				outcomes.push(await this.send(ledger, scopes, to, kind, pace));
			}
		};
		const atOnce = kind.paceMs === undefined ? requestsAtOnce : people.length;
		await Promise.all(Array.from({ length: atOnce }, work));
		await ledger.close(true);
		return outcomes;
	}

	private async send(
		ledger: Ledgers.Ledger,
		scopes: AllScopes.Scopes,
		to: string,
		{ text, key, campaign, lastsMs = 50, paceMs }: Kind,
		pace: { nextAt: number },
	): Promise<string> {
		const request = (text?.(to) ?? to).padEnd(16, '.');
		const subject = { baseUrl: 'url', recipient: to, request, key: key?.(to), campaign, isAgain: false };
		const message = scopes.next(subject);
		return await ledger.oneAtATime(message, async () => {
			for (;;) {
				const known = await ledger.recall(message);
				if (known !== 'new') return known;
				ledger.queue(message);
				if (paceMs !== undefined) {
					pace.nextAt = Math.max(pace.nextAt, Date.now()) + paceMs;
					await sleep(pace.nextAt - Date.now());
				}
				if (!(await ledger.begin(message))) continue;
				this.sentTo.push(to);
				await sleep(lastsMs);
				ledger.commit(message);
				return 'sent';
			}
		});
	}
}

const anew = (to: string) => `${Math.random()} ${to}`;

/** A short run records each message when it leaves, a long one some ahead. */
const sizes = [people.length, 1_000];
const everybody = [...people].sort();

/** Everybody is messaged once, and nobody is told as unknown. */
function expectOnce({ sentTo }: Shared, outcomes: string[]): void {
	expect([...sentTo].sort()).toEqual(everybody);
	expect(outcomes).not.toContain('unknown');
}

describe.each(sizes)('in runs of %i', (size) => {
	test.each<[string, Kind, [Execution, Execution]]>([
		['the same keys in two executions', { key: (to) => `key ${to}` }, [{ name: 'one' }, { name: 'other' }]],
		['the same campaign in two executions', { campaign: 'spring' }, [{ name: 'one' }, { name: 'other' }]],
		['two Retries of an execution', {}, [{ mode: 'retry' }, { mode: 'retry' }]],
		['two Retries with texts made anew', { text: anew }, [{ mode: 'retry' }, { mode: 'retry' }]],
		[
			'a list by a manual run while a trigger sends it',
			{},
			[{ name: 'one' }, { name: 'other', mode: 'manual' }],
		],
		[
			'two manual runs of a list',
			{},
			[
				{ name: 'one', mode: 'manual' },
				{ name: 'other', mode: 'manual' },
			],
		],
		[
			'a Retry, and a manual run of its list',
			{},
			[
				{ mode: 'retry', ageMs: 3_600_000 },
				{ name: 'other', mode: 'manual' },
			],
		],
	])('%s at once: each message is sent by one, and known by the other', async (_, kind, executions) => {
		const shared = new Shared();
		const both = await whileTimePasses(
			Promise.all(
				executions.map(async (execution, process) => {
					await sleep(process * 100);
					return await shared.run(process, { ...kind, size }, execution);
				}),
			),
			stepMs,
		);
		expectOnce(shared, both.flat());
	});
});

test.each([
	['the same texts', undefined],
	['texts made anew', anew],
])(
	'an execution goes on that was taken for dead, while its Retry sends %s: nobody is messaged twice',
	async (_, text) => {
		const shared = new Shared();
		const slow = shared.run(0, { text, paceMs: 500 });
		const both = await whileTimePasses(
			Promise.all([
				slow,
				sleep(2_000).then(async () => await shared.run(1, { text }, { mode: 'retry', source: 'webhook' })),
			]),
			stepMs,
		);
		expectOnce(shared, both.flat());
	},
);

test('an execution goes on with its loop that was taken for dead, after its Retry has sent: nobody is messaged twice', async () => {
	const shared = new Shared();
	const memory = {};
	const rounds = async () => {
		const first = await shared.run(0, {}, { to: people.slice(0, 15), memory });
		const retried = await shared.run(1, {}, { mode: 'retry', source: 'webhook' });
		const second = await shared.run(0, {}, { to: people.slice(15), number: 1, memory });
		return [...first, ...retried, ...second];
	};
	expectOnce(shared, await whileTimePasses(rounds(), stepMs));
});

describe.each([
	['calls take up to a second now and then', 0.05, 900],
	['nearly all calls are slow', 0.9, 100],
])('two processes, %s: nobody is messaged twice', (_, share, mostMs) => {
	test.each([
		['the same keys', { key: (to: string) => `key ${to}` }, {}],
		['a campaign', { campaign: 'spring' }, {}],
		['a list, by hand beside a worker', {}, { name: 'by hand', mode: 'manual' }],
		['a Retry, pressed twice', {}, { name: 'one', mode: 'retry', source: 'webhook', ageMs: 60_000 }],
	] as const)('%s', async (__, kind, other) => {
		for (let round = 0; round < 3; round += 1) {
			const shared = new Shared(
				slowRow(async () => {
					if (Math.random() < share) await sleep(100 + mostMs * Math.random());
				}),
			);
			const one = 'mode' in other && other.mode === 'retry' ? other : { name: 'one' };
			const runs = [shared.run(0, kind, one), shared.run(1, kind, { name: 'other', ...other })];
			await whileTimePasses(Promise.all(runs), stepMs);
			expect([...shared.sentTo].sort()).toEqual(everybody);
		}
	});
});

test('a process stands still for a minute while it records, and another one sends the same keys meanwhile: nobody is messaged twice', async () => {
	let isStill = false;
	let calls = 0;
	const standsStill = async () => {
		calls += 1;
		if (calls !== 2) return;
		isStill = true;
		while (isStill) await sleep(10);
	};
	const shared = new Shared(slowRow(standsStill));
	const key = (to: string) => `key ${to}`;
	const interrupted = shared.run(0, { key }, { name: 'one' });
	await whileTimePasses(
		until(() => isStill),
		stepMs,
	);
	const sent = await whileTimePasses(shared.run(1, { key }, { name: 'other' }), stepMs);
	jest.setSystemTime(Date.now() + 60_000);
	isStill = false;
	const told = await whileTimePasses(interrupted, stepMs);
	expect(sent).toEqual(people.map(() => 'sent'));
	expect(shared.sentTo.sort()).toEqual(everybody);
	expect(new Set(told)).toEqual(new Set(['unknown']));
});

test.each([
	['keys', { key: (to: string) => `key ${to}` }],
	['a campaign', { campaign: 'spring' }],
])(
	'two executions with %s, whose messages wait for their pace longer than a process waits for another one: nobody is messaged twice',
	async (_, kind) => {
		const shared = new Shared();
		const both = await whileTimePasses(
			Promise.all(
				[0, 1].map(
					async (process) => await shared.run(process, { ...kind, paceMs: 4_000 }, { name: `${process}` }),
				),
			),
			stepMs,
		);
		expectOnce(shared, both.flat());
	},
);
