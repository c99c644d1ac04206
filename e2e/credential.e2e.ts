import { serviceOperations } from '../nodes/shared/contract/contract';
import { jsonOf } from './n8n/n8n-executions';
import { payload, type Payload } from './n8n/n8n-rest';
import { inLine } from './n8n/workflow-nodes';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, token, useSimulator } from './support/simulated-service';
import { node, workflowOf } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();

test('the Test button works for a stored credential, whose token the editor does not get to see', async () => {
	const { id, name, type } = await serviceCredential(n8n, simulator().url);
	const params = { includeData: true };
	const stored = payload(
		await n8n.rest.get<Payload<{ data: Record<string, unknown> }>>(`/credentials/${id}`, { params }),
	);
	expect(JSON.stringify(stored)).not.toContain(token);
	const result = await n8n.credentials.test({ id, name, type, data: stored.data });
	expect(result.status).toBe('OK');
});

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
