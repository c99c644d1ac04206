import type { AxiosInstance } from 'axios';
import { N8nCredentials } from './n8n-credentials';
import { N8nExecutions, type Execution } from './n8n-executions';
import { N8nWorkflows } from './n8n-workflows';

/** A running n8n in the session of its owner, whoever has started it. */
export class N8n {
	readonly credentials: N8nCredentials;
	readonly workflows: N8nWorkflows;
	readonly executions: N8nExecutions;

	constructor(
		/** The address of the editor, without a slash at its end. */
		readonly url: string,
		/** Where n8n's log goes. */
		readonly logFile: string,
		/** The editor's HTTP interface, for what the helpers do not cover. */
		readonly rest: AxiosInstance,
	) {
		this.credentials = new N8nCredentials(rest);
		this.workflows = new N8nWorkflows(rest);
		this.executions = new N8nExecutions(rest);
	}

	/** Runs a stored workflow as the editor's Execute button does and waits for its end. */
	async execute(workflowId: string, options?: { trigger?: string }): Promise<Execution> {
		return await this.executions.ended(await this.workflows.run(workflowId, options));
	}
}
