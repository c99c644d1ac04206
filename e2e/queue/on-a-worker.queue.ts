import { jsonOf } from '../n8n/n8n-executions';
import { until } from '../n8n/until';
import { person } from '../support/asked-question';
import { answeringTrigger, question, written } from '../support/chat';
import { disable, disabled, emitted, further, polls, triggered } from '../support/forwarding-trigger';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
/** Workers write the links of questions, so they have to know the address of main. */
const workers = useWorkers({ env: () => ({ N8N_WEBHOOK_URL: n8n.url }) });

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

test('a worker asks, and what the person types in the chat answers', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const trigger = await answeringTrigger(n8n, simulator(), credential);
	const execution = await question(n8n, credential);
	expect(await workers.workerOf(execution)).toMatch(/^worker-/);
	const begun = Date.now();
	expect(await written(simulator(), 'no, too expensive')).toBe(200);
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: false, reason: 'too expensive', respondedIn: 'chat', responder: person } },
	]);
	expect(Date.now() - begun).toBeLessThan(2_000);
	expect(await n8n.executions.list(trigger.id)).toEqual([]);
	await n8n.workflows.deactivate(trigger.id);
});
