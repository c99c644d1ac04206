import { disable, disabled, emitted, further, polls, triggered } from '../support/forwarding-trigger';
import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { until } from '../n8n/until';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

test('a change of call forwarding starts exactly one execution, on a worker (sections 2.3, 3 and 4.1)', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const workflowId = await triggered(n8n, credential);
	simulator().set({ forwardingDelayMs: 3_000 });
	await n8n.workflows.activate(workflowId);
	await until(() => polls(simulator()) > 1);

	await disable(n8n, credential);
	const execution = await n8n.executions.next(workflowId);
	expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
	expect(await workers.workerOf(execution.id)).toMatch(/^worker-/);
	await further(simulator(), 3);
	expect(await emitted(n8n, workflowId)).toEqual([disabled]);
	await n8n.workflows.deactivate(workflowId);
});
