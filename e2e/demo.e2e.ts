/** What the demo puts into n8n. */
import { sendEventsToPublished, putExamples } from '../demo/examples';
import { exampleFiles, exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { person } from './support/asked-question';
import { leased, useService } from './support/simulated-service';

const { n8n, simulator, credential } = useService();

/** What other tests have left published would get events, too. */
beforeAll(async () => {
	const published = (await n8n.workflows.list()).filter(({ active }) => active);
	for (const { id } of published) await n8n.workflows.deactivate(id);
});
afterAll(async () => {
	const tables = new N8nDataTables(n8n.rest);
	await tables.remove(String(await tables.idOf('Customers')));
});

test('at each start all examples stand there once, unpublished, with the credential, and the first run sends', async () => {
	const counts = [];
	for (let start = 0; start < 2; start += 1) {
		const ids = await putExamples(n8n, [credential()]);
		await n8n.execute(String(ids['apply-for-entitlement.json']));
		counts.push(simulator().outbox.length);
	}
	expect(counts[0]).toBeGreaterThan(0);
	expect(counts[1]).toBe(2 * Number(counts[0]));
	const stored = await n8n.workflows.list();
	for (const file of exampleFiles) {
		const { name } = exampleWorkflow(file);
		const [found, ...others] = stored.filter((one) => one.name === name);
		expect([name, found?.active, others]).toEqual([name, false, []]);
		const { nodes } = await n8n.workflows.get(String(found?.id));
		const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-phone-service.'));
		expect(own.map(({ credentials }) => credentials?.phoneServiceApi?.id)).toEqual(
			own.map(() => credential().id),
		);
	}
}, 240_000);

test('each published trigger gets the events of the simulator, and no other one; what was entered stays', async () => {
	const entered = `${n8n.url}/webhook-test/entered`;
	const ids = await putExamples(n8n, [credential()]);
	const published = ['opt-outs.json', 'answer-by-keyword.json'].map((file) => String(ids[file]));
	simulator().set({ webhookUrl: entered });
	const written = { from: person, to: leased.whatsapp, text: 'STOP' };
	for (const id of published) await n8n.workflows.activate(id);
	await sendEventsToPublished(n8n, simulator());
	const started = await n8n.executions.startedBy(String(ids['opt-outs.json']), () =>
		simulator().write(written),
	);
	await n8n.executions.ended(String(started[0]));
	expect(simulator().events[0]?.answers.map(({ status }) => status)).toEqual([404, 200, 200]);
	for (const id of published) await n8n.workflows.deactivate(id);
	await sendEventsToPublished(n8n, simulator());
	expect(simulator().settings.webhookUrl).toBe(entered);
}, 240_000);
