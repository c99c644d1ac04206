import type { AxiosInstance } from 'axios';
import type { INode } from 'n8n-workflow';
import { projectPackage } from '../project-root';
import type { ExportedWorkflow } from './exported-workflow';
import type { CredentialReference } from './n8n-credentials';
import { until } from './until';

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
function withCredentials(workflow: ExportedWorkflow, credentials: CredentialReference[]): ExportedWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const taken = Object.entries(credentialTypes).find(([beginning]) => node.type.startsWith(beginning))?.[1];
		const chosen = credentials.find(({ type }) => type === taken);
		if (chosen === undefined) return node;
		return { ...node, credentials: { [chosen.type]: { id: chosen.id, name: chosen.name } } };
	});
	return { ...workflow, nodes };
}

/** A workflow as n8n stores it. */
export interface StoredWorkflow extends ExportedWorkflow {
	id: string;
	versionId: string;
	active: boolean;
}

/** The workflows of one n8n. */
export class N8nWorkflows {
	constructor(private readonly rest: AxiosInstance) {}

	/**
	 * Stores a workflow. `credentials` are chosen, as a user would, in every node that takes one of them. As the editor
	 * does, it says that the workflow is not active, which older releases do not assume.
	 */
	async import(workflow: ExportedWorkflow, credentials: CredentialReference[] = []): Promise<StoredWorkflow> {
		const content = { ...withCredentials(workflow, credentials), active: false };
		return (await this.rest.post<StoredWorkflow>('/workflows', content)).data;
	}

	/** Removes a workflow with its executions, and with what its nodes have recorded, once n8n has unpublished it. */
	async remove(id: string): Promise<void> {
		await this.rest.post(`/workflows/${id}/archive`, {});
		await until(async () => await this.rest.delete(`/workflows/${id}`));
	}

	/** Changes one node of a stored workflow, as a user does in the editor. */
	async change(id: string, name: string, changes: (node: INode) => Partial<INode>): Promise<void> {
		const { name: workflowName, nodes, connections } = await this.get(id);
		await this.rest.patch(`/workflows/${id}`, {
			name: workflowName,
			nodes: nodes.map((node) => (node.name === name ? { ...node, ...changes(node) } : node)),
			connections,
		});
	}

	/** All workflows, without their nodes. */
	async list(): Promise<Array<Pick<StoredWorkflow, 'id' | 'name' | 'active'>>> {
		return (await this.rest.get<StoredWorkflow[]>('/workflows')).data;
	}

	async get(id: string): Promise<StoredWorkflow> {
		return (await this.rest.get<StoredWorkflow>(`/workflows/${id}`)).data;
	}

	/**
	 * Runs a stored workflow as the editor's Execute button does, from its trigger (`trigger`: its name, where there are
	 * several), and answers the id of the execution, which may still be running. Older releases run the workflow that the
	 * request carries, newer ones the stored one.
	 */
	async run(id: string, options: { trigger?: string } = {}): Promise<string> {
		const workflow = await this.get(id);
		const trigger = options.trigger ?? workflow.nodes.find(isTrigger)?.name;
		if (trigger === undefined) throw new Error('The workflow has no trigger to start from');
		const started = await this.rest.post<{ executionId?: string }>(`/workflows/${id}/run`, {
			triggerToStartFrom: { name: trigger },
			workflowData: workflow,
		});
		const { executionId } = started.data;
		if (executionId === undefined) {
			throw new Error(`The trigger ${trigger} waits for a call: activate the workflow instead of running it`);
		}
		return executionId;
	}

	/** Publishes the workflow and waits until n8n has its triggers running. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.get(id);
		await this.rest.post(`/workflows/${id}/activate`, { versionId });
		await until(async () => {
			// Releases without this address (404) have the triggers running when they answer the activation.
			const validateStatus = (code: number) => code === 200 || code === 404;
			const address = `/workflows/${id}/publication-status`;
			const { data, status } = await this.rest.get<{ status: string }>(address, { validateStatus });
			if (status === 404 || data.status === 'published') return true;
			throw new Error(`Version ${versionId} of workflow ${id} is not published, but ${data.status}`);
		});
	}

	async deactivate(id: string): Promise<void> {
		await this.rest.post(`/workflows/${id}/deactivate`, {});
	}
}

function isTrigger({ type, disabled }: INode): boolean {
	return /trigger$/i.test(type) && disabled !== true;
}
