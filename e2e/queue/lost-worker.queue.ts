import { sharedN8n } from '../support/shared-run';
import { expectTheRestWasSent, people } from '../support/reached';
import { nothingUnderWay, useSimulator } from '../support/simulated-service';
import { noticed, publishedList, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
/** n8n gives an execution up within 20 seconds, and a node waits up to 30 for a message that another worker sends. */
const workers = useWorkers(noticed.soon, 2);

test('a worker killed (SIGKILL) after 30 of 60 messages and gone: with a campaign, a manual run sends the rest; Retry sends nothing', async () => {
	const list = await publishedList(simulator, { options: { campaign: 'spring' } });
	simulator().set({ latencyMs: 2_000 });
	const executionId = await list.started('Call');
	const worker = await workers.workerOf(executionId);
	await list.hasSent(30);
	await workers.process(worker).kill();
	await nothingUnderWay(simulator);
	simulator().set({ latencyMs: 0 });
	const byHand = await n8n.executions.ended(await list.started('By Hand'));
	expect(byHand).toMatchObject({ status: 'success', mode: 'manual' });
	expectTheRestWasSent(list.reached(byHand));

	expect((await n8n.executions.ended(executionId)).status).toBe('error');
	const requests = simulator().requests.length;
	const retried = await n8n.executions.retried(executionId);
	expect(retried.data.resultData.runData).toEqual({});
	expect(simulator().requests).toHaveLength(requests);
	await workers.start(worker);
});

test('a worker stalled (SIGSTOP) in the middle of two lists, one is called again with the same idempotency keys, one with the same campaign by hand, and it goes on (SIGCONT): nobody is messaged twice, and nobody is forgotten', async () => {
	const idempotencyKey = '={{ $json.to }}';
	const byKeys = await publishedList(simulator, { to: people(100, 'keys'), options: { idempotencyKey } });
	const byHand = await publishedList(simulator, {
		to: people(100, 'by-hand'),
		options: { campaign: 'spring' },
	});
	simulator().set({ latencyMs: 1_000 });
	await workers.process('worker-2').stop();
	const stalled = [await byKeys.started('Call'), await byHand.started('Call')];
	for (const list of [byKeys, byHand]) await list.hasSent(30);
	workers.process('worker-1').signal('SIGSTOP');
	for (const list of [byKeys, byHand]) expect(list.sentTo().length).toBeLessThan(100);
	simulator().set({ latencyMs: 0 });
	await workers.start('worker-2');
	const again = [await byKeys.started('Call'), await byHand.started('By Hand')];
	const rests = await Promise.all(
		again.map(async (id) => await n8n.executions.ended(id, { milliseconds: 300_000 })),
	);
	for (const id of stalled) expect((await n8n.executions.ended(id)).status).toBe('error');
	workers.process('worker-1').signal('SIGCONT');
	for (const id of stalled) await workers.hasEnded('worker-1', id);
	expectTheRestWasSent(byKeys.reached(rests[0]));
	expectTheRestWasSent(byHand.reached(rests[1]));
});
