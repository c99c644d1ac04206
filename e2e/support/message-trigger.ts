import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { signature, signatureHeader } from '../../simulator/webhook-events';
import type { N8n } from '../../scripts/n8n/n8n';
import type { CredentialReference } from '../../scripts/n8n/n8n-credentials';
import { fetched } from '../../scripts/n8n/question-page';
import { inLine, node } from '../../scripts/n8n/workflow-nodes';
import { until } from '../../scripts/n8n/until';
import { fromDatabase } from './n8n-database';
import { workflowOf } from './test-workflow';

/** Posts a body, signed by the simulator's secret unless other headers are given. */
export async function post(url: string, body: string | Buffer, headers?: object) {
	const signed = { 'Content-Type': 'application/json', [signatureHeader]: signature(body) };
	return await fetched(url, {
		method: 'POST',
		data: Buffer.from(body),
		headers: headers ?? signed,
		maxBodyLength: Infinity,
	});
}

/** A workflow that any event starts. */
export interface MessageWorkflow {
	id: string;
	/** The address of its webhook at an n8n, which may be another process than the one that it was published in. */
	url: (n8n: { url: string }, kind?: 'webhook' | 'webhook-test') => string;
}

/** Stores a workflow with the Messaging Trigger (named Trigger) and other nodes behind it, and publishes it unless told. */
export async function messageWorkflow(
	n8n: N8n,
	credential: CredentialReference,
	{
		behind = [node('After', 'n8n-nodes-base.noOp')],
		isPublished = true,
		parameters = { events: ['any'] } as INodeParameters,
	} = {},
): Promise<MessageWorkflow> {
	const webhookId = randomUUID();
	const settings = { webhookId, typeVersion: 2 };
	const line = [node('Trigger', 'phoneServiceMessagingTrigger', parameters, settings), ...behind];
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential]);
	if (isPublished) await n8n.workflows.activate(id);
	return { id, url: ({ url }, kind = 'webhook') => `${url}/${kind}/${webhookId}/webhook` };
}

/**
 * All executions of a workflow that n8n's database holds, once none is under way; its interface lists a hundred. Those that
 * run since before n8n was killed are not: n8n 2.33.7 leaves one that had just begun running for good.
 */
export async function endedExecutions(
	n8n: Pick<N8n, 'logFile'>,
	workflowId: string,
	killedAt = new Date(0),
): Promise<Array<{ id: string; status: string }>> {
	const underWay = ['new', 'running', 'waiting'];
	return await until(() => {
		const query = 'SELECT id, status, startedAt FROM execution_entity WHERE workflowId = ?';
		const all = fromDatabase(n8n, query, workflowId).map(({ id, status, startedAt }) => ({
			id: String(id),
			status: String(status),
			isLeft: status === 'running' && new Date(`${String(startedAt)}Z`) < killedAt,
		}));
		return all.every(({ status, isLeft }) => isLeft || !underWay.includes(status)) && all;
	}, 120_000);
}
