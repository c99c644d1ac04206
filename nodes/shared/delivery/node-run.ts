import type { ICredentialDataDecryptedObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { ItemParameters } from '../operation/item-parameters';
import type { RecordedRun } from './ledger/run-records';
import type { Caller } from './request/attempt';

/** One run of a node: what n8n gives it, whichever way n8n comes in (shared/node/). */
export interface NodeRun extends RecordedRun {
	node: INode;
	items: INodeExecutionData[];
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
