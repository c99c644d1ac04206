import type { INodeParameters } from 'n8n-workflow';
import { calledWorkflow } from '../n8n/called-workflow';
import type { CredentialReference } from '../n8n/n8n-credentials';
import type { N8n } from '../n8n/n8n';
import { calledItems } from '../n8n/workflow-nodes';
import { behind } from './test-workflow';

/** Who is asked. */
export const person = '+12025550199';

/** The parameters of a node that asks somebody. */
export function asking(parameters: INodeParameters): INodeParameters {
	const ask = { operation: 'sendAndWait', to: person, message: 'Deploy **now**?' };
	return { ...ask, ...parameters, options: { messagesPerSecond: 0, ...(parameters.options as object) } };
}

/** Asks somebody in a production execution, and answers its id. */
export async function askedByCall(
	n8n: N8n,
	credential: CredentialReference,
	parameters: INodeParameters = {},
): Promise<string> {
	const { call } = await calledWorkflow(n8n, [credential], (path) =>
		behind(calledItems(path), 'phoneServiceMessaging', asking(parameters)),
	);
	const [execution] = await call({ items: [{ order: 1 }] });
	return String(execution);
}

/** Waits until an execution waits for an answer. */
export async function untilWaiting(n8n: N8n, execution: string): Promise<void> {
	expect((await n8n.executions.ended(execution, { orWaits: true })).status).toBe('waiting');
}
