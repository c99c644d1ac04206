import { callOf, itemsGiven, operationRows, requestOf, serviceOf } from '../../test/support/operations';
import { failureOf, jsonOf } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/n8n-session';
import { requestsMade, serviceCredential, useSimulator } from '../support/simulated-service';
import { calledWithItems } from '../support/test-workflow';
import { CalledWorkflow } from '../n8n/called-workflow';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

test.each(operationRows)(
	'a worker makes the request of %s and its answer comes out',
	async (id, { node }) => {
		const credential = await serviceCredential(n8n, simulator().url);
		const workflow = await CalledWorkflow.published(n8n, [credential], (path) =>
			calledWithItems(path, node, callOf(id)),
		);
		const execution = await n8n.executions.ended(await workflow.call({ items: [{}] }));
		expect(failureOf(execution)).toBeUndefined();
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(await workers.workerOf(execution.id)).toMatch(/^worker-/);
		expect(requestsMade(simulator())).toMatchObject([
			{ operationId: serviceOf(id), ...requestOf(id), authorization: 'ok', answeredStatus: 200 },
		]);
		expect(jsonOf(execution, 'Good')).toEqual(itemsGiven(id));
	},
);
