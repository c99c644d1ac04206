import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import type { ExportedWorkflow } from './exported-workflow';
import type { N8n } from './n8n';
import type { CredentialReference } from './n8n-credentials';

/** Each call has a connection of its own: n8n may close one that is kept alive just as it is used again. */
const request = { proxy: false, httpAgent: new Agent() } as const;

/** A published workflow with a webhook, called as production calls it. */
export class CalledWorkflow {
	private constructor(
		private readonly n8n: N8n,
		readonly id: string,
		private readonly path: string,
	) {}

	/** Stores and publishes the workflow that `workflow` makes for the path of its webhook. */
	static async published(
		n8n: N8n,
		credentials: CredentialReference[],
		workflow: (path: string) => ExportedWorkflow,
	): Promise<CalledWorkflow> {
		const path = randomUUID();
		const { id } = await n8n.workflows.import(workflow(path), credentials);
		await n8n.workflows.activate(id);
		return new CalledWorkflow(n8n, id, path);
	}

	/** Calls the webhook and answers the id of the execution that this starts. */
	async call(body: object): Promise<string> {
		const [started] = await this.callAtOnce([body]);
		return String(started);
	}

	/** Calls the webhook with each of these bodies at the same time, and answers the ids of the executions, in any order. */
	async callAtOnce(bodies: object[]): Promise<string[]> {
		const address = `${this.n8n.url}/webhook/${this.path}`;
		const calls = async () =>
			await Promise.all(bodies.map(async (body) => await axios.post(address, body, request)));
		return await this.n8n.executions.startedBy(this.id, calls, bodies.length);
	}
}
