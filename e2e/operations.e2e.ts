import type { INodeParameters } from 'n8n-workflow';

import { serviceOperations } from '../nodes/shared/contract/contract';
import { callOf, itemsGiven, operationRows, requestOf, serviceOf } from '../test/support/operations';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { inLine, node, startWithItems } from './n8n/workflow-nodes';
import { useService } from './support/simulated-service';
import { startedByHand, underTest, workflowOf } from './support/test-workflow';

const { n8n, simulator, credential } = useService();

test.each(operationRows)(
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

test.each<[BufferEncoding, mark: string, INodeParameters]>([
	['utf8', '\ufeff', { enableBOM: true, delimiter: ';' }],
	['latin1', '', { encoding: 'latin1', delimiter: ';' }],
])('Extract from File reads a CSV in %s by the options that the page about lists names', async (...given) => {
	const [encoding, mark, options] = given;
	const data = Buffer.from(`${mark}number;name\n+12025550120;Zoé\n`, encoding).toString('base64');
	const line = [
		...startWithItems([{ data }]),
		node(
			'File',
			'n8n-nodes-base.convertToFile',
			{ operation: 'toBinary', sourceProperty: 'data', options: { fileName: 'list.csv' } },
			{ typeVersion: 1.1 },
		),
		node('List', 'n8n-nodes-base.extractFromFile', { operation: 'csv', options }),
	];
	const execution = await n8n.execute((await n8n.workflows.import(workflowOf(line, inLine(line)))).id);
	expect(failureOf(execution)).toBeUndefined();
	expect(jsonOf(execution, 'List')).toEqual([{ number: '+12025550120', name: 'Zoé' }]);
});
