/** Two processes that keep the sends of one node in the same table of n8n's database, which has no transactions. */
import { sleep, type IDataObject } from 'n8n-workflow';
import { isFailed, meaningOf, notSent, type Outcome } from '../../nodes/shared/service/outcome';
import type { RecordedRun } from '../../nodes/shared/record/execution-memory';
import type { Message } from '../../nodes/shared/record/message';
import type { Rows } from '../../nodes/shared/n8n/n8n-table';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { accepted, newProcess } from '../support/new-process';
import { occurrences } from '../support/occurrences';
import { ProcessedData, rowsIn } from '../support/processed-data';

useFakeClock();

const rounds = Number(process.env.ROUNDS ?? 1);
const people = Array.from({ length: 30 }, (_, index) => `person-${index}`);
const requestsAtOnce = 10;

/** How often the service refuses a message because of its rate, which is then tried again. */
const busyShare = 0.2;

/** What tells a message to a person from others, and the time between two messages of a run. */
interface Kind {
	text?: (to: string) => string;
	key?: (to: string) => string;
	campaign?: string;
	paceMs?: number;
}

/** An execution, and whom its run sends to. */
type Execution = Partial<RecordedRun> & { to?: string[]; afterMs?: number };

/** A run of a process. */
type Run = ReturnType<ReturnType<typeof newProcess>['run']>;

/** A table of n8n's database, and the processes that share it. */
class Shared {
	readonly sentTo: string[] = [];

	readonly processes = [newProcess(), newProcess()] as const;

	constructor(readonly rows: Rows) {}

	/** Runs the node in one of the processes and answers what became of each message. */
	async run(process: 0 | 1, kind: Kind, execution: Execution): Promise<string[]> {
		const { to: all = people, afterMs = 0, ...rest } = execution;
		await sleep(afterMs);
		let end = async () => {};
		const onFinish = (handler: () => Promise<void>) => void (end = handler);
		const run = this.processes[process].run({ rows: this.rows, items: all, onFinish, ...rest });
		const outcomes: string[] = [];
		const waiting = [...all];
		const work = async () => {
			for (let to = waiting.shift(); to; to = waiting.shift()) {
				outcomes.push(whatCameOf(await this.send(run, to, kind)));
			}
		};
		await Promise.all(Array.from({ length: requestsAtOnce }, work));
		await run.record.close(outcomes.every((outcome) => outcome !== 'unknown'));
		await end();
		return outcomes;
	}

	private async send({ record, next }: Run, to: string, kind: Kind): Promise<Outcome> {
		const { text, key, campaign } = kind;
		const message = next(to, { request: (text?.(to) ?? to).padEnd(16, '.'), key: key?.(to), campaign });
		const outcome = await this.sendMessage(record, message, to, kind);
		if (meaningOf(outcome).left === 'never') record.noteNotSent(message);
		return outcome;
	}

	private async sendMessage(
		record: Run['record'],
		message: Message,
		to: string,
		{ paceMs = 0 }: Kind,
	): Promise<Outcome> {
		using alone = await record.turn(message);
		const before = alone.isStopped ? notSent('stopped') : await record.find(message);
		if (before) return before;
		await sleep(paceMs);
		for (;;) {
			const known = await record.claim(message);
			if (known) return known;
			if (Math.random() > busyShare) break;
			await sleep(20);
			await record.giveBack(message);
			await sleep(300 * Math.random());
		}
		this.sentTo.push(to);
		await sleep(50);
		await record.settle(message, accepted);
		return accepted;
	}
}

function whatCameOf(outcome: Outcome): string {
	const { status, left } = meaningOf(outcome);
	if (isFailed(outcome)) return status === 'unknown' ? status : outcome.kind;
	return left === 'now' ? 'sent' : status;
}

const anew = (to: string) => `${Math.random()} ${to}`;
const key = (to: string) => `key ${to}`;
const retry = { mode: 'retry', establishedAt: Date.parse('2026-11-20T11:00:00Z') } as const;
const other = { identity: 'other' };
const byHand = { ...other, mode: 'manual' } as const;

/** What two runs share, and how often each person gets a message. */
const pairs: Array<[string, Kind, Execution, Execution, number?]> = [
	['the same keys', { key }, {}, other],
	['different keys', { key: anew }, {}, other, 2],
	['a campaign', { campaign: 'spring' }, {}, other],
	['a campaign with keys', { campaign: 'spring', key }, {}, other],
	['two Retries', {}, retry, retry],
	['two Retries with new texts', { text: anew }, retry, retry],
	['a manual list beside one of a trigger', { paceMs: 2_000 }, {}, { ...byHand, afterMs: 4_000 }],
	['two manual lists', {}, { mode: 'manual' }, byHand],
	['a Retry, and a manual list', {}, retry, byHand],
	['an execution that goes on beside its Retry', { paceMs: 500 }, {}, { ...retry, afterMs: 800 }],
	['the same with new texts', { paceMs: 500, text: anew }, {}, { ...retry, afterMs: 800 }],
	['keys at a slow pace', { key, paceMs: 4_000 }, {}, other],
];

/** How often a call takes long, and how long. */
const speeds: Array<[string, number, number]> = [
	['a fast database', 0, 0],
	['calls take up to a second now and then', 0.05, 900],
	['nearly all calls are slow', 0.9, 100],
];

describe.each(speeds)('%s', (_, share, mostMs) => {
	const lasts = async () => {
		await sleep(2 + 8 * Math.random());
		if (Math.random() < share) await sleep(100 + mostMs * Math.random());
	};

	test.each(pairs)(
		'%s: nobody twice, nobody left out',
		async (what, kind, one, another, times = 1) => {
			const told: string[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const shared = new Shared(rowsIn(new ProcessedData(lasts)));
				const runs = [shared.run(0, kind, one), shared.run(1, kind, another)];
				const outcomes = (await whileTimePasses(Promise.all(runs), 2)).flat();
				told.push(...outcomes);
				const sent = occurrences(shared.sentTo);
				expect(sent).toEqual(Object.fromEntries(people.map((to) => [to, times])));
				expect(outcomes.filter((outcome) => !/^(sent|accepted|unknown|besideList)$/.test(outcome))).toEqual(
					[],
				);
			}
			if (rounds > 9) process.stdout.write(`${_}, ${what}: ${JSON.stringify(occurrences(told))}\n`);
			if (share === 0) expect(told).not.toContain('unknown');
		},
		90_000 * rounds,
	);

	test('a process stands still for a minute while it records, and another one sends the same keys: nobody twice', async () => {
		let calls = 0;
		const standsStill = async () => {
			calls += 1;
			if (calls === 25) await sleep(60_000);
			await lasts();
		};
		const table = rowsIn(new ProcessedData(standsStill));
		const shared = new Shared(table);
		const runs = [shared.run(0, { key }, {}), shared.run(1, { key }, { ...other, afterMs: 300 })];
		const outcomes = (await whileTimePasses(Promise.all(runs), 5)).flat();
		expect(occurrences(shared.sentTo)).toEqual(Object.fromEntries(people.map((to) => [to, 1])));
		expect(outcomes.filter((outcome) => outcome === 'unknown').length).toBeLessThanOrEqual(1);
	});
});

test('an execution goes on with its loop that was taken for dead, after its Retry has sent: nobody twice', async () => {
	const shared = new Shared(rowsIn(new ProcessedData(async () => await sleep(5))));
	const memory: IDataObject = {};
	const work = async () => {
		await shared.run(0, {}, { to: people.slice(0, 15), memory });
		await shared.run(1, {}, retry);
		await shared.run(0, {}, { to: people.slice(15), runIndex: 1, memory });
	};
	await whileTimePasses(work(), 2);
	expect(occurrences(shared.sentTo)).toEqual(Object.fromEntries(people.map((to) => [to, 1])));
});
