import type { INode, INodeParameters } from 'n8n-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { N8n } from '../n8n/n8n';
import { inLine } from '../n8n/workflow-nodes';
import { node, workflowOf } from '../support/test-workflow';
import type { Editor } from './editor';
import type { NodePanel } from './node-panel';

/** The name of the node under test. */
export const tested = 'Under Test';

/** The name of the node that gets what the node under test gives out. */
export const after = 'After';

/**
 * Stores Start → the node, with these settings → After (an Edit Fields node), and opens the panel of the node, or of the
 * one named.
 */
export async function openedPanel(
	editor: Editor,
	n8n: N8n,
	type: string,
	parameters: INodeParameters,
	credential: CredentialReference,
	{ name = tested, ...settings }: Partial<INode> = {},
): Promise<NodePanel> {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node(tested, type, parameters, { position: [240, 0], ...settings }),
		node(after, 'n8n-nodes-base.set', { options: {} }, { typeVersion: 3.4, position: [480, 0] }),
	];
	const workflow = workflowOf(nodes, inLine(nodes));
	const { id } = await n8n.workflows.import(workflow, [credential]);
	return await editor.openNode(id, name);
}
