import type { Execution } from '../../scripts/n8n/n8n-executions';
import { recipients } from '../../test/support/histories';
import { histories, play } from '../support/played-histories';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { noticed, publishedList, useWorkers, type WorkerName } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
/** n8n gives an execution up within 20 seconds, and a node waits up to 30 for a message that another worker sends. */
const workers = useWorkers(noticed.soon, 2);

test.each(histories('with a campaign, a run of a trigger sends the rest'))(
	'a worker is killed and gone: %s; Retry sends nothing',
	async (...history) => {
		let worker: WorkerName = 'worker-1';
		const kill = async (executionId: string) => {
			worker = await workers.workerOf(executionId);
			await workers.process(worker).kill();
		};
		const credential = await serviceCredential(n8n, simulator().url);
		const [lost = ''] = await play(history, { n8n, simulator, credential, kill });
		expect((await n8n.executions.get(lost)).status).toBe('error');
		const requests = simulator().requests.length;
		const retried = await n8n.executions.ended(await n8n.executions.retryStarted(lost));
		expect(retried.data.resultData.runData).toEqual({});
		expect(simulator().requests).toHaveLength(requests);
		await workers.start(worker);
	},
);

test('a worker stalled (SIGSTOP) in the middle of two lists, one is called again with the same idempotency keys, one with the same campaign by hand, and it goes on (SIGCONT): nobody is messaged twice, and nobody is forgotten', async () => {
	const all = recipients(200);
	const byKeys = await publishedList(simulator, {
		list: all.slice(100),
		options: { idempotencyKey: '={{ $json.to }}' },
	});
	const byHand = await publishedList(simulator, {
		list: all.slice(0, 100),
		options: { campaign: 'spring' },
	});
	simulator().set({ latencyMs: 1_000 });
	await workers.process('worker-2').stop();
	const stalled = [...(await byKeys.started('trigger')), ...(await byHand.started('trigger'))];
	for (const list of [byKeys, byHand]) await list.hasSent(30);
	workers.process('worker-1').signal('SIGSTOP');
	for (const list of [byKeys, byHand]) expect(list.sentTo().length).toBeLessThan(100);
	simulator().set({ latencyMs: 0 });
	await workers.start('worker-2');
	const again = [...(await byKeys.started('trigger')), ...(await byHand.started('manual'))];
	const rests = await Promise.all(
		again.map(async (id) => await n8n.executions.ended(id, { milliseconds: 300_000 })),
	);
	for (const id of stalled) expect((await n8n.executions.ended(id)).status).toBe('error');
	workers.process('worker-1').signal('SIGCONT');
	for (const id of stalled) await workers.hasEnded('worker-1', id);
	for (const [index, list] of [byKeys, byHand].entries()) list.expectEachOnce(rests[index] as Execution);
});
