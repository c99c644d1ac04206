import { setTimeout as wait } from 'node:timers/promises';
import { sharedN8n, sharedRun } from '../support/shared-run';
import { expectTheRestWasSent, people } from '../support/reached';
import { useSimulator } from '../support/simulated-service';
import { Door } from './door';
import { noticed, publishedList, useWorkers, type WorkerName } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();

/** The way of the workers, and not of main, to PostgreSQL. */
let database: Door;
beforeAll(async () => {
	database = await new Door(Number(sharedRun().env.DB_POSTGRESDB_PORT)).opened();
});
const workers = useWorkers({
	env: () => ({
		...noticed.late,
		DB_POSTGRESDB_PORT: String(database.port),
	}),
});
afterAll(async () => await database.shut());

/** Kills the worker of an execution, which n8n then takes for crashed, and has it ready again. */
async function killed(worker: WorkerName, executionId: string): Promise<void> {
	await workers.process(worker).kill();
	simulator().set({ latencyMs: 0 });
	await workers.start(worker);
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
}

test('a list beside other executions of the node on another worker, killed (SIGKILL), then Retry: nobody is messaged twice, and nobody is forgotten', async () => {
	const list = await publishedList(simulator, { to: people(100) });
	simulator().set({ latencyMs: 1_000 });
	const executionId = await list.called();
	const worker = await workers.workerOf(executionId);
	const sentOfList = () => list.sentTo().filter((to) => to.startsWith('person-'));
	for (let others = 0; sentOfList().length < 50; others += 1) {
		const other = await list.called(people(10, `other-${String(others)}`));
		expect(await workers.workerOf(other)).not.toBe(worker);
		await n8n.executions.ended(other);
	}
	expect(sentOfList().length).toBeLessThan(100);
	await killed(worker, executionId);
	const retried = await n8n.executions.retried(executionId, { milliseconds: 300_000 });
	expectTheRestWasSent('killed beside others, Retry', list.reached(retried, sentOfList()));
});

test('PostgreSQL refuses for 8 seconds in the middle of a list, then the worker is killed (SIGKILL), then Retry: nobody is messaged twice, and nobody is forgotten', async () => {
	const list = await publishedList(simulator, { to: people(100) });
	simulator().set({ latencyMs: 1_000 });
	const executionId = await list.called();
	const worker = await workers.workerOf(executionId);
	await list.hasSent(20);
	await database.shut();
	await wait(8_000);
	await database.opened();
	await list.hasSent(50);
	expect(list.sentTo().length).toBeLessThan(100);
	await killed(worker, executionId);
	const retried = await n8n.executions.retried(executionId, { milliseconds: 300_000 });
	expectTheRestWasSent('PostgreSQL away, killed, Retry', list.reached(retried));
});
