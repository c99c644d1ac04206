import { callOf, itemsGiven, oneOfEachNode, requestOf, serviceOf } from '../test/support/operations';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { useService } from './support/simulated-service';
import { startedByHand, underTest } from './support/test-workflow';

const { n8n, simulator, credential } = useService();

test.each(oneOfEachNode)(
	'%s: the valid call, its request, and what comes out',
	async (id, { node: type }) => {
		const { id: workflowId } = await n8n.workflows.import(startedByHand(type, callOf(id)), [credential()]);
		const execution = await n8n.execute(workflowId);
		expect(failureOf(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, underTest)).toEqual(itemsGiven(id));
		const answered = { authorization: 'ok', answeredStatus: 200 };
		expect(simulator().requests).toEqual([
			expect.objectContaining({ operationId: serviceOf(id), ...requestOf(id), ...answered }),
		]);
	},
);
