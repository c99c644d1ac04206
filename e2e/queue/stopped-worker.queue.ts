import { sharedN8n } from '../support/n8n-session';
import { mostUnknown } from '../support/reached';
import { useSimulator } from '../support/simulated-service';
import { halfSentList, reachedAfter } from './half-sent-list';
import { noticed, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const graceSeconds = 1;
const workers = useWorkers({
	env: () => ({ ...noticed.late, N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(graceSeconds) }),
});

test('a worker stopped (SIGTERM) with less grace than its send takes, started again, then Retry: nobody is messaged twice, and nobody is forgotten', async () => {
	const { executionId, worker } = await halfSentList(n8n, simulator, workers);
	await workers.stop(worker);
	expect(workers.log(worker)).toMatch(`Shutdown timed out after ${String(graceSeconds)} seconds`);
	await workers.start(worker);
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');

	simulator().set({ latencyMs: 0 });
	const retried = await n8n.executions.retried(executionId);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
	const outcome = reachedAfter(simulator, retried);
	expect(outcome).toMatchObject({ twice: 0, forgotten: 0 });
	expect(outcome.unknown).toBeLessThanOrEqual(mostUnknown);
});
