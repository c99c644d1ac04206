import { sharedN8n } from '../support/shared-run';
import { expectTheRestWasSent } from '../support/reached';
import { nothingUnderWay, useSimulator } from '../support/simulated-service';
import { halfSentList } from './half-sent-list';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();

describe('a worker killed (SIGKILL) after 30 of 60 messages, and started again', () => {
	/** n8n takes the execution for crashed, and not for one that nobody runs. */
	const workers = useWorkers({ env: () => ({ QUEUE_WORKER_LOCK_DURATION: '600000' }) });

	test('Retry sends the rest: nobody is messaged twice, and nobody is forgotten', async () => {
		const { list, executionId, worker } = await halfSentList(n8n, simulator, workers);
		await workers.process(worker).kill();
		simulator().set({ latencyMs: 0 });
		await workers.start(worker);
		expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
		const retried = await n8n.executions.retried(executionId);
		expectTheRestWasSent('killed, Retry', list.reached(retried));
	});
});

describe('a worker killed (SIGKILL) after 30 of 60 messages, and gone', () => {
	/** n8n gives the execution up within 20 seconds, in place of one to two minutes. */
	const workers = useWorkers({
		env: () => ({
			QUEUE_WORKER_LOCK_DURATION: '15000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
		}),
	});

	test('a manual run sends the rest: nobody is messaged twice, and nobody is forgotten; Retry sends nothing', async () => {
		const { list, executionId, worker } = await halfSentList(n8n, simulator, workers);
		await workers.process(worker).kill();
		await nothingUnderWay(simulator);
		simulator().set({ latencyMs: 0 });
		const byHand = await n8n.executions.ended(await list.started('By Hand'));
		expect(byHand).toMatchObject({ status: 'success', mode: 'manual' });
		expectTheRestWasSent('killed and gone, by hand', list.reached(byHand));

		expect((await n8n.executions.ended(executionId)).status).toBe('error');
		const requests = simulator().requests.length;
		const retried = await n8n.executions.retried(executionId);
		expect(retried.data.resultData.runData).toEqual({});
		expect(simulator().requests).toHaveLength(requests);
	});
});
