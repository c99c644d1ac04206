/** How many rows stay in n8n's database after lists of 30, when n8n is restarted now and then: docs/delivery.md. */
import { accepted, newProcess, type TestedRun } from '../support/new-process';
import { ProcessedData, rowsIn } from '../support/processed-data';

const lists = Number(process.env.LISTS ?? 20);
const people = Array.from({ length: 30 }, (_, index) => `person-${index}`);

/** The rows of lists, between which n8n is restarted after every tenth one. */
async function rowsOf(execution: Partial<TestedRun>, hasKeys: boolean): Promise<number> {
	const table = new ProcessedData(async () => await Promise.resolve());
	let process = newProcess();
	for (let list = 0; list < lists; list += 1) {
		let end = async () => {};
		const onFinish = (handler: () => Promise<void>) => void (end = handler);
		const all = { rows: rowsIn(table), identity: `${list}`, onFinish, ...execution };
		const { record, next } = process.run({ ...all, items: people });
		for (const to of people) {
			const message = next(to, { request: `${list} ${to}`, key: hasKeys ? `${list} ${to}` : undefined });
			expect([await record.find(message), await record.claim(message)]).toEqual([undefined, undefined]);
			await record.settle(message, accepted);
		}
		await record.close(true);
		await end();
		if (list % 10 === 9) process = newProcess();
		else await process.Store.deleteDue(Date.now() + 61_000);
	}
	return table.size / lists / people.length;
}

test.each<[string, number, Partial<TestedRun>, boolean]>([
	['of triggers: those of lists that ended within a minute before a restart', 0.2, {}, false],
	['by hand', 2.2, { mode: 'manual' }, false],
	['with keys', 3, {}, true],
])(
	'rows for each message of lists %s: %d',
	async (_, count, execution, hasKeys) => {
		expect(await rowsOf(execution, hasKeys)).toBeCloseTo(count, 5);
	},
	900_000,
);
