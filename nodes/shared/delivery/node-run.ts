import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ItemParameters } from '../operation/item-parameters';
import type { PanelOperation } from '../operation/operation';
import { RunParameters } from '../operation/run-parameters';
import { credentialType } from '../service/service-account';
import type { RecordPlace } from './ledger/execution-sends';
import { fingerprint } from './ledger/fingerprint';
import type { Caller } from './request/attempt';

/** One run of a node: what n8n gives it, whichever way n8n comes in. */
export interface NodeRun {
	node: INode;
	mode: WorkflowExecuteMode;
	/** Tells the runs of the node in one execution apart. */
	number: number;
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** Where sends are recorded; nowhere for a tool that an older agent calls by itself. */
	place?: RecordPlace;
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

type Items = (node: string, output?: number, run?: number) => INodeExecutionData[];

/**
 * Whether n8n has made up the first run of a node. After a kill it does so for every node that had started, without
 * data or with an artificial item, and Retry goes on counting from there.
 */
function isFirstRunMadeUp(items: Items, node: string): boolean {
	try {
		return items(node, 0, 0)[0]?.json.isArtificialRecoveredEventItem === true;
	} catch {
		return true;
	}
}

/** How often the node has run before in this execution; the same for its Retry. */
function runNumber(context: IExecuteFunctions): number {
	const { $runIndex, $items } = context.getWorkflowDataProxy(0);
	const isOneMore = $runIndex > 0 && isFirstRunMadeUp($items as Items, context.getNode().name);
	return isOneMore ? $runIndex - 1 : $runIndex;
}

/** What n8n stored of the execution before it ran: the same for every Retry of it. */
function recordPlace(context: IExecuteFunctions): RecordPlace {
	const { establishedAt = 0, source, triggerNode, parentExecutionId } = context.getExecutionContext() ?? {};
	const mode = context.getMode();
	return {
		node: `${String(context.getWorkflow().id)} ${context.getNode().id}`,
		helpers: context.helpers,
		identity: {
			establishedAt,
			fingerprint: fingerprint([establishedAt, source, triggerNode, parentExecutionId]),
		},
		source: source ?? mode,
		mode,
		token: context.getExecutionId(),
		memory: context.getContext('node'),
		onFinish: context.onExecutionFinish?.bind(context),
	};
}

/** The run for which n8n calls a custom operation: all items of a node at once. */
export function nodeRun(context: IExecuteFunctions, { fields }: PanelOperation): NodeRun {
	const node = context.getNode();
	const parameters = new RunParameters(node.parameters, fields);
	return {
		node,
		items: context.getInputData(),
		number: runNumber(context),
		mode: context.getMode(),
		place: recordPlace(context),
		memory: context.getContext('node'),
		continuesOnFail: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		caller: context,
		parameters: (item) =>
			new ItemParameters(parameters, (name) => context.getNodeParameter(name, item, null)),
		credential: async () => await context.getCredentials(credentialType),
		hint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}
