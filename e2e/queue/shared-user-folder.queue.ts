import { jsonOf } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/n8n-session';
import { useSimulator } from '../support/simulated-service';
import { underTest } from '../support/test-workflow';
import { halfSentList } from './half-sent-list';
import { otherThan, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers({
	folderName: () => 'workers',
	env: (name) => ({ N8N_EVENTBUS_LOGWRITER_LOGBASENAME: name }),
});

describe('two workers that share one user folder, each with a log base name of its own', () => {
	test('both send', async () => {
		const first = await halfSentList(n8n, simulator, workers);
		const second = await halfSentList(n8n, simulator, workers);
		expect(second.worker).toBe(otherThan(first.worker));
		for (const { executionId } of [first, second]) {
			const execution = await n8n.executions.ended(executionId);
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, underTest)).toHaveLength(60);
		}
		expect(simulator().outbox).toHaveLength(120);
	});

	test('one that starts again leaves the execution of the other alone', async () => {
		const { executionId, worker } = await halfSentList(n8n, simulator, workers);
		simulator().set({ latencyMs: 20_000 });
		await workers.kill(otherThan(worker));
		await workers.start(otherThan(worker));
		expect(simulator().outbox.length).toBeLessThan(60);
		expect((await n8n.executions.get(executionId)).status).toBe('running');
		simulator().set({ latencyMs: 0 });
		expect((await n8n.executions.ended(executionId)).status).toBe('success');
		expect(simulator().outbox).toHaveLength(60);
	});
});
