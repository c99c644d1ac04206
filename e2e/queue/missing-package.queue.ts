import { failureOf } from '../n8n/n8n-executions';
import { startWorker } from '../n8n/n8n-worker';
import { sharedN8n, sharedRun } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { userFolderOf } from '../support/test-folders';
import { publishedWithItems } from '../support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();

test('a worker without the package starts all the same, and the executions that it takes fail', async () => {
	const userFolder = userFolderOf('worker-without-package');
	const worker = await startWorker(userFolder, 'worker', sharedRun().env);
	const credential = await serviceCredential(n8n, simulator().url);
	const workflow = await publishedWithItems(n8n, credential, 'phoneServiceFaceTime', {
		operation: 'checkFaceTimeAvailability',
		to: 'ada@example.com',
	});
	const execution = await n8n.executions.ended(await workflow.call({ items: [{}] }));
	await worker.stop();
	expect(execution.status).toBe('error');
	expect(failureOf(execution)).toMatch(/Unrecognized node type.*phoneServiceFaceTime/);
	expect(simulator().requests).toEqual([]);
});
