import { serviceOperations } from '../nodes/shared/contract/contract';
import { jsonOf } from './n8n/n8n-executions';
import { inLine, node } from './n8n/workflow-nodes';
import { sharedN8n } from './support/shared-run';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { workflowOf } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();

test("n8n's HTTP Request node makes a request with the credential", async () => {
	const { id, name, type } = await serviceCredential(n8n, simulator().url);
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
