import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import type { ExportedWorkflow } from './exported-workflow';
import type { N8n } from './n8n';
import type { CredentialReference } from './n8n-credentials';

/** Each call has a connection of its own: n8n may close one that is kept alive just as it is used again. */
const request = { proxy: false, httpAgent: new Agent() } as const;

/** A published workflow with a webhook, called as production calls it. */
export interface CalledWorkflow {
	id: string;
	/** Calls the webhook with each of these bodies at the same time, and answers the ids of the executions, in any order. */
	call: (...bodies: object[]) => Promise<string[]>;
}

/** Stores and publishes the workflow that `workflow` makes for the path of its webhook. */
export async function calledWorkflow(
	n8n: N8n,
	credentials: CredentialReference[],
	workflow: (path: string) => ExportedWorkflow,
): Promise<CalledWorkflow> {
	const path = randomUUID();
	const { id } = await n8n.workflows.import(workflow(path), credentials);
	await n8n.workflows.activate(id);
	const post = async (body: object) => await axios.post(`${n8n.url}/webhook/${path}`, body, request);
	const call = async (...bodies: object[]) =>
		await n8n.executions.startedBy(id, async () => await Promise.all(bodies.map(post)), bodies.length);
	return { id, call };
}
