import { callOf, itemsGiven, operationRows, requestOf, serviceOf } from '../test/support/operations';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/shared-run';
import { useCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

test.each(operationRows)('%s: the valid call, its request, and what comes out', async (id, { node }) => {
	const { id: workflowId } = await n8n.workflows.import(itemsThrough(node, callOf(id)), [credential()]);
	const execution = await n8n.execute(workflowId);
	expect(failureOf(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, underTest)).toEqual(itemsGiven(id));
	const answered = { authorization: 'ok', answeredStatus: 200 };
	expect(simulator().requests).toEqual([
		expect.objectContaining({ operationId: serviceOf(id), ...requestOf(id), ...answered }),
	]);
});
