import type { IDataObject, INode, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import type { NodeOperation, Output } from '../operation/operation';
import type { ServiceRequest } from '../service/service-request';
import type { ItemParameters } from '../operation/parameters';
import type { Failure, ResponseEnvelope } from '../service/answer';
import type { DeliveryOptions } from '../options/options';
import type { RateQueues } from '../pace/rate-queues';
import type { RecordedExecution } from '../record/message';
import type { Caller, Connection } from '../service/http';

/** How long the service may take for what a message does not depend on, in milliseconds. */
export const shortLimitMs = 10_000;

/** One run of a node: what n8n gives it, whichever way n8n comes in. */
export interface NodeRun {
	node: INode;
	mode: WorkflowExecuteMode;
	timeZone: string;
	/** Tells the runs of the node in one execution apart. */
	number: number;
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** Where sends are recorded; nowhere for a tool of an MCP server or of an older agent. */
	execution?: RecordedExecution;
	items: INodeExecutionData[];
	/** Whether a failed item leaves as an item, so that the workflow goes on. */
	continuesOnFail: boolean;
	signal?: AbortSignal;
	caller: Caller;
	parameters(item: number): ItemParameters;
	/** The message that an item comes from; undefined where none has started the workflow. */
	startingMessage(item: number): IDataObject | undefined;
	hint(sentence: string): void;
}

/** Whether an agent calls the node: newer ones show their model the message of an error and nothing else. */
export function isTool({ node }: NodeRun): boolean {
	return node.type.endsWith('Tool');
}

export interface RunContext {
	readonly run: NodeRun;
	readonly operation: NodeOperation;
	readonly queues: RateQueues;
	readonly connection: Connection;
	/** What the run says at its end; nothing for `false`. */
	readonly hints: Array<() => Array<string | false>>;
}

/** One item, as far as its parameters could be read. */
export interface StartedItem {
	index: number;
	parameters: ItemParameters;
	options?: DeliveryOptions;
	/** What the item asks of the service. */
	request?: ServiceRequest;
	/** Whether a request of it may have reached the service. */
	left: boolean;
}

export interface Item extends Required<StartedItem> {
	/** The time in milliseconds by which it must have begun. */
	until?: number;
}

/** What became of an item without an answer of the service to this try. */
export interface Settled {
	ok: true;
	/** `deferred`, `skipped` and `notAsked` left nothing; `accepted` earlier; `checked` by a dry run. */
	status: 'accepted' | 'checked' | 'deferred' | 'skipped' | 'notAsked';
	answer: Output;
	reason?: string;
	/** Whether an earlier run or try has sent the message. */
	wasEarlier?: boolean;
}

/** What became of an item: the service's answer, a settled one, or why it failed. */
export type Delivered =
	{ ok: true; envelope: ResponseEnvelope; status?: undefined; wasEarlier?: boolean } | Settled | Failure;

export function recipientIn({ body }: ServiceRequest): string {
	return String((body as IDataObject).to);
}

/** The recipient of a message; an address is the same in upper and lower case. */
export function recipientOf(request: ServiceRequest): string {
	return recipientIn(request).toLowerCase();
}

/** What becomes of a message without an answer of the service; `further` is what it says beside its recipient. */
export function settled(
	{ request }: Item,
	what: Omit<Settled, 'ok' | 'answer'>,
	further?: IDataObject,
): Settled {
	return { ok: true, answer: { to: recipientIn(request), message_id: null, ...further }, ...what };
}

/** The way of an item, or what is left of it. */
export type Way<On extends Item = Item> = (item: On) => Promise<Delivered>;

/** One concern of the way of an item: it does its part before and after the next step, which it may call again or not at all. */
export type Step<On extends Item = Item> = (item: On, next: () => Promise<Delivered>) => Promise<Delivered>;

/** Several steps as one way of an item: each goes around those after it, the last one around the request. */
export function inSequence<On extends Item>(steps: Array<Step<On>>, request: Way<On>): Way<On> {
	return steps.reduceRight<Way<On>>(
		(next, step) => async (item) => await step(item, async () => await next(item)),
		request,
	);
}
