/** The examples that go on where an earlier run, or an earlier hour, has left off. */
import type { INode } from 'n8n-workflow';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { failureOf, jsonOf, runsOf } from '../scripts/n8n/n8n-executions';
import { useService } from './support/simulated-service';

const { n8n, simulator, credential } = useService({ lookupRate: true });
const tables = new N8nDataTables(n8n.rest);

/** Stores an example with other recipients, and changes of one node, and answers its id. */
async function stored(file: string, recipients: object[], node = '', change: Partial<INode> = {}) {
	const example = exampleWorkflow(file);
	const jsCode = `return ${JSON.stringify(recipients.map((json) => ({ json })))};`;
	const nodes = example.nodes.map((one) => {
		if (one.name === 'Recipients') return { ...one, parameters: { jsCode } };
		return one.name === node ? { ...one, ...change } : one;
	});
	return (await n8n.workflows.import({ ...example, nodes }, [credential()])).id;
}

/** What was looked up since the last time, by number. */
function lookedUp(): string[] {
	const asked = simulator().requests.splice(0);
	return asked
		.filter(({ operationId }) => operationId === 'lookUpNumber')
		.map(({ path }) => decodeURIComponent(path.slice(-14)));
}

test('look-up-once.json looks up what is not known or too old, and sends to all', async () => {
	const earlier = await tables.idOf('Looked up numbers');
	if (earlier) await tables.remove(earlier);
	const [ada, grace, alan] = ['+12025550120', '+12025550110', '+12025550113'];
	const run = async (id: string) => {
		const execution = await n8n.execute(id);
		expect(failureOf(execution)).toBeUndefined();
		return jsonOf<{ number: string }>(execution, 'Send iMessage').map(({ number }) => number);
	};
	const people = [ada, grace, alan].map((number) => ({ name: 'Ada', number }));
	const id = await stored('look-up-once.json', people);
	expect(await run(id)).toEqual([ada, grace]);
	expect(lookedUp()).toEqual([ada, grace, alan]);
	expect(await run(id)).toEqual([ada, grace]);
	expect(lookedUp()).toEqual([]);

	const table = String(await tables.idOf('Looked up numbers'));
	const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
	await tables.update(table, 'number', ada, { looked_up_at: days(31) });
	await tables.update(table, 'number', grace, { looked_up_at: days(29) });
	const wrong = await stored('look-up-once.json', [...people, { name: 'Barbara', number: '202 555 0121' }]);
	for (const isOld of [true, false]) {
		expect(await run(wrong)).toEqual([ada, grace]);
		expect(lookedUp()).toEqual(isOld ? [ada] : []);
	}
	const rows = await tables.rows<{ number: string; reason: string }>(table);
	const reason = expect.stringContaining('no country code');
	expect(rows.filter((row) => row.reason)).toMatchObject([{ number: '202 555 0121', reason }]);
	await tables.remove(table);
}, 240_000);

test('send-in-their-daytime.json waits for one window after the other, and sends to each person once, in theirs', async () => {
	const minute = 60_000;
	const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
	const now = Date.now();
	const people = [-1, 1, 2].map((minutes, index) => {
		const opens = Math.ceil(now / minute) * minute + minutes * minute;
		return {
			name: 'Ada',
			number: `+1202555012${index}`,
			opens,
			begins: clock(opens),
			ends: clock(opens - 10 * minute),
		};
	});
	const { parameters } = exampleWorkflow('send-in-their-daytime.json').nodes.find(
		({ name }) => name === 'Send',
	) as INode;
	const hours = { from: '={{ $json.begins }}', to: '={{ $json.ends }}', timeZone: 'UTC' };
	const options = { campaign: `spring ${now}`, onlyAtTheseHours: { hours } };
	const id = await stored('send-in-their-daytime.json', people, 'Send', {
		parameters: { ...parameters, options },
	});
	const execution = await n8n.executions.ended(await n8n.workflows.run(id), { milliseconds: 6 * minute });
	expect(failureOf(execution)).toBeUndefined();
	expect(runsOf(execution, 'Send')).toHaveLength(3);
	expect(jsonOf(execution, 'Sent or Failed')).toMatchObject(
		people.map(({ number }) => ({ number, status: 'accepted' })),
	);
	expect(simulator().outbox.map(({ to }) => to)).toEqual(people.map(({ number }) => number));
	const early = simulator().outbox.filter(({ at }, index) => at < Number(people[index]?.opens));
	expect(early).toEqual([]);
}, 420_000);
