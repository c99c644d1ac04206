import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { ItemParameters } from '../operation/item-parameters';
import type { Caller } from './request/attempt';

/** One run of a node: what n8n gives it, whichever way n8n comes in (shared/node/). */
export interface NodeRun {
	node: INode;
	items: INodeExecutionData[];
	/** Tells the runs of the node in one execution apart: rounds of a loop, calls of a tool. */
	number: number;
	/** How the execution was started. */
	mode: WorkflowExecuteMode;
	/** What n8n stores for the node with the execution; Retry On Fail and Retry of a failed execution find it. */
	memory: IDataObject;
	/** Whether a failed item leaves as an item, so that the workflow goes on. */
	continuesOnFail: boolean;
	/** Aborted when the execution is stopped. */
	signal?: AbortSignal;
	/** Makes the requests. */
	caller: Caller;
	/** The parameters of one item. */
	parameters(item: number): ItemParameters;
	credential(): Promise<ICredentialDataDecryptedObject>;
	/** Shows a sentence above the node's output. */
	hint(sentence: string): void;
}
