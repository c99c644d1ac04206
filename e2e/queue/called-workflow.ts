import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { N8n } from '../support/n8n-session';

/** A published workflow with a webhook: what its calls start runs on the workers. */
export class CalledWorkflow {
	private constructor(
		private readonly n8n: N8n,
		readonly id: string,
		private readonly path: string,
	) {}

	/** Stores and publishes the workflow that `workflow` makes for the path of its webhook. */
	static async published(
		n8n: N8n,
		credential: CredentialReference,
		workflow: (path: string) => ExportedWorkflow,
	): Promise<CalledWorkflow> {
		const path = randomUUID();
		const { id } = await n8n.workflows.import(workflow(path), [credential]);
		await n8n.workflows.activate(id);
		return new CalledWorkflow(n8n, id, path);
	}

	/** Calls the webhook and answers the id of the execution that this starts. */
	async call(body: object = {}): Promise<string> {
		const known = (await this.n8n.executions.list({ workflowId: this.id })).map(({ id }) => id);
		await axios.post(`${this.n8n.url}/webhook/${this.path}`, body, { proxy: false });
		return await this.n8n.executions.appeared(this.id, known);
	}
}
