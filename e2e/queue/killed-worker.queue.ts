import { sharedN8n } from '../support/n8n-session';
import { mostUnknown } from '../support/reached';
import { useSimulator } from '../support/simulated-service';
import { halfSentList, reachedAfter } from './half-sent-list';
import { noticed, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers({ env: () => noticed.late });

test('a worker killed (SIGKILL) after 30 of 60 messages, started again, then Retry: nobody is messaged twice, and nobody is forgotten', async () => {
	const { executionId, worker } = await halfSentList(n8n, simulator, workers);
	await workers.kill(worker);
	simulator().set({ latencyMs: 0 });
	await workers.start(worker);
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');

	const retried = await n8n.executions.retried(executionId);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
	const outcome = reachedAfter(simulator, retried);
	expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
	expect(outcome.unknown).toBeLessThanOrEqual(mostUnknown);
});
