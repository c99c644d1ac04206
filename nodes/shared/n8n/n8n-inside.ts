/**
 * What n8n keeps to itself and the nodes touch all the same, because it offers them no other way. Each was looked at in n8n 2.41.1
 * and in 2.33.7, which have it alike; what the nodes do in a version that lacks it stands beside each.
 */
import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IRunData,
	IRunExecutionData,
	IWebhookFunctions,
	Workflow,
} from 'n8n-workflow';

/** The properties of n8n's contexts that their types do not name (n8n-core, `NodeExecutionContext`). */
interface Inside {
	node: INode;
	workflow: Pick<Workflow, 'nodes'> & { expression: Partial<Workflow['expression']> };
	runExecutionData: IRunExecutionData;
	additionalData: { webhookWaitingBaseUrl?: string };
	instanceSettings: { instanceType: 'main' | 'webhook' | 'worker'; isMultiMain?: boolean };
}

function inside(context: object): Partial<Inside> {
	return context;
}

/** n8n's own object of a node, of which `getNode` gives a copy. */
export function ownNode(context: object): INode {
	return (context as Inside).node;
}

/**
 * Calls a helper of n8n's table of processed data, which finds a row by the id of its node (`DeduplicationHelper`) and reads that
 * when the call begins: for that moment, `node` has another id. Throws where n8n does not read it then, because the call has
 * reached another row.
 */
export async function underNodeId<Result>(
	node: INode,
	idFrom: (id: string) => string,
	call: () => Promise<Result>,
): Promise<Result> {
	const { id } = node;
	let isRead = false;
	const get = () => {
		isRead = true;
		return idFrom(id);
	};
	Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
	const result = call();
	Object.defineProperty(node, 'id', { value: id, writable: true, configurable: true, enumerable: true });
	const answer = await result;
	if (!isRead) throw new Error('This version of n8n keeps the lists of nodes in another way');
	return answer;
}

/** The nodes of the workflow with their types and parameters; without them, no message is found that has started it. */
export function nodesOfWorkflow(context: object): INode[] {
	return Object.values(inside(context).workflow?.nodes ?? {});
}

/** The runs of all nodes of the execution; without them, executions of one millisecond look equal. */
export function runsOfExecution(context: object): IRunData {
	return inside(context).runExecutionData?.resultData.runData ?? {};
}

/** Which process of n8n this is; where nobody says, others may send beside it. */
export function processOf(context: object): Partial<Inside['instanceSettings']> {
	return inside(context).instanceSettings ?? {};
}

/** The address below which executions of this n8n wait; throws without it, and no message answers a question. */
export function waitingAddress(context: object): string {
	return new URL(`${inside(context).additionalData?.webhookWaitingBaseUrl}/`).href;
}

/**
 * Gives the engine for expressions back that n8n has set up for a request to a webhook, some 11 MB, once all parameters are read: in
 * a burst it would stay until the execution is stored. n8n sets up none for its own Webhook node, so what comes then needs none.
 */
export async function releaseExpressions(webhook: Pick<IWebhookFunctions, 'getMode'>): Promise<void> {
	if (webhook.getMode() === 'manual') return;
	await inside(webhook).workflow?.expression.releaseIsolate?.();
}

/**
 * Replaces the items that leave the node when nobody ends its wait: `getExecuteData` gives what n8n stores, not a copy. n8n also
 * disables the node in it to go on, so that gets a copy of the node: several calls of an agent's turn have one in common.
 */
export function replaceWaitingItems(
	context: Pick<IExecuteFunctions, 'getExecuteData'>,
	replaced: (item: INodeExecutionData) => INodeExecutionData,
): void {
	const kept = context.getExecuteData();
	kept.data.main = (kept.data.main ?? []).map((items) => items?.map(replaced) ?? null);
	kept.node = { ...kept.node };
}

/** Whether n8n moves a file when the execution ends, since it came before that had a number: with a webhook or a form. */
export function isMovedLater(fileId: string): boolean {
	return fileId.includes('/temp/');
}
