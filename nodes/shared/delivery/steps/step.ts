import type { IDataObject, INode, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import type { NodeOperation, Output, ServiceRequest } from '../../operation/operation';
import type { ItemParameters } from '../../operation/parameters';
import type { Answer, Failure, ResponseEnvelope } from '../../service/answer';
import type { ServiceAccount } from '../../service/service-address';
import type { RecordedExecution } from '../ledger/scopes';
import type { DeliveryOptions } from '../options/options';
import type { RateQueues } from '../pace/rate-queues';
import type { SendingPlan } from '../pace/sending-plan';
import type { Caller } from '../request/attempt';

/** How long the service may take for what a message does not depend on, in milliseconds. */
export const shortLimitMs = 10_000;

/** One run of a node: what n8n gives it, whichever way n8n comes in. */
export interface NodeRun {
	node: INode;
	mode: WorkflowExecuteMode;
	/** Of the workflow. */
	timeZone: string;
	/** Tells the runs of the node in one execution apart. */
	number: number;
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** Where sends are recorded; nowhere for a tool that an older agent calls by itself. */
	execution?: RecordedExecution;
	items: INodeExecutionData[];
	/** Whether a failed item leaves as an item, so that the workflow goes on. */
	continuesOnFail: boolean;
	signal?: AbortSignal;
	caller: Caller;
	parameters(item: number): ItemParameters;
	/** The message that an item comes from; undefined where none has started the workflow. */
	startingMessage(item: number): IDataObject | undefined;
	/** Shows a sentence above the node's output. */
	hint(sentence: string): void;
}

/** Whether an agent calls the node: newer ones show their model the message of an error and nothing else. */
export function isTool({ node }: NodeRun): boolean {
	return node.type.endsWith('Tool');
}

/** What the steps know of the run that their items share. */
export interface RunContext {
	readonly run: NodeRun;
	readonly operation: NodeOperation;
	readonly account: ServiceAccount;
	readonly queues: RateQueues;
	/** What the run would send that is only checked. */
	readonly plan: SendingPlan;
	/** Adds to what the run says at its end. */
	readonly hints: Array<() => string[]>;
	/** Makes one request, and waits for its answer no longer than the user or the caller says, in milliseconds. */
	attempt(request: ServiceRequest, longestMs?: number): Promise<Answer>;
}

/** One item, as far as its parameters could be read. */
export interface StartedItem {
	index: number;
	parameters: ItemParameters;
	options?: DeliveryOptions;
	/** What the item asks for; the numbers that may send it are in `senders`. */
	asked?: ServiceRequest;
	/** Whether a request of it may have reached the service. */
	left: boolean;
}

/** One item on its way. */
export interface Item extends Required<StartedItem> {
	/** The request as it is made: with the number that sends it, once that is chosen. */
	request: ServiceRequest;
	/** The time in milliseconds by which it must have begun. */
	until?: number;
}

/** What became of an item without an answer of the service to this try. */
export interface Settled {
	ok: true;
	/** `deferred`, `skipped` and `notAsked` left nothing; `accepted` earlier, or as its conversation shows; `checked` by a dry run. */
	status: 'accepted' | 'checked' | 'deferred' | 'skipped' | 'notAsked';
	answer: Output;
	/** Why it was not accepted. */
	reason?: string;
	/** What a dry run has checked. */
	details?: IDataObject;
	/** Whether an earlier run or try has sent the message. */
	wasEarlier?: boolean;
}

/** What became of an item: the service's answer, a settled one, or why it failed. */
export type Delivered =
	{ ok: true; envelope: ResponseEnvelope; status?: undefined; wasEarlier?: boolean } | Settled | Failure;

/** What becomes of a message that does not leave now: what the answer says of it beside its recipient, and why. */
export function leftOut(
	{ request }: Item,
	status: 'deferred' | 'skipped',
	reason: string,
	further?: { send_after: string | null },
): Settled {
	const { to } = request.body as IDataObject;
	return { ok: true, status, answer: { to: String(to), message_id: null, ...further }, reason };
}

/** Does what comes after a step. A step may call it again, or not at all. */
export type Next = () => Promise<Delivered>;

/** One concern of the way of an item: it does its part before and after the next step. */
export type Step<On extends Item = Item> = (item: On, next: Next) => Promise<Delivered>;

/** Several steps as one way of an item: each goes around those after it. */
export function inSequence<On extends Item>(steps: Array<Step<On>>): (item: On) => Promise<Delivered> {
	const from = async (at: number, item: On): Promise<Delivered> => {
		const step = steps[at];
		if (!step) throw new Error('No step makes the request');
		return await step(item, async () => await from(at + 1, item));
	};
	return async (item) => await from(0, item);
}
