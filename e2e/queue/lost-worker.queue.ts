import { sharedN8n } from '../support/n8n-session';
import { expectTheRestWasSent, mostUnknown } from '../support/reached';
import { nothingUnderWay, useSimulator } from '../support/simulated-service';
import { halfSentList, reachedAfter } from './half-sent-list';
import { people, testInRounds } from './many-rounds';
import { noticed, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
/** n8n gives an execution up within 20 seconds, and a node waits up to 30 for a message that another worker sends. */
const workers = useWorkers({ env: () => noticed.soon });

test('a worker killed (SIGKILL) after 30 of 60 messages and gone, then a manual run: nobody is messaged twice, and nobody is forgotten; Retry sends nothing', async () => {
	const { workflowId, executionId, worker } = await halfSentList(n8n, simulator, workers);
	await workers.kill(worker);
	await nothingUnderWay(simulator);
	simulator().set({ latencyMs: 0 });
	const byHand = await n8n.execute(workflowId);
	expect(byHand).toMatchObject({ status: 'success', mode: 'manual' });
	const outcome = reachedAfter(simulator, byHand);
	expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
	expect(outcome.unknown).toBeLessThanOrEqual(mostUnknown);

	expect((await n8n.executions.ended(executionId)).status).toBe('error');
	const requests = simulator().requests.length;
	const retried = await n8n.executions.retried(executionId);
	expect(retried.data.resultData.runData).toEqual({});
	expect(simulator().requests).toHaveLength(requests);
	await workers.start(worker);
});

for (const [again, starter, options] of [
	['the same idempotency keys are called again', 'Call', { idempotencyKey: '={{ $json.to }}' }],
	['the list is run by hand', 'By Hand', {}],
] as const) {
	testInRounds(
		simulator,
		`a worker stalled (SIGSTOP) in the middle, ${again}, and it goes on (SIGCONT): nobody is messaged twice, and nobody is forgotten`,
		async (publish) => {
			const list = await publish({ to: people(100), options });
			simulator().set({ latencyMs: 1_000 });
			const executionId = await list.called();
			const worker = await workers.workerOf(executionId);
			await list.hasSent(30);
			workers.pause(worker);
			simulator().set({ latencyMs: 0 });
			const rest = await n8n.executions.ended(await list.started(starter), { milliseconds: 300_000 });
			expect((await n8n.executions.ended(executionId)).status).toBe('error');
			workers.resume(worker);
			await workers.hasEnded(worker, executionId);
			expectTheRestWasSent(`stalled, ${again}`, list.reached(rest));
		},
	);
}
