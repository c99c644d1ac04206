import type { CredentialReference } from './n8n-credentials';
import type { ExportedWorkflow } from './exported-workflow';
import { projectPackage } from '../../scripts/project-root';

/** The credential types of the nodes that tests and benchmark use, by the beginning of the node type. */
const credentialTypes = {
	[`${projectPackage.name}.`]: 'phoneServiceApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpHeaderAuth',
	'n8n-nodes-base.httpRequest': 'httpBearerAuth',
};

/**
 * The workflow with one of these credentials chosen in each node that takes one, as its importer does by hand. Goes by
 * the node types, and so knows those of tools too, which n8n makes up and does not describe when asked.
 */
export function withCredentials(
	workflow: ExportedWorkflow,
	credentials: CredentialReference[],
): ExportedWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const taken = Object.entries(credentialTypes).find(([beginning]) => node.type.startsWith(beginning))?.[1];
		const chosen = credentials.find(({ type }) => type === taken);
		if (chosen === undefined) return node;
		return { ...node, credentials: { [chosen.type]: { id: chosen.id, name: chosen.name } } };
	});
	return { ...workflow, nodes };
}
