import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { leased } from '../../test/support/leased-numbers';
import type { ExportedWorkflow } from '../../scripts/n8n/exported-workflow';
import { inLine, node, workflowNamed } from '../../scripts/n8n/workflow-nodes';

/** A workflow, named after the test that makes it. */
export function workflowOf(nodes: INode[], connections: IConnections): ExportedWorkflow {
	const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
	return workflowNamed(name, nodes, connections);
}

/** The name of the node under test. */
export const underTest = 'Node';

/** A request waits longer for its answer than other things of a test take: none is given up before a kill. */
export const patiently = { requestOptions: { timeout: 600_000 } };

/** Parameters that send an iMessage to each item's `to`, without the rate. */
export const plainSend: INodeParameters = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	from: leased.imessage,
	options: { messagesPerSecond: 0 },
};

/** These nodes → the node (named Node) → Good. */
export function behind(start: INode[], type: string, parameters: INodeParameters): ExportedWorkflow {
	const line = [...start, node(underTest, type, parameters), node('Good', 'n8n-nodes-base.noOp')];
	return workflowOf(line, inLine(line));
}

/** Manual Trigger → the node → Good. */
export function startedByHand(type: string, parameters: INodeParameters): ExportedWorkflow {
	return behind([node('Start', 'n8n-nodes-base.manualTrigger')], type, parameters);
}
