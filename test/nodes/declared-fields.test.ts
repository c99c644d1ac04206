import type { INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { offeredOperations } from '../support/offered-operations';
import { actionNodes } from '../support/panels';

test.each(offeredOperations)('$id: the panel declares method and path of the contract', ({ id, service }) => {
	const options = actionNodes.flatMap(
		({ properties }) =>
			properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[],
	);
	const { method, path: url } = serviceOperations[service];
	expect(options.find(({ value }) => value === id)?.routing).toEqual({ request: { method, url } });
});
