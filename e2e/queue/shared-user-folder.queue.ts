import { jsonOf } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/shared-run';
import { useSimulator } from '../support/simulated-service';
import { underTest } from '../support/test-workflow';
import { halfSentList } from './half-sent-list';
import { otherThan, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers({
	folder: 'workers',
	env: (name) => ({ N8N_EVENTBUS_LOGWRITER_LOGBASENAME: name }),
});

test('two workers share one user folder, each with a log base name of its own: one that starts again leaves the execution of the other alone, and both send', async () => {
	const first = await halfSentList(n8n, simulator, workers);
	simulator().set({ latencyMs: 20_000 });
	await workers.process(otherThan(first.worker)).kill();
	await workers.start(otherThan(first.worker));
	expect(simulator().outbox.length).toBeLessThan(60);
	expect((await n8n.executions.get(first.executionId)).status).toBe('running');
	const second = await halfSentList(n8n, simulator, workers);
	expect(second.worker).toBe(otherThan(first.worker));
	simulator().set({ latencyMs: 0 });
	for (const { executionId } of [first, second]) {
		const execution = await n8n.executions.ended(executionId);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, underTest)).toHaveLength(60);
	}
	expect(simulator().outbox).toHaveLength(120);
});
