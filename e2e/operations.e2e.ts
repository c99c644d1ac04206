import { serviceOperations } from '../nodes/shared/contract/contract';
import { callOf, itemsGiven, oneOfEachNode, requestOf, serviceOf } from '../test/support/operations';
import { failureOf, jsonOf } from '../scripts/n8n/n8n-executions';
import { inLine, node } from '../scripts/n8n/workflow-nodes';
import { useService } from './support/simulated-service';
import { startedByHand, underTest, workflowOf } from './support/test-workflow';

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

test("n8n's HTTP Request node makes a request with the credential", async () => {
	const { id, name, type } = credential();
	const { path } = serviceOperations.listLeasedNumbers;
	const request = node(
		'Request',
		'n8n-nodes-base.httpRequest',
		{
			url: `${simulator().url}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
			options: {},
		},
		{ typeVersion: 4.2, credentials: { [type]: { id, name } } },
	);
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const workflow = workflowOf([start, request], inLine([start, request]));
	const execution = await n8n.execute((await n8n.workflows.import(workflow)).id);
	expect(jsonOf(execution, 'Request')).toMatchObject([{ object: 'response', data: { leased: 13 } }]);
	expect(simulator().requests).toMatchObject([{ operationId: 'listLeasedNumbers', authorization: 'ok' }]);
});
