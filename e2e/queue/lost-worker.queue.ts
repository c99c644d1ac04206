import { sharedN8n } from '../support/n8n-session';
import { mostUnknown } from '../support/reached';
import { nothingUnderWay, useSimulator } from '../support/simulated-service';
import { halfSentList, reachedAfter } from './half-sent-list';
import { noticed, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
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
});
