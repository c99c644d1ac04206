/** Two processes that keep the sends of one node in the same row of n8n's database, which has no transactions. */
import { sleep, type IDataObject } from 'n8n-workflow';
import type { RecordedExecution, RunOptions } from '../../nodes/shared/delivery/ledger/scopes';
import type { Rows } from '../../nodes/shared/delivery/ledger/rows';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { newLedgers } from '../support/new-process';
import { ProcessedData, rowsIn } from '../support/processed-data';

useFakeClock();

const people = Array.from({ length: 30 }, (_, index) => `person-${index}`);
const requestsAtOnce = 10;

/** Does work while time passes in small steps. */
async function done<Result>(work: Promise<Result>): Promise<Result> {
	return await whileTimePasses(work, 2);
}

/** n8n's helpers of a node whose row takes a while to read and to write; a process may stand still before it writes. */
function slowRow(standsStill?: () => Promise<void>): Rows {
	const lasts = async (call: 'read' | 'write') => {
		await sleep(2 + 8 * Math.random());
		if (call === 'write') await standsStill?.();
	};
	return rowsIn(new ProcessedData(lasts));
}

/** What tells a message to a person from others, and how the messages of a run leave. */
interface Kind {
	text?: (to: string) => string;
	key?: (to: string) => string;
	campaign?: string;
	/** The time between two messages of a run, whose messages all wait for it at once; none without it. */
	paceMs?: number;
}

/** An execution, whom its run sends to, and which of the node's runs it is. */
type Execution = Partial<RecordedExecution> & Partial<RunOptions> & { to?: string[] };

/** A row of n8n's database and the processes that share it. */
class Shared {
	readonly sentTo: string[] = [];

	private readonly processes = [newLedgers(), newLedgers()] as const;

	constructor(private readonly rows = slowRow()) {}

	/** Runs the node in one of the processes and answers what became of each message. */
	async run(
		process: 0 | 1,
		kind: Kind = {},
		{ to: all = people, size = all.length, number = 0, memory = {}, ...execution }: Execution = {},
	): Promise<string[]> {
		const run = this.processes[process]({ rows: this.rows, ...execution }, { size, number, memory });
		const outcomes: string[] = [];
		const waiting = [...all];
		const pace = { nextAt: 0 };
		const work = async () => {
			for (let to = waiting.shift(); to; to = waiting.shift()) {
				outcomes.push(await this.send(run, to, kind, pace));
			}
		};
		const atOnce = kind.paceMs === undefined ? requestsAtOnce : people.length;
		await Promise.all(Array.from({ length: atOnce }, work));
		await run.ledger.close(true);
		return outcomes;
	}

	private async send(
		{ ledger, next }: ReturnType<ReturnType<typeof newLedgers>>,
		to: string,
		{ text, key, campaign, paceMs }: Kind,
		pace: { nextAt: number },
	): Promise<string> {
		const message = next(to, { request: (text?.(to) ?? to).padEnd(16, '.'), key: key?.(to), campaign });
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
				await sleep(50);
				ledger.commit(message);
				return 'sent';
			}
		});
	}
}

const anew = (to: string) => `${Math.random()} ${to}`;
const key = (to: string) => `key ${to}`;
const everybody = [...people].sort();

/** Everybody is messaged once, and nobody is told as unknown. */
function expectOnce({ sentTo }: Shared, outcomes: string[]): void {
	expect([...sentTo].sort()).toEqual(everybody);
	expect(outcomes).not.toContain('unknown');
}

/** Now and then, or nearly always, n8n's database takes long: then some may be told as unknown. */
describe.each([
	['short runs, which record each message when it leaves', people.length, 0, 0],
	['long runs, which record some ahead', 1_000, 0, 0],
	['calls take up to a second now and then', people.length, 0.05, 900],
	['nearly all calls are slow', people.length, 0.9, 100],
])('%s', (_, size, share, mostMs) => {
	test.each<[string, Kind, Execution, Execution]>([
		['the same keys in two executions', { key }, {}, { identity: 'other' }],
		['the same campaign in two executions', { campaign: 'spring' }, {}, { identity: 'other' }],
		['two Retries of an execution', {}, { mode: 'retry' }, { mode: 'retry' }],
		['two Retries with texts made anew', { text: anew }, { mode: 'retry' }, { mode: 'retry' }],
		['a manual list while a trigger sends it', {}, {}, { identity: 'other', mode: 'manual' }],
		['two manual runs of a list', {}, { mode: 'manual' }, { identity: 'other', mode: 'manual' }],
		[
			'a Retry, and a manual run of its list',
			{},
			{ mode: 'retry', establishedAt: Date.parse('2026-11-20T11:00:00Z') },
			{ identity: 'other', mode: 'manual' },
		],
	])('%s at once: each message is sent by one, and known by the other', async (__, kind, one, other) => {
		const standsStill = async () => {
			if (Math.random() < share) await sleep(100 + mostMs * Math.random());
		};
		const shared = new Shared(slowRow(standsStill));
		const later = sleep(100).then(async () => await shared.run(1, kind, { ...other, size }));
		const both = await done(Promise.all([shared.run(0, kind, { ...one, size }), later]));
		expectOnce(shared, share === 0 ? both.flat() : []);
	});
});

test.each([
	['the same texts', undefined],
	['texts made anew', anew],
])(
	'an execution goes on that was taken for dead, while its Retry sends %s: nobody is messaged twice',
	async (_, text) => {
		const shared = new Shared();
		const retry = sleep(2_000).then(async () => await shared.run(1, { text }, { mode: 'retry' }));
		const both = await done(Promise.all([shared.run(0, { text, paceMs: 500 }), retry]));
		expectOnce(shared, both.flat());
	},
);

test('an execution goes on with its loop that was taken for dead, after its Retry has sent: nobody is messaged twice', async () => {
	const shared = new Shared();
	const memory: IDataObject = {};
	const rounds = async () => {
		const first = await shared.run(0, {}, { to: people.slice(0, 15), memory });
		const retried = await shared.run(1, {}, { mode: 'retry' });
		const second = await shared.run(0, {}, { to: people.slice(15), number: 1, memory });
		return [...first, ...retried, ...second];
	};
	expectOnce(shared, await done(rounds()));
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
	const interrupted = shared.run(0, { key });
	const begun = async () => {
		while (!isStill) await sleep(2);
	};
	await done(begun());
	const sent = await done(shared.run(1, { key }, { identity: 'other' }));
	jest.setSystemTime(Date.now() + 60_000);
	isStill = false;
	const told = await done(interrupted);
	expect(sent).toEqual(people.map(() => 'sent'));
	expect(shared.sentTo.sort()).toEqual(everybody);
	expect(new Set(told)).toEqual(new Set(['unknown']));
});

test.each([
	['keys', { key }],
	['a campaign', { campaign: 'spring' }],
])(
	'two executions with %s, whose messages wait for their pace longer than a process waits for another one: nobody is messaged twice',
	async (_, kind) => {
		const shared = new Shared();
		const runs = [0, 1] as const;
		const both = await done(
			Promise.all(
				runs.map(
					async (process) =>
						await shared.run(process, { ...kind, paceMs: 4_000 }, { identity: `${process}` }),
				),
			),
		);
		expectOnce(shared, both.flat());
	},
);
