import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { leased } from '../../test/support/leased-numbers';
import { CalledWorkflow } from '../n8n/called-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { N8n } from '../n8n/n8n';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import {
	calledItems,
	inLine,
	mainConnections,
	node,
	startWithItems,
	workflowNamed,
} from '../n8n/workflow-nodes';

/** A workflow, named after the test that makes it. */
export function workflowOf(nodes: INode[], connections: IConnections): ExportedWorkflow {
	const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
	return workflowNamed(name, nodes, connections);
}

/** The node under test of {@link itemsThrough} and {@link publishedWithItems}. */
export const underTest = 'Node';

/** Parameters that send an iMessage to each item's `to`, without the rate. */
export const plainSend: INodeParameters = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	from: leased.imessage,
	options: { messagesPerSecond: 0 },
};

const noOp = 'n8n-nodes-base.noOp';

function behindItems(items: INode[], tested: INode): ExportedWorkflow {
	const before = [...items, tested];
	return workflowOf([...before, node('Good', noOp, {}), node('Bad', noOp, {})], {
		...inLine(before),
		...mainConnections({ [tested.name]: [['Good'], ['Bad']] }),
	});
}

/** Manual Trigger → these items → the node (named Node) → Good on its first output, Bad on its error output. */
export function itemsThrough(
	type: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): ExportedWorkflow {
	return behindItems(startWithItems(items), node(underTest, type, parameters, settings));
}

/** The same behind a webhook, published for production executions: it is called with `{ items: […] }`. */
export async function publishedWithItems(
	n8n: N8n,
	credential: CredentialReference,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): Promise<CalledWorkflow> {
	return await CalledWorkflow.published(n8n, [credential], (path) =>
		behindItems(calledItems(path), node(underTest, type, parameters, settings)),
	);
}
