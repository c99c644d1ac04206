import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IRunData,
	ITaskData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { fingerprint } from '../input/fingerprint';
import type { PanelOperation } from '../operation/operation';
import { ItemParameters, RunParameters } from '../parameters/parameters';
import { startingMessage } from '../operation/starting-message';
import type { RecordedRun } from '../record/execution-memory';
import { processOf, runsOfExecution } from '../n8n/n8n-inside';
import { tableOf } from '../n8n/n8n-table';
import type { Caller } from '../service/http';
import { filesIn, filesOfAgent } from './files';

/** One run of a node: what n8n gives it, whichever way n8n comes in. */
export interface NodeRun extends RecordedRun {
	node: INode;
	items: INodeExecutionData[];
	/** Whether a failed item leaves as an item, so that the workflow goes on. */
	continuesOnFail: boolean;
	caller: Caller & {
		helpers: Pick<
			IExecuteFunctions['helpers'],
			'createBinarySignedUrl' | 'getBinaryMetadata' | 'getBinaryStream' | 'prepareBinaryData'
		>;
	};
	parameters(item: number): ItemParameters;
	/** The files of an item by the names of their fields; InvalidInput where nobody knows the item that an agent works on. */
	files(item: number): IBinaryKeyData;
	/** The message that an item comes from; undefined where none has started the workflow. */
	startingMessage(item: number): IDataObject | undefined;
	hint(sentence: string): void;
}

/** In queue mode, n8n leaves executions of these modes to its workers: where its main process runs one, it runs all. */
const modesOfWorkers: WorkflowExecuteMode[] = ['trigger', 'webhook', 'retry'];

/** The run for which n8n calls a custom operation: all items of a node at once. */
export function nodeRun(context: IExecuteFunctions, { name, fields }: PanelOperation): NodeRun {
	const { establishedAt = 0, source, triggerNode, parentExecutionId } = context.getExecutionContext() ?? {};
	const node = context.getNode();
	const mode = context.getMode();
	const parameters = new RunParameters(node.parameters, fields, name);
	const items = context.getInputData();
	return {
		node,
		items,
		runIndex: context.getWorkflowDataProxy(0).$runIndex,
		mode,
		source: source ?? mode,
		identity: fingerprint([establishedAt, source, triggerNode, parentExecutionId, startOf(context)]),
		establishedAt,
		timeZone: context.getTimezone(),
		isTool: isTool(node),
		memory: context.getContext('node'),
		place: `${String(context.getWorkflow().id)} ${node.id}`,
		rows: tableOf(context),
		isOnlyProcess: processOf(context).instanceType === 'main' && modesOfWorkers.includes(mode),
		isTriedAgain: node.retryOnFail,
		mayRunAgain: () => isInLoop(context, node),
		onFinish: context.onExecutionFinish?.bind(context),
		continuesOnFail: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		caller: context,
		parameters: (item) =>
			new ItemParameters(
				parameters,
				(name) => context.getNodeParameter(name, item, null),
				(expression) => context.evaluateExpression(expression, item),
			),
		files: (item) => (isTool(node) ? filesOfAgent(context, item) : filesIn(items[item])),
		startingMessage: (item) => startingMessage(context, item),
		hint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

/** What has started executions, by the runs of their nodes: nodes may change the data of these. */
const starts = new WeakMap<IRunData, string>();

/**
 * A fingerprint of what has started the execution: by that, executions of one millisecond differ. The run that begins it has no source;
 * one that n8n made up after a crash has an empty one. A trigger of ours runs again in a Retry, and gives another item with the same event.
 */
function startOf(context: IExecuteFunctions): string | undefined {
	const runData = runsOfExecution(context);
	const known = starts.get(runData);
	if (known !== undefined) return known;
	const isStart = ({ source }: ITaskData) => (source as unknown[] | null)?.length === 0;
	const start = Object.values(runData)
		.map((runs) => runs.find(isStart))
		.find(Boolean);
	if (!start) return undefined;
	const items = start.data?.main?.flatMap((output) => output ?? []) ?? [];
	const { json } = items[0] ?? {};
	const found = fingerprint([items.length, json?.event_id ?? json]);
	starts.set(runData, found);
	return found;
}

/** Whether the node may run again in the execution with what it has given out. */
function isInLoop(context: IExecuteFunctions, { name }: INode): boolean {
	const after = new Set(context.getChildNodes(name).map((one) => one.name));
	return context.getParentNodes(name).some((one) => after.has(one.name));
}

/** Whether an agent calls the node: newer ones show their model the message of an error and nothing else. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
