import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { additionalData, engineWorkflow, serviceNode, type WorkflowJson } from './engine';
import { nodeTypes } from './node-types';
import { packageName } from '../../scripts/package-nodes';
import { credential } from './simulated';

interface Look {
	parameters?: INodeParameters;
	filter?: string;
	account?: ICredentialDataDecryptedObject;
}

/** What a list of a node's panel offers, loaded in n8n-core's context as n8n's editor has it loaded. */
export async function loadedList(
	type: string,
	method: string,
	{ parameters = {}, filter, account = credential() }: Look = {},
): Promise<INodeListSearchResult> {
	const workflow: WorkflowJson = { nodes: [serviceNode('Temp-Node', type, parameters)], connections: {} };
	const engine = engineWorkflow(workflow);
	const context = new LoadOptionsContext(
		engine,
		engine.getNode('Temp-Node') as INode,
		{ ...additionalData(workflow, account), currentNodeParameters: parameters },
		'',
	);
	const { methods } = nodeTypes.getByNameAndVersion(`${packageName}.${type}`) as INodeType;
	const load = methods?.listSearch?.[method];
	if (!load) throw new Error(`${type} has no list ${method}`);
	return await load.call(context, filter);
}
