import type { INodeParameters } from 'n8n-workflow';
import { inLine, node } from '../n8n/workflow-nodes';
import { sharedN8n } from '../support/shared-run';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import type { NodePanel } from './node-panel';
import { useEditor } from './use-editor';

/** The name of the node under test. */
export const tested = 'Under Test';

/** The name of the node that gets what the node under test gives out. */
export const after = 'After';

/** A window on n8n's editor for the tests of a file, and a simulator that the nodes in it use. */
export function usePanels() {
	const n8n = sharedN8n();
	const simulator = useSimulator();
	const editor = useEditor(n8n);

	/**
	 * Stores Start → the node → After (an Edit Fields node), or a trigger alone, and opens the panel of the node, or of
	 * the one named.
	 */
	async function openedPanel(
		type: string,
		parameters: INodeParameters = {},
		name = tested,
	): Promise<NodePanel> {
		const credential = await serviceCredential(n8n, simulator().url);
		const under = node(tested, type, parameters, { position: [240, 0] });
		const nodes = [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			under,
			node(after, 'n8n-nodes-base.set', { options: {} }, { typeVersion: 3.4, position: [480, 0] }),
		];
		const workflow = type.endsWith('Trigger') ? workflowOf([under], {}) : workflowOf(nodes, inLine(nodes));
		const { id } = await n8n.workflows.import(workflow, [credential]);
		await editor().openWorkflow(id);
		return await editor().openPanel(name);
	}

	return { simulator, editor, openedPanel };
}
